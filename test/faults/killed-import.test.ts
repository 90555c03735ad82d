/** An import is killed between its batches while nodes search: a total is always that of one state of the catalogue. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/base/sql.ts'
import type { ImportedStore } from '../../src/catalog/import-record.ts'
import { suppress, unsuppress } from '../../src/catalog/suppressions.ts'
import { openDatabase } from '../../src/db/database.ts'
import { commandPath, environmentFor } from '../support/command.ts'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

const shop = (number: number, country: string, people: string[]): ImportedStore => ({
  domain: `shop-${number}.example`,
  country,
  contacts: people.map((name) => ({
    source_id: name,
    first_name: name,
    emails: [{ email: `${name.toLowerCase()}${number}@shop.example`, status: 'verified' }],
  })),
})
const before = Array.from({ length: 1_200 }, (_, number) => shop(number, 'US', ['Ann', 'Bea']))
/** A batch is 1,000 stores. The first one changes stores that are known, the second one also brings new ones. */
const file = [
  ...before.map((_, number) => shop(number, 'CA', ['Ann', 'Bea', 'Cy'])),
  ...Array.from({ length: 2_300 }, (_, at) => shop(before.length + at, 'NZ', ['Dee'])),
]
const lines = file.map((store) => `${JSON.stringify(store)}\n`)

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp(before)
})
afterAll(() => test.stop())

type Totals = { total: number; countries: Record<string, number> }
type CatalogueTotals = { contacts: Totals; stores: Totals }

const totalsOf = (rows: { value: string; count: number }[]): Totals => ({
  total: rows.reduce((sum, { count }) => sum + count, 0),
  countries: Object.fromEntries(rows.map(({ value, count }) => [value, count])),
})

/** By reading every row that the database holds. */
async function countRows(): Promise<CatalogueTotals> {
  const { database } = test.store
  const contacts = sql`
    SELECT country AS value, count(*)::int AS count FROM contacts c JOIN stores s USING (store_id)
    WHERE c.retired_at IS NULL AND s.retired_at IS NULL AND NOT suppressed AND (has_email OR has_phone OR has_linkedin)
    GROUP BY country`
  const stores = sql`
    SELECT country AS value, count(*)::int AS count FROM stores WHERE retired_at IS NULL GROUP BY country`
  return { contacts: totalsOf(await database.query(contacts)), stores: totalsOf(await database.query(stores)) }
}

/** What a node says of everything; nothing but a 200 is an answer. */
async function ask({ http }: App, kind: keyof CatalogueTotals): Promise<Totals> {
  const response = await http.server.inject({
    method: 'POST',
    url: `/api/v1/${kind}/search`,
    headers: { authorization: `Bearer ${test.apiKey}` },
    payload: { limit: 1, facets: ['country'] },
  })
  expect(response.statusCode).toBe(200)
  const { total, facets } = response.json()
  return { total, countries: totalsOf(facets.country).countries }
}

const askAll = async (app: App): Promise<CatalogueTotals> => ({
  contacts: await ask(app, 'contacts'),
  stores: await ask(app, 'stores'),
})

/** Asks the node that follows the catalogue again and again, and keeps each answer that differs from the one before it. */
function keepAsking() {
  const seen = { contacts: [] as Totals[], stores: [] as Totals[] }
  let isOver = false
  async function askUntilOver(): Promise<void> {
    for (let isLast = false; !isLast; ) {
      await setTimeout(20)
      isLast = isOver
      const said = await askAll(test.app)
      for (const kind of ['contacts', 'stores'] as const) {
        if (JSON.stringify(said[kind]) !== JSON.stringify(seen[kind].at(-1))) seen[kind].push(said[kind])
      }
    }
  }
  const asking = askUntilOver()
  const stop = async () => {
    isOver = true
    await asking
    return seen
  }
  onTestFinished(async () => void (await stop().catch(() => {})))
  return stop
}

/** What a node says that builds its index now. */
async function askNewNode(): Promise<CatalogueTotals> {
  const database = openDatabase({ url: test.store.url })
  const { secrets } = test
  const app = createApp({ database, secrets, publicUrl: 'http://localhost:8080', log: createLog('silent') })
  try {
    await app.start()
    return await askAll(app)
  } finally {
    await app.stop()
    await database.close()
  }
}

/** The command as operators run it; lines come through its standard input. */
function startImport() {
  const { PATH = '', HOME = '/' } = process.env
  const CHANNEL_KEY = test.secrets.channelKeys.map((key) => key.toString('base64')).join(',')
  const child = spawn(commandPath, ['import', '-'], {
    env: { PATH, HOME, ...environmentFor(test.store.url), CHANNEL_KEY },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => {})
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

/** The import waits for more lines when it is killed: whole batches are in the database, and the rest of its lines is lost. */
async function killImportAfter(linesCount: number): Promise<CatalogueTotals> {
  const untouched = await countRows()
  const { child, ended } = startImport()
  child.stdin.write(lines.slice(0, linesCount).join(''))
  await expect.poll(countRows, { timeout: 60_000 }).not.toEqual(untouched)
  child.kill('SIGKILL')
  await ended
  return countRows()
}

async function importEverything(): Promise<number | null> {
  const { child, ended } = startImport()
  child.stdin.end(lines.join(''))
  return ended
}

it('SEARCH-3, IMPORT-7: while an import runs and after it is killed, a node answers with the exact totals of the catalogue before it, and a new node with those of the rows that are there', async () => {
  const published = await countRows()
  const stopAsking = keepAsking()
  const left = await killImportAfter(1_500)
  expect(left.stores.countries).toEqual({ US: 200, CA: 1_000 })
  expect(await askNewNode()).toEqual(left)
  expect(await stopAsking()).toEqual({ contacts: [published.contacts], stores: [published.stores] })
})

it('SEARCH-3, S14: with the next change of the catalogue, a node has exactly the rows that a killed import left', async () => {
  const { database } = test.store
  const target = { domain: 'shop-1199.example' }
  await suppress(database, test.app.channelKeys, target)
  await unsuppress(database, test.app.channelKeys, target)
  const left = await countRows()
  expect(left.stores.countries).toEqual({ US: 200, CA: 1_000 })
  await expect.poll(() => askAll(test.app), { timeout: 60_000 }).toEqual(left)
})

it('SEARCH-3, IMPORT-7: killed again and then run to its end, the same import leads to the full totals on every node, with none in between', async () => {
  const published = await countRows()
  const stopAsking = keepAsking()
  const left = await killImportAfter(2_600)
  expect(left.stores.countries).toEqual({ CA: 1_200, NZ: 800 })
  // The server may take a moment to notice that the killed process is gone; until then its lock refuses others.
  await expect.poll(importEverything, { timeout: 120_000 }).toBe(0)
  const full = await countRows()
  expect([full.stores.total, full.contacts.total]).toEqual([3_500, 5_900])
  await expect.poll(() => askAll(test.app), { timeout: 60_000 }).toEqual(full)
  expect(await askNewNode()).toEqual(full)
  expect(await stopAsking()).toEqual({
    contacts: [published.contacts, full.contacts],
    stores: [published.stores, full.stores],
  })
})
