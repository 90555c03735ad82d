const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A page with the rows of the table that has these headings; the rest of it is written by hand. */
export function replaceTable(page: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = page.split('\n')
  const first = lines.indexOf(line(head))
  if (first < 0) throw new Error(`The page has lost its table of ${head.join(', ')}.`)
  const length = lines.slice(first).findIndex((one) => !one.startsWith('|'))
  return lines.toSpliced(first, length, line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)).join('\n')
}
