import { problemCatalogue } from '../src/base/problems.ts'

const heading = ['| status | type | code | meaning | what to do |', '|---|---|---|---|---|']

/** The table of docs/errors.md: everything but the last column comes from the catalogue of errors. */
export function withErrorTable(found: string): string {
  const lines = found.split('\n')
  const isRow = (line: string): boolean => /^\|\s*(\d{3}|status|-+)\s*\|/.test(line)
  const remedies = new Map(
    lines.filter(isRow).map((line) => {
      const [, , , code, , remedy] = line.split('|').map((cell) => cell.trim())
      return [code!.replaceAll('`', ''), remedy!]
    }),
  )
  const rows = Object.entries(problemCatalogue).map(
    ([code, { status, type, meaning }]) =>
      `| ${status} | \`${type}\` | \`${code}\` | ${meaning} | ${remedies.get(code) ?? ''} |`,
  )
  const first = lines.findIndex(isRow)
  const others = lines.filter((line) => !isRow(line))
  return [...others.slice(0, first), ...heading, ...rows, ...others.slice(first)].join('\n')
}
