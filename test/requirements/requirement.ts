/** Something that is demanded of the library, in our own words. */
export interface Requirement {
  readonly id: string
  readonly behaviour: string
  /**
   * Who demands it: the decision record on hybrid context compaction (`ADR, decision 3`: a paragraph or point of a part),
   * its options (`options, HardLimitBytes`), the design (`design 4.3`), or rows of the conformance matrix (`matrix CRD-04`,
   * `matrix REC-01..03`).
   */
  readonly source: readonly string[]
  /**
   * Tests that fail without it, as `path below test/ > block > title`, titles as they are written. Where one row of a table
   * is meant, ` | ` and a text or key of that row follow.
   */
  readonly citedBy: readonly string[]
}

/** Something that is demanded and does not apply, or is decided otherwise. */
export interface Exclusion {
  readonly id: string
  readonly reason: string
  readonly source: readonly string[]
}
