import type { Workspace } from '../artifacts/workspace.ts'
import type { Digest } from '../context/entry.ts'

/** A workspace from which artifacts are removed, and which is told of those that an open run refers to. */
interface HoldingWorkspace {
  hold(digest: Digest): () => void
}

/** Keeps what a run refers to from being removed as long as the run is open, where the workspace can. */
export class DigestHolder {
  readonly #workspace: HoldingWorkspace | null
  readonly #held = new Map<Digest, () => void>()
  #isOver = false

  constructor(workspace: Workspace | null) {
    this.#workspace = workspace && canHold(workspace) ? workspace : null
  }

  hold(digest: Digest): void {
    // Work that ends after the run was closed must not hold what nobody would let go.
    if (this.#workspace && !this.#isOver && !this.#held.has(digest))
      this.#held.set(digest, this.#workspace.hold(digest))
  }

  letGo(): void {
    this.#isOver = true
    for (const release of this.#held.values()) release()
    this.#held.clear()
  }
}

function canHold(workspace: Workspace): workspace is Workspace & HoldingWorkspace {
  return 'hold' in workspace && typeof workspace.hold === 'function'
}
