import { retention } from '../src/retention.ts'

const heading = ['| table | kept |', '|---|---|']

/** docs/operating.md with how long rows are kept as it is; the rest of the page is written by hand. */
export function withRetentionTable(found: string): string {
  const lines = found.split('\n')
  const first = lines.indexOf(heading[0]!)
  if (first < 0) throw new Error('docs/operating.md has lost its table of what is kept.')
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'))
  return lines
    .toSpliced(first, length, ...heading, ...retention.map(({ table, keeps }) => `| \`${table}\` | ${keeps} |`))
    .join('\n')
}
