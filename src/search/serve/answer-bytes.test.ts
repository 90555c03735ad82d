/** Answers are written as bytes: they say what the reply's schema lets through of the objects, and nothing more. */
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { seed } from '../../../test/support/seed.ts'
import { fixedClock } from '../../base/clock.ts'
import { admittedBefore } from '../../call/entry.ts'
import type { Principal } from '../../call/principal.ts'
import { importStores } from '../../catalog/catalogue-fixture.ts'
import { openFeed } from '../../catalog/feed.ts'
import { searchContacts } from '../../contacts/search-contacts.ts'
import { searchStores } from '../../stores/search-stores.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import { today } from '../query/timed-oracle-fixture.ts'
import { indexOf } from './index-fixture.ts'
import type { SearchIndex } from './search-index.ts'

const requestId = 'req_0123456789abcdef'

/** What an operation needs of the service, over an index that is at hand. */
async function needsFor(catalogueSeed: number) {
  const index = await indexOf([randomCatalogue(catalogueSeed, 150)])
  const searchIndex = { reader: () => index, suppressionVersion: () => 0 } as unknown as SearchIndex
  return {
    database: undefined as never,
    searchIndex,
    settlement: {
      settle: async (_: Principal, { rows }: { rows: number }) => ({
        granted: Math.min(rows, 40),
        left: 1_000,
        revealed: new Set([0, 3, 17]),
      }),
      admitWithPage: async () => null,
      check: async () => {},
      close: async () => {},
    },
    cursors: { seal: () => 'sealed "cursor"', open: () => '' },
    clock: fixedClock(() => new Date(today)),
    exclusions: {
      of: () => ({
        version: 0,
        contacts: { ids: new Set<string>() },
        stores: { ids: new Set<string>() },
        ownEmails: new Map(),
      }),
      refresh: async () => {},
    },
    publicUrl: 'http://localhost:8080',
  }
}

const principal = { account: { id: 'acc_1' } } as Principal
const request = { requestId, setHeader: () => {} }
const callWith = (body: object) => ({ ...request, principal, body }) as never
const earlyCallWith = (body: object) => ({ ...request, caller: admittedBefore(principal), body }) as never

describe('SEARCH-1: an answer that is written as bytes', () => {
  const bodies = [
    { limit: 100 },
    { limit: 3, store: { apps: { any: ['Klaviyo', 'No "such" app\n'] } } },
    { limit: 100, facets: ['app', 'country', 'change'] },
    { limit: 100, sort: 'newest', store: { changes: { any: [{ type: 'app_added', within_days: 90 }] } } },
    { store: { query: 'northwind' }, excluded: 'show' },
    { store: { query: 'nowhere' }, facets: ['category'] },
  ]
  it.each([searchContacts, searchStores])(
    'is byte for byte what the schema of $id makes of the objects',
    async (operation) => {
      const needs = await needsFor(seed)
      const server = Fastify()
      server.post(`/${operation.id}`, { schema: { response: { 200: operation.reply } } }, async ({ body }) => ({
        ...(await operation.run(callWith(body as object), needs)),
        request_id: requestId,
      }))
      // Once more from the first: by then rows are copied instead of written.
      for (const body of [...bodies, ...bodies]) {
        const { body: expected } = await server.inject({ method: 'POST', url: `/${operation.id}`, payload: body })
        const written = await operation.runEarly!(earlyCallWith(body), needs)
        expect(written.toString('utf8') === expected).toBe(true)
      }
    },
  )

  it('is right when one after the other is written into the same memory', async () => {
    const needs = await needsFor(seed + 1)
    const first = await searchContacts.runEarly!(earlyCallWith({ limit: 100 }), needs)
    const copy = first.toString('utf8')
    await searchStores.runEarly!(earlyCallWith({ limit: 100 }), needs)
    expect(first.toString('utf8')).toBe(copy)
  })
})

describe('S9: the buffers of an index', () => {
  let store: TestDatabase
  beforeAll(async () => {
    store = await createTestDatabase()
  })
  afterAll(() => store.drop())

  /** Every buffer that can be reached from a segment. */
  function buffersIn(value: unknown): Uint8Array[] {
    if (ArrayBuffer.isView(value)) return [new Uint8Array(value.buffer)]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : []
  }

  it('hold no channel and no last name, only what previews show', async () => {
    const planted = {
      last: 'Plantagenetovich',
      email: 'planted.mail@plantmail.example',
      phone: '+44 20 7946 0991',
      profile: 'https://www.linkedin.com/in/planted-profile',
      source: 'planted-source-id',
    }
    await importStores(store.database, [
      {
        domain: 'planted.example',
        name: 'Shown Shop',
        contacts: [
          {
            source_id: planted.source,
            first_name: 'Shownfirst',
            last_name: planted.last,
            full_name: `Shownfirst ${planted.last}`,
            title: `Shown title of ${planted.last}`,
            emails: [{ email: planted.email, status: 'verified', type: 'work', is_primary: true }],
            phones: [{ phone: planted.phone, type: 'direct', is_primary: true }],
            linkedin_url: planted.profile,
          },
          { first_name: 'Nobody', last_name: planted.last, full_name: `Nobody ${planted.last}` },
        ],
      },
    ])
    const segment = await buildSegment(await openFeed({ databaseUrl: store.url }))
    const texts = buffersIn(segment).map((bytes) => Buffer.from(bytes).toString('latin1').toLowerCase())
    const holds = (text: string) => texts.some((buffer) => buffer.includes(text.toLowerCase()))
    expect(
      ['Shown Shop', 'Shownfirst', 'P***', 'planted.example', 'Shown title'].filter((text) => !holds(text)),
    ).toEqual([])
    const secrets = [
      planted.last,
      planted.email,
      'plantmail',
      '7946',
      'linkedin.com',
      'planted-profile',
      planted.source,
    ]
    expect(secrets.filter(holds)).toEqual([])
  })
})
