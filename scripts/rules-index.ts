/** `npm run rules`: for each rule of docs/behaviour.md, the tests whose names cite it, or why there is none. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { rulesWithoutTest } from './rules-without-test.ts'
import { readTestNames, type TestName } from './test-names.ts'

type Rule = { section: string; number: string }

/** `## Reveal` begins a section, `- **REVEAL-4** …` is a rule. */
export function readRules(behaviour: string): Rule[] {
  return behaviour.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'))
    return [...part.matchAll(/^- \*\*([A-Z]+-\d+)\*\* /gm)].map(([, number]) => ({ section, number: number! }))
  })
}

const head = `# Rules and their tests

For each rule of docs/behaviour.md, the tests that fail when it is broken. A
test proves the rules whose numbers its name begins with; \`test/rules/rules-table.test.ts\` checks that every rule has a test or a
reason, and that every number cited anywhere exists.
`

function renderRulesIndex(rules: Rule[], tests: TestName[], reasons: Record<string, string>): string {
  const sections = [...new Set(rules.map(({ section }) => section))]
  const tables = sections.map((section) => {
    const rows = rules
      .filter((rule) => rule.section === section)
      .flatMap(({ number }) => rowsOf(number, tests, reasons))
    return `\n## ${section}\n\n| rule | file | test |\n| --- | --- | --- |\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`
  })
  return head + tables.join('')
}

function rowsOf(number: string, tests: TestName[], reasons: Record<string, string>): string[][] {
  const proofs = tests.filter(({ numbers }) => numbers.includes(number))
  if (proofs.length === 0) return [[number, 'none', reasons[number] ?? '']]
  return proofs.map(({ file, name }) => [
    number,
    `\`${file}\``,
    name.replace(/^[A-Z\d, -]+: /, '').replaceAll('|', '\\|'),
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const behaviour = await readFile(new URL('../docs/behaviour.md', import.meta.url), 'utf8')
  process.stdout.write(renderRulesIndex(readRules(behaviour), await readTestNames(), rulesWithoutTest))
}
