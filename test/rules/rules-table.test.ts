import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const table = await read('docs/rules.md')
const rows = table
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells[2]?.startsWith('`'))
  .map(([, rule, file, name]) => ({ rule: rule!, file: file!.slice(1, -1), name: name! }))

/** The names that a file gives to its tests and groups of tests, as they are written there. */
async function namesIn(file: string): Promise<Set<string>> {
  const source = await read(file).catch(() => '')
  return new Set([...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map(([, , name]) => name!))
}

it('every test that docs/rules.md names exists', async () => {
  expect(rows.length).toBeGreaterThan(150)
  const missing: string[] = []
  for (const file of new Set(rows.map((row) => row.file))) {
    const names = await namesIn(file)
    missing.push(
      ...rows.filter((row) => row.file === file && !names.has(row.name)).map((row) => `${file}: ${row.name}`),
    )
  }
  expect(missing).toEqual([])
})

it('every test of a named rule stands in docs/rules.md', async () => {
  const listed = new Set(rows.map(({ file, name }) => `${file}: ${name}`))
  const unlisted: string[] = []
  for await (const path of glob('test/rules/*.test.ts', { cwd: root })) {
    for (const name of await namesIn(path)) {
      if (/^(spec|contract) \d/.test(name) && !listed.has(`${path}: ${name}`)) unlisted.push(`${path}: ${name}`)
    }
  }
  expect(unlisted).toEqual([])
})

it('every section that these operations have to keep has rules in docs/rules.md', () => {
  const sections = [...table.matchAll(/^## (Specification|Contract) ([\d.]+)/gm)].map(
    ([, book, section]) => `${book} ${section}`,
  )
  expect(sections).toEqual([
    ...['1', '2.1', '3', '4.1', '5', '7', '8'].map((section) => `Specification ${section}`),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((section) => `Contract ${section}`),
  ])
})
