/** The layers of web/src, as web/README.md lists them: an import leads down, never up or to the side. And its tokens. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCyclesIn, importsOf, isCode, readSources } from '../../scripts/source-files.ts'
import { settingsSections } from '../../web/src/shared/paths.ts'

const root = new URL('../../', import.meta.url).pathname
const folder = 'web/src/'
const layers = ['app', 'pages', 'shared', 'ui', 'api']

const sources = readSources(root, /\.tsx?$/).filter(({ path }) => path.startsWith(folder))
const arrows = sources.filter(isCode).flatMap((source) =>
  importsOf(source)
    .filter(({ to }) => to.startsWith(folder) && /\.tsx?$/.test(to))
    .map(({ to }) => ({ from: source.path.slice(folder.length), to: to.slice(folder.length) })),
)

const layerOf = (path: string): string => path.split('/')[0]!
const pageOf = (path: string): string => path.split('/').slice(0, 2).join('/')
const said = ({ from, to }: { from: string; to: string }): string => `${from} -> ${to}`

describe('the web application', () => {
  it('consists of its layers, and of no file outside of them', () => {
    expect([...new Set(arrows.flatMap(({ from, to }) => [layerOf(from), layerOf(to)]))].sort()).toEqual(
      [...layers].sort(),
    )
  })

  it('imports only from the same layer or from one below it', () => {
    const isUp = ({ from, to }: (typeof arrows)[number]) => layers.indexOf(layerOf(to)) < layers.indexOf(layerOf(from))
    expect(arrows.filter(isUp).map(said)).toEqual([])
  })

  it('has pages that do not know each other', () => {
    const isAside = ({ from, to }: (typeof arrows)[number]) =>
      layerOf(from) === 'pages' && layerOf(to) === 'pages' && pageOf(from) !== pageOf(to)
    expect(arrows.filter(isAside).map(said)).toEqual([])
  })

  it('has a ui that knows nothing of the product, not even its API', () => {
    const outside = arrows.filter(({ from, to }) => layerOf(from) === 'ui' && layerOf(to) !== 'ui')
    expect(outside.map(said)).toEqual([])
  })

  it('has no folders that import each other, however long the way round', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to } of arrows) {
      const [a, b] = [dirname(from), dirname(to)]
      if (a !== b) graph.set(a, [...new Set([...(graph.get(a) ?? []), b])])
    }
    expect(findCyclesIn(graph)).toEqual([])
  })

  it('takes every radius from ui/styles.css', () => {
    const own = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/rounded(-[a-z]+)?-\[[^\]]+\]/g)].map(([radius]) => `${path}: ${radius}`),
    )
    expect(own).toEqual([])
  })
})

it('every page of the settings that mails and errors lead to is there', () => {
  const sections = Object.keys(settingsSections)
  const named = [...readFileSync(`${root}src/base/page-urls.ts`, 'utf8').matchAll(/section: ('[^)]+')/g)].flatMap(
    ([, union]) => union!.split(' | ').map((one) => one.replaceAll("'", '')),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((section) => !sections.includes(section))).toEqual([])
})
