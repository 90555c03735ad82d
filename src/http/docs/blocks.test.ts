/** Every block of code on the page is run by a test: one that is added fails here until it is. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toPlain } from '../../../test/support/run-snippet.ts'
import { createLog } from '../../base/log.ts'
import { plans } from '../../billing/plans/plans.ts'
import { operations } from '../../operations.ts'
import { serveDocs } from '../docs.ts'
import { createHttpServer, type HttpServer } from '../server.ts'
import { beginnings } from './clients.ts'
import { snippetsFor } from './guide-snippets.ts'
import { programs } from './programs.ts'
import { pythonPrograms } from './python-programs.ts'

const origin = 'http://localhost:8080'
let http: HttpServer
let page: string
beforeAll(async () => {
  http = createHttpServer({ log: createLog('silent'), publicUrl: origin })
  serveDocs(http.server, operations, { publicUrl: origin, plans })
  page = (await http.server.inject('/docs')).body
})
afterAll(() => http.stop())

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const tests = ['../guides.test.ts', '../program-guides.test.ts', 'packages.test.ts'].map(read).join('\n')
const pythonTests = read('../../../sdk-python/tests/python.test.ts')

/** What a reader can't paste, by its title, and why that is right. */
const shown: Record<string, string> = {
  Response: 'an answer; src/openapi.test.ts holds each against its schema',
  Error: 'an answer',
  Headers: 'of an answer',
  'For both': 'two settings, with the reader’s own key; program-guides.test.ts gives them to every program',
}

/** Which test runs it; null: none. */
function runBy(title: string, note: string, code: string): string | null {
  if (/(^|[ (])curl /m.test(code) && !code.startsWith('//')) return 'guides.test.ts, HTTP-22'
  const snippets = Object.entries(snippetsFor(origin)).filter(([, text]) => code.includes(text))
  if (snippets.length > 0)
    return snippets.every(([name]) => new RegExp(`\\b${name}\\b`).test(tests)) ? 'guides.test.ts' : null
  if (Object.values(programs).includes(code)) return 'program-guides.test.ts'
  if (Object.values(pythonPrograms).includes(code)) return 'python.test.ts'
  if (Object.values(beginnings).includes(code)) return 'guides.test.ts and python.test.ts'
  if (title === 'Request' && (note === 'TypeScript' || note === 'Python'))
    return 'guides.test.ts and python.test.ts, DOC-5'
  if (/^(npm|pip) install http/.test(code)) return 'packages.test.ts'
  return null
}

it('DOC-9: every block of code on the page is run by a test, or is an answer', () => {
  const blocks = [
    ...page.matchAll(
      /<figure class="code"><figcaption><span>([\s\S]*?)<\/span> <span class="note">([\s\S]*?)<\/span>[\s\S]*?<code>([\s\S]*?)<\/code>/g,
    ),
  ].map(([, title, note, code]) => ({ title: title!, note: note!, code: toPlain(code!) }))
  expect(blocks).toHaveLength(page.match(/<pre/g)!.length)
  expect(blocks.length).toBeGreaterThan(4 * operations.length)
  const left = blocks.filter(({ title, note, code }) => !(title in shown) && runBy(title, note, code) === null)
  expect(left).toEqual([])
})

it('DOC-9: every program of the guides is played by name, in both languages', () => {
  const unplayed = [
    ...Object.keys(programs).filter((name) => !tests.includes(`programs.${name}`)),
    ...Object.keys(pythonPrograms).filter((name) => !pythonTests.includes(`pythonPrograms.${name}`)),
  ]
  expect(unplayed).toEqual([])
})
