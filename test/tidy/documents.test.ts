/** What ARCHITECTURE.md, the map and the READMEs say of files, tables and decisions, held against the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readModules } from '../../scripts/module-graph.ts'
import { readSources } from '../../scripts/source-files.ts'
import { retention } from '../../src/wiring/retention.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const modules = [...readModules(root).values()].filter(({ name }) => existsSync(`${root}src/${name}/README.md`))
const paths = readSources(root, /\.(ts|tsx|mjs|sql)$/).map(({ path }) => path)

describe('READMEs of modules', () => {
  const allTables = new Set(modules.flatMap(({ owns }) => owns))

  it.each(modules)('$name names the tables that it owns, and no other', ({ name, owns }) => {
    const sentence = /\*\*Owns\*\*([\s\S]*?)(?=\*\*Does not own\*\*|\n\n)/.exec(read(`src/${name}/README.md`))?.[1]
    const named = [...(sentence ?? '').matchAll(/`(\w+)`/g)].map(([, table]) => table!)
    expect(named.filter((table) => allTables.has(table)).sort()).toEqual([...owns].sort())
  })
})

describe('PRIVACY-17: docs/privacy.md, the operator’s record', () => {
  const record = /## What is processed where([\s\S]*?)### Outside the database/.exec(read('docs/privacy.md'))![1]!
  const tablesIn = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table!)
  const rows = [...record.matchAll(/^\| (`.*?) \| .*? \| (.*) \|$/gm)].map(([, where, howLong]) => ({
    tables: tablesIn(where!),
    howLong: howLong!,
  }))
  const withoutPeople = tablesIn(/Tables without people:([\s\S]*)/.exec(record)![1]!)

  it('names every table once: with what it holds of people and for how long, or as one without people', () => {
    const named = [...rows.flatMap(({ tables }) => tables), ...withoutPeople]
    expect(named.sort()).toEqual(modules.flatMap(({ owns }) => owns).sort())
  })

  it('says of each table with people how long housekeeping keeps it', () => {
    const wrong = retention.filter(({ table, keeps }) => {
      const row = rows.find(({ tables }) => tables.includes(table))
      return row && !row.howLong.includes(keeps.split(/[;,]/)[0]!)
    })
    expect(wrong.map(({ table, keeps }) => `${table}: ${keeps}`)).toEqual([])
  })
})

const plumbing = ['db', 'queue', 'metrics', 'threads']
const folders = [...modules.map(({ name }) => name), ...plumbing]
const readmes = ['cli/README.md', 'web/README.md', ...folders.map((name) => `src/${name}/README.md`)]
const findFile = (path: string) => paths.find((known) => `/${known}`.endsWith(`/${path}`))

const maps = ['docs/map/to-change.md', 'docs/map/follow-a-behaviour.md']

it('every file that ARCHITECTURE.md, the map or a README of a module names is there', () => {
  const missing = ['ARCHITECTURE.md', ...maps, ...readmes].flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\.(?:ts|tsx|sql))`/g)]
      .map(([, path]) => path!.replace(/^(\.\.\/)+/, ''))
      .filter((path) => findFile(path) === undefined)
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('a file in a table of a README is in its folder, or in a folder that its row names before it', () => {
  const strayIn = (document: string, row: string): string[] => {
    const places = [dirname(document)]
    const stray: string[] = []
    for (const [, path] of row.matchAll(/`([\w./-]+(?:\.(?:ts|tsx|sql)|\/))`/g)) {
      const here = places.map((place) => join(place, path!))
      const byPath = path!.includes('/') && !path!.startsWith('.') ? findFile(path!) : undefined
      const found = here.find((file) => paths.includes(file)) ?? byPath
      if (path!.endsWith('/')) places.push(...here)
      else if (found !== undefined) places.push(dirname(found))
      else stray.push(`${document}: ${path}`)
    }
    return stray
  }
  const rowsOf = (document: string) =>
    read(document)
      .split('\n')
      .filter((line) => line.startsWith('|'))
  expect(readmes.flatMap((document) => rowsOf(document).flatMap((row) => strayIn(document, row)))).toEqual([])
})

it('every name that a map places in a file is in that file', () => {
  const text = ['ARCHITECTURE.md', ...maps, 'web/README.md', 'cli/README.md'].map(read).join('\n')
  const pairs = [
    ...[...text.matchAll(/`(\w+)` in `([\w./-]+\.tsx?)`/g)].map(([, name, path]) => [path!, name!] as const),
    ...[...text.matchAll(/`([\w./-]+\.tsx?)` \(((?:`\w+`(?:, )?)+)/g)].flatMap(([, path, names]) =>
      [...names!.matchAll(/\w+/g)].map(([name]) => [path!, name] as const),
    ),
  ]
  expect(pairs.length).toBeGreaterThan(100)
  const isIn = ([path, name]: readonly [string, string]) =>
    paths.some((known) => `/${known}`.endsWith(`/${path}`) && new RegExp(`\\b${name}\\b`).test(read(known)))
  expect(pairs.filter((pair) => !isIn(pair))).toEqual([])
})

it('every decision has a number of its own, and a line in the list', () => {
  const files = readdirSync(`${root}docs/decisions`).filter((name) => name !== 'README.md')
  const numbers = files.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(files.length)
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\((\1-[\w-]+\.md)\) (.+)$/gm)]
  expect(listed.map(([, , name]) => name)).toEqual(files.sort())
  for (const [, number, name, title] of listed) {
    expect(read(`docs/decisions/${name}`)).toContain(`# ${Number(number)}. ${title}\n`)
  }
})

it.each(['docs/behaviour.md', ...maps])('the contents of %s name every section, in its order', (document) => {
  const text = read(document)
  const contents = text.slice(0, text.indexOf('\n## '))
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  expect([...contents.matchAll(/\[([^\]]+)\]\(#[\w-]+\)/g)].map(([, title]) => title)).toEqual(sections)
})
