/** What a command prints: one JSON document for programs, or text for people. */
export type ReportOptions = { json?: boolean }

export function report({ json }: ReportOptions, document: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${text}\n`)
}

/** On standard error, so that it never mixes with the result. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Lines of "name  value" with the values in one column. */
export function facts(rows: [name: string, value: string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
