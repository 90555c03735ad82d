import Fastify from 'fastify'
import { toContactPreview } from '../src/catalog/contact-preview.ts'
import { searchContacts } from '../src/contacts/search-contacts.ts'
import { writePreviews } from '../src/contacts/write-previews.ts'
import { buildSegment } from '../src/search/indexing/build-segment.ts'
import { feedOf } from '../src/search/indexing/row-feed.ts'
import { nextSegments } from '../src/search/segments/segment-set.ts'
import { readerOf } from '../src/search/serve/index-reader.ts'
import { readContact } from '../src/search/serve/read-hit.ts'
import type { Hit } from '../src/search/serve/segment-search.ts'
import { writeList } from '../src/search/serve/write-list.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom, syntheticRows } from './search-rows.ts'

const envelope = { nextCursor: null, total: 1, warnings: [], requestId: 'req_0123456789abcdef' }

/**
 * `npm run bench previews` (half a minute): a page of 25 previews, from the documents that a search found to the bytes of
 * the answer: copied from rows that were written before, written straight from the columns, or as objects through the serialiser that Fastify makes of the reply's schema
 * (fast-json-stringify), or through JSON.stringify. The last two once more with objects that are there already.
 */
export async function run(): Promise<void> {
  const feed = feedOf({ [Symbol.iterator]: () => syntheticRows({ contacts: 50_000, seed: 1 }) })
  const reader = readerOf(nextSegments([], [{ number: 1, segment: await buildSegment(feed) }]))
  const random = randomFrom(2)
  const pages = Array.from(
    { length: 200 },
    () => reader.searchContacts({ query: contactQuery(random), limit: 25 }).hits,
  )
  const full = pages.filter((hits) => hits.length === 25)
  const ready = full.map(objectsOf)
  const schema = await serialiserOf(searchContacts.reply)
  const times = bestOf(full.length, {
    'rows that were written before': (page) => bytesOf(full[page]!, nobody),
    'straight from the columns': (page) => bytesOf(full[page]!, everybody),
    'objects, fast-json-stringify': (page) => Buffer.from(schema(objectsOf(full[page]!))),
    'objects, JSON.stringify': (page) => Buffer.from(JSON.stringify(objectsOf(full[page]!))),
    'fast-json-stringify alone': (page) => Buffer.from(schema(ready[page]!)),
    'JSON.stringify alone': (page) => Buffer.from(JSON.stringify(ready[page]!)),
  })
  const [first] = Object.values(times)
  const bytes = full.reduce((sum, hits) => sum + bytesOf(hits, nobody).length, 0) / full.length
  console.log(`\n| a page of 25 previews (${Math.round(bytes)} bytes) | µs | ratio |\n|---|---|---|`)
  for (const [name, time] of Object.entries(times)) {
    console.log(`| ${name} | ${time.toFixed(1)} | ${(time / first!).toFixed(2)} |`)
  }
}

/** Rows are kept of contacts that are not revealed. */
const nobody = new Set<number>()
const everybody = new Set(Array.from({ length: 25 }, (_, place) => place))

const bytesOf = (hits: Hit[], revealed: ReadonlySet<number>): Buffer =>
  writeList(envelope, (writer) => writePreviews(writer, hits, { revealed, excluded: null, ownEmails: new Map() }))

const objectsOf = (hits: Hit[]) => ({
  object: 'list',
  data: hits.map((hit) => toContactPreview({ ...readContact(hit), revealed: false } as never)),
  has_more: false,
  next_cursor: null,
  total: 1,
  warnings: [],
  request_id: envelope.requestId,
})

async function serialiserOf(schema: object): Promise<(value: object) => string> {
  const { promise, resolve } = Promise.withResolvers<(value: object) => string>()
  const server = Fastify()
  server.get('/', async (_, reply) => {
    const serialise = reply.compileSerializationSchema(schema as never)
    resolve((value) => serialise(value as never) as string)
  })
  await server.inject('/')
  await server.close()
  return promise
}

/** Microseconds a page, in turn: of each page the best, since what other programs took in other rounds is not the writer's. */
function bestOf(pages: number, writers: Record<string, (page: number) => unknown>): Record<string, number> {
  const times = Object.entries(writers).map(([name, write]) => ({ name, write, best: Array<number>(pages).fill(1e9) }))
  for (let round = 0; round < 40; round++) {
    for (const { write, best } of times) {
      for (let page = 0; page < pages; page++) {
        const began = performance.now()
        write(page)
        best[page] = Math.min(best[page]!, (performance.now() - began) * 1_000)
      }
    }
  }
  return Object.fromEntries(times.map(({ name, best }) => [name, best.reduce((sum, time) => sum + time, 0) / pages]))
}
