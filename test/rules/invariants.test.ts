/** The numbered invariants in the READMEs of all modules, held against the tests that cite them. */
import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readTestNames } from '../../scripts/test-names.ts'

const root = new URL('../../', import.meta.url)
const invariants: string[] = []
const paths: { readme: string; path: string }[] = []
for await (const readme of glob('src/**/README.md', { cwd: root })) {
  const text = await readFile(new URL(readme, root), 'utf8')
  invariants.push(...[...text.matchAll(/^(?:\| |- \*\*)([A-Z]+\d+)\b/gm)].map(([, number]) => number!))
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
