/** The order inside a module: its folders import each other in one direction only. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importsOf, isCode, isTest, readSources } from '../../scripts/source-files.ts'

const root = new URL('../../', import.meta.url).pathname
const files = readSources(root, /\.ts$/).filter(
  (source) =>
    /^src\/[^/]+\//.test(source.path) && isCode(source) && !isTest(source) && !/fixture\.ts$/.test(source.path),
)

/** `src/search/query/facets.ts` is in `query` of `search`; files of the module itself are in `.`. */
function placeOf(path: string): { module: string; folder: string } {
  const [, module, ...rest] = path.split('/')
  return { module: module!, folder: rest.length > 1 ? rest[0]! : '.' }
}

/** By module: which folder imports from which, with an example. */
const arrows = new Map<string, Map<string, string>>()
for (const source of files) {
  const from = placeOf(source.path)
  for (const { to } of importsOf(source)) {
    if (!to.startsWith(`src/${from.module}/`)) continue
    const target = placeOf(to)
    if (target.folder === from.folder) continue
    const known = arrows.get(from.module) ?? new Map<string, string>()
    known.set(`${from.folder} > ${target.folder}`, `${source.path} imports ${to}`)
    arrows.set(from.module, known)
  }
}

it('folders of a module import each other in one direction only', () => {
  const pairs = [...arrows].flatMap(([module, ofModule]) =>
    [...ofModule.keys()].flatMap((arrow) => {
      const [from, to] = arrow.split(' > ') as [string, string]
      return from < to && ofModule.has(`${to} > ${from}`) ? [`${module}: ${from} and ${to}`] : []
    }),
  )
  expect(pairs).toEqual([])
})

it('a module that states the order of its folders in its README keeps it', () => {
  const broken = [...arrows].flatMap(([module, ofModule]) => {
    const readme = `${root}src/${module}/README.md`
    const stated = existsSync(readme) ? /^Order: `([^`]+)`/m.exec(readFileSync(readme, 'utf8'))?.[1] : undefined
    if (stated === undefined) return []
    // Files of the module itself are above all of its folders.
    const order = [...stated.split(' < '), '.']
    return [...ofModule].flatMap(([arrow, example]) => {
      const [from, to] = arrow.split(' > ') as [string, string]
      return order.includes(from) && order.indexOf(to) !== -1 && order.indexOf(to) < order.indexOf(from)
        ? []
        : [example]
    })
  })
  expect(broken).toEqual([])
  expect(readFileSync(`${root}src/search/README.md`, 'utf8')).toMatch(/^Order: `schema < columns/m)
})
