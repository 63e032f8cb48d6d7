export interface Column {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** A line of a table whose columns have a width of their own, so that rows can be written as they come. */
export function tableRow(columns: readonly Column[], cells: readonly string[]): string {
  return columns
    .map(({ width, align }, index) => {
      const cell = cells[index] ?? ''
      return align === 'right' ? cell.padStart(width) : cell.padEnd(width)
    })
    .join('  ')
    .trimEnd()
}

/** The titles of the columns and a rule below them. */
export function tableHead(columns: readonly Column[]): string {
  return [
    tableRow(
      columns,
      columns.map(({ title }) => title),
    ),
    columns.map(({ width }) => '-'.repeat(width)).join('  '),
  ].join('\n')
}
