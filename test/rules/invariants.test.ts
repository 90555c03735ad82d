/** The numbered invariants in the READMEs of all modules, held against the tests that cite them. */
import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readTestNames } from '../../scripts/test-names.ts'

const root = new URL('../../', import.meta.url)
const invariants: string[] = []
const unnumbered: { readme: string; text: string; rules: string[] }[] = []
const paths: { readme: string; path: string }[] = []
for await (const readme of glob('src/**/README.md', { cwd: root })) {
  const text = await readFile(new URL(readme, root), 'utf8')
  invariants.push(...[...text.matchAll(/^(?:\| |- \*\*)([A-Z]+\d+)\b/gm)].map(([, number]) => number!))
  const [, section = ''] = /^## Invariants\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? []
  for (const item of section.split(/^(?=- |\d+\. )/m).slice(1)) {
    if (/^- \*\*[A-Z]+\d+\b/.test(item)) continue
    unnumbered.push({ readme, text: item, rules: [...item.matchAll(/`([A-Z]+-\d+)`/g)].map(([, rule]) => rule!) })
  }
  paths.push(...[...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => ({ readme, path: path! })))
}
const cited = (await readTestNames()).flatMap(({ file, numbers }) =>
  numbers.filter((number) => !number.includes('-')).map((number) => ({ file, number })),
)

it('no two invariants have one number', () => {
  expect(invariants.length).toBeGreaterThan(80)
  expect(invariants.filter((number, at) => invariants.indexOf(number) !== at)).toEqual([])
})

it('every invariant is cited by a test', () => {
  const proved = new Set(cited.map(({ number }) => number))
  expect(invariants.filter((number) => !proved.has(number))).toEqual([])
})

it('every invariant that a test cites is there', () => {
  expect(cited.filter(({ number }) => !invariants.includes(number))).toEqual([])
})

it('an invariant without a number of its own names the rule whose tests prove it', async () => {
  const behaviour = await readFile(new URL('docs/behaviour.md', root), 'utf8')
  const known = new Set([...behaviour.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, rule]) => rule!))
  expect(unnumbered.length).toBeGreaterThan(25)
  expect(unnumbered.filter(({ rules }) => rules.length === 0 || !rules.every((rule) => known.has(rule)))).toEqual([])
})

it('every test that a README names is there', async () => {
  const files = new Set<string>()
  for await (const file of glob('{src,cli,sdk,web,test}/**/*.test.ts', { cwd: root })) files.add(file)
  const missing = paths.filter(
    ({ readme, path }) =>
      ![...files].some(
        (file) =>
          file === path ||
          file.endsWith(`/${path.replace(/^(\.\.\/)+/, '')}`) ||
          file === `${readme.replace('README.md', '')}${path}`,
      ),
  )
  expect(missing).toEqual([])
})
