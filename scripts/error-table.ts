import { problemCatalogue } from '../src/base/problems.ts'

const heading = ['| status | type | code | meaning | what to do |', '|---|---|---|---|---|']

const isRow = (line: string): boolean => /^\|\s*\d{3}\s*\|/.test(line)

/** What to do, by code, as people wrote it into docs/errors.md. */
function remediesIn(text: string): Map<string, string> {
  const rows = text.split('\n').filter(isRow)
  return new Map(
    rows.map((line) => {
      const [, , , code, , remedy] = line.split('|').map((cell) => cell.trim())
      return [code!.replaceAll('`', ''), remedy!]
    }),
  )
}

/** The same for the pages about errors, which are served where there is no docs folder. */
export function renderRemedies(text: string): string {
  const remedies = remediesIn(text)
  const known = Object.keys(problemCatalogue).map((code) => [code, remedies.get(code) ?? ''])
  return `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`
}

/** The table of docs/errors.md: everything but the last column comes from the catalogue of errors. */
export function withErrorTable(found: string): string {
  const lines = found.split('\n')
  const remedies = remediesIn(found)
  const rows = Object.entries(problemCatalogue).map(
    ([code, { status, type, meaning }]) =>
      `| ${status} | \`${type}\` | \`${code}\` | ${meaning} | ${remedies.get(code) ?? ''} |`,
  )
  const first = lines.indexOf(heading[0]!)
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'))
  return lines.toSpliced(first, length, ...heading, ...rows).join('\n')
}
