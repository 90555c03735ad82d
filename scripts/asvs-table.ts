const begin = '<!-- Made by "npm run generate" from asvs.tsv. Do not edit. -->'
const end = '<!-- Made until here. -->'

const verdicts = { holds: 'holds', 'n/a': 'does not apply', open: 'not yet' } as const
type Line = { id: string; verdict: keyof typeof verdicts; subject: string; proof: string }

/** docs/security.md with the table of requirements, one a line, and how many of them hold. */
export function withAsvsTable(page: string, data: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/security.md has lost the marks around its table.')
  const lines = data.trimEnd().split('\n').map(readLine)
  const count = (verdict: Line['verdict']): number => lines.filter((line) => line.verdict === verdict).length
  const counts = `${lines.length} requirements: ${count('holds')} hold, ${count('n/a')} do not apply, ${count('open')} are not met yet.\n\n`
  const rows = lines.map(
    ({ id, verdict, subject, proof }) => `| ${id} | ${subject} | ${verdicts[verdict]} | ${proof} |\n`,
  )
  const table = `| requirement | about | | proof or reason |\n| --- | --- | --- | --- |\n${rows.join('')}`
  return `${page.slice(0, from)}${begin}\n\n${counts}${table}\n${page.slice(to)}`
}

function readLine(text: string): Line {
  const [id = '', verdict = '', subject = '', proof = '', ...rest] = text.split('\t')
  if (!(verdict in verdicts) || proof === '' || rest.length > 0)
    throw new Error(`docs/asvs.tsv has a bad line: ${text}`)
  return { id, verdict: verdict as Line['verdict'], subject, proof }
}
