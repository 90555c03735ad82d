/** Random histories of imports and ingestion against a simple model of what is known, since when, and what changed. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { cases, seed } from '../../test/support/seed.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys } from '../catalog/catalogue-fixture.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { ingestLines, openIngestion } from '../catalog/import/ingest-lines.ts'
import { prepareInputs } from '../catalog/import/inputs/read-inputs.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { undoImport } from '../catalog/import/undo-import.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import { type Line, type Model, type Observation, observe, takeBack, technologies, toRows } from './history-model.ts'
import { createOperatorKey } from './operator-keys.ts'
import { takeLines } from './take-lines.ts'

let db: TestDatabase
let key: { id: string; name: string }
beforeAll(async () => {
  db = await createTestDatabase()
  key = { id: (await createOperatorKey(db.database, 'crawler')).id, name: 'crawler' }
})
afterAll(() => db.drop())

const day = 86_400_000
const start = Date.UTC(2024, 0, 1)

/** `at`: when it says that it was observed; `now`: it does not say so; `future`: in the year 3000, which is read as now. */
type Drawn<L extends Line = Line> = { line: L; at: number | 'now' | 'future' }
type Random = { (): number; pick<T>(list: readonly T[]): T }

function drawTime(random: Random, domain: string, taken: Set<string>): Drawn['at'] {
  const draw = random()
  let at: Drawn['at'] = draw < 0.05 ? 'now' : draw < 0.07 ? 'future' : start + Math.floor(random() * 12) * day
  // Two different statements at one moment are a correction, which has a test of its own.
  while (typeof at === 'number' && taken.has(`${domain} ${at}`)) at += 3_600_000
  taken.add(`${domain} ${at}`)
  return at
}

const dated = (at: Drawn['at']): { observed_at?: string } => ({
  ...(at === 'future' && { observed_at: '3000-01-01' }),
  ...(typeof at === 'number' && { observed_at: new Date(at).toISOString() }),
})

const drawDomain = (random: Random): string => `shop-${Math.floor(random() * 3)}.example`

function drawLine(random: Random, taken: Set<string>): Drawn<ImportedStore> {
  const domain = drawDomain(random)
  const at = drawTime(random, domain, taken)
  const has = () => random() < 0.6
  const line: ImportedStore = {
    domain,
    ...dated(at),
    ...(random() < 0.05 && { retired: true }),
    ...(has() && { traffic_tier: random.pick(['under_10k', '10k_50k', '1m_5m', null]) }),
    ...(has() && { shopify_plus: random.pick([true, false, null]) }),
    ...(has() && { apps: random() < 0.07 ? null : technologies.filter(() => random() < 0.5) }),
    ...(random() < 0.4 && { contacts: drawPeople(random) }),
  }
  return { line, at }
}

function drawPeople(random: Random): ImportedContact[] {
  const names = ['Ann Bee', 'Cid Dee', 'Eve Fay']
  const some = names.filter(() => random() < 0.5)
  return (some.length > 0 ? some : [random.pick(names)]).map((full_name) => ({ full_name }))
}

function drawObservation(random: Random, taken: Set<string>): Drawn<Observation> {
  const domain = drawDomain(random)
  const at = drawTime(random, domain, taken)
  const said = technologies.map((app) => ({ app, draw: random() }))
  const [present, absent] = [
    said.filter(({ draw }) => draw < 0.3).map(({ app }) => app),
    said.filter(({ draw }) => draw > 0.6).map(({ app }) => app),
  ]
  return { line: { domain, ...dated(at), apps: { present, absent } }, at }
}

/** Lines that do not say when share the moment of their import or request, so each store has one of them at most. */
function drawLines<L extends Line>(random: Random, draw: () => Drawn<L>): Drawn<L>[] {
  const undated = new Set<string>()
  return Array.from({ length: 1 + Math.floor(random() * 4) }, draw).filter(({ line, at }) => {
    if (typeof at === 'number') return true
    const isSecond = undated.has(line.domain)
    undated.add(line.domain)
    return !isSecond
  })
}

const drawIngested = (random: Random, taken: Set<string>): Drawn[] =>
  drawLines<Line>(random, () => (random() < 0.5 ? drawObservation(random, taken) : drawLine(random, taken)))

async function readNow(): Promise<number> {
  const [row] = await db.database.query<{ now: Date }>(sql`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`)
  return row!.now.getTime()
}

/** Sends the lines, sometimes after a crash, sometimes cut in two, sometimes twice, and tells the model. */
async function ingestInto(model: Model, random: Random, drawn: Drawn[], batchId: string): Promise<void> {
  const texts = drawn.map(({ line }) => `${JSON.stringify(line)}\n`)
  const beganAt = await readNow()
  if (random() < 0.2) await crash(drawn)
  const verdicts: { line: number; result: string }[] = []
  const send = async (body: AsyncIterable<Buffer>) => {
    const request = { key, batchId, source: 'crawler', body }
    for await (const some of takeLines(db.database, fixtureKeys, request)) {
      for (const verdict of some) if (verdict.result !== 'repeated') verdicts.push(verdict)
    }
  }
  if (random() < 0.3) {
    const sent = Math.floor(random() * (texts.length + 1))
    const cut = async function* () {
      yield Buffer.from(texts.slice(0, sent).join('') + (texts[sent] ?? '').slice(0, 12))
      throw new Error('cut')
    }
    await expect(send(cut())).rejects.toThrow('cut')
    expect(verdicts).toHaveLength(sent)
  }
  await send(Readable.from(texts.map((text) => Buffer.from(text))))
  if (random() < 0.3) await send(Readable.from([Buffer.from(texts.join(''))]))
  expect(verdicts.map(({ line }) => line)).toEqual(drawn.map((_, at) => at + 1))
  const [run] = await db.database.query<{ baseline: boolean }>(
    sql`SELECT baseline FROM imports WHERE kind = 'ingest' ORDER BY import_run DESC LIMIT 1`,
  )
  const observed = new Map((await readCatalogue()).stores.map((store) => [store.domain, store.observed]))
  drawn.forEach(({ line, at }, place) => {
    // The moment of its transaction, which only the store tells; of a line that changes nothing it does not matter.
    const moment = typeof at === 'number' ? at : Math.max(observed.get(line.domain) ?? 0, beganAt)
    const expected = observe(model, line, moment, run!.baseline)
    const { result } = verdicts[place]!
    expect(result === 'stale' || result === 'rejected' ? result : 'taken').toBe(expected)
  })
}

/** Everything was written, and nothing committed. */
async function crash(drawn: Drawn[]): Promise<void> {
  const ingestion = await openIngestion(db.database, fixtureKeys, { source: 'crawler', input: key.name })
  const arrivals = drawn.map(({ line }, at) => ({ line: at + 1, input: 'body', value: line }))
  const end = () => Promise.reject(new Error('killed'))
  await expect(ingestLines(ingestion, arrivals, { begin: async () => 0, end })).rejects.toThrow('killed')
  await ingestion.close()
}

/** Imports the lines, sometimes killed at its end and run again, sometimes while lines are ingested, and tells the model. */
async function importInto(
  model: Model,
  random: Random,
  drawn: Drawn<ImportedStore>[],
  taken: Set<string>,
  meanwhile: { drawn: Drawn[]; batchId: string } | null,
): Promise<void> {
  const lines = drawn.map(({ line }) => line)
  const options = { channelKeys: fixtureKeys, replace: random() < 0.15 }
  const other = drawLines(random, () => drawLine(random, taken))
  if (!meanwhile && random() < 0.2) await leaveInterrupted(model, other)
  if (!meanwhile && random() < 0.2) {
    const stop = new AbortController()
    const killed = importCatalogue(db.database, {
      ...{ ...options, source: readRecords(lines), signal: stop.signal },
      onProgress: () => stop.abort(new Error('killed')),
    })
    await expect(killed).rejects.toThrow('killed')
  }
  const before = structuredClone(model)
  const read = random() < 0.3 && lines.every(fitsRow) ? await readTable(lines) : readRecords(lines)
  const source = async function* () {
    if (meanwhile) await ingestInto(model, random, meanwhile.drawn, meanwhile.batchId)
    yield* read
  }
  const { importRun } = await importCatalogue(db.database, { ...options, source: source() })
  const [run] = await db.database.query<{ observed: Date; baseline: boolean }>(sql`
    SELECT observed_at AS observed, baseline FROM imports WHERE import_run = ${importRun}`)
  const { observed, baseline } = run!
  for (const { line, at } of drawn) {
    observe(model, line, typeof at === 'number' ? at : observed.getTime(), baseline)
  }
  if (options.replace) {
    const met = new Set([...drawn, ...(meanwhile?.drawn ?? [])].map(({ line }) => line.domain))
    for (const [domain, known] of model.stores) if (!met.has(domain)) known.retired = true
  }
  if (!meanwhile && random() < 0.2) {
    await undoImport(db.database, fixtureKeys, importRun)
    takeBack(model, before)
  }
}

/** An import of other files, which is killed before its last step: what it wrote stays, also if the next one is undone. */
async function leaveInterrupted(model: Model, drawn: Drawn<ImportedStore>[]): Promise<void> {
  const source = readRecords(drawn.map(({ line }) => line))
  const run = await importCatalogue(db.database, { channelKeys: fixtureKeys, source, inputs: [{ name: 'other' }] })
  const [begun] = await db.owner.query<{ observed: Date; baseline: boolean }>(sql`
    WITH undecided AS (UPDATE store_changes SET state = 'undecided' WHERE import_run = ${run.importRun} AND type = 'app_removed')
    UPDATE imports SET finished_at = NULL, result = NULL WHERE import_run = ${run.importRun}
    RETURNING observed_at AS observed, baseline`)
  for (const { line, at } of drawn)
    observe(model, line, typeof at === 'number' ? at : begun!.observed.getTime(), begun!.baseline)
}

/** In a table an empty cell says nothing, so it can't clear; and a row holds one of the people. */
const fitsRow = (line: ImportedStore): boolean =>
  !Object.values(line).includes(null) && (line.contacts ?? []).length < 2

async function readTable(lines: ImportedStore[]) {
  const quote = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  const rows = lines.map((line) =>
    [
      ...[line.domain, line.observed_at, line.retired, line.traffic_tier, line.shopify_plus],
      ...[line.apps && JSON.stringify(line.apps), line.contacts?.[0]?.full_name],
    ].map(quote),
  )
  const text = ['domain,observed at,retired,traffic tier,plus,apps,full name', ...rows].join('\n')
  const input = { name: 'records', bytesTotal: null, format: 'csv', about: 'stores', path: null } as const
  const columns = {
    ...{ domain: 'domain', 'observed at': 'observed_at', retired: 'retired', 'traffic tier': 'traffic_tier' },
    ...{ plus: 'shopify_plus', apps: 'apps', 'full name': 'contact.full_name' },
  }
  const { source } = await prepareInputs([{ ...input, open: () => Readable.from([Buffer.from(text)]) }], {
    map: { path: 'map', contents: { columns } },
  })
  return source
}

async function readCatalogue() {
  const stores = await db.database.query<{ domain: string; observed: number }>(sql`
    SELECT domain, extract(epoch FROM first_seen_at)::float8 * 1000 AS "firstSeen",
      extract(epoch FROM observed_at)::float8 * 1000 AS observed, retired_at IS NOT NULL AS retired,
      traffic_tier AS tier, shopify_plus AS plus, ARRAY(SELECT unnest(apps) ORDER BY 1) AS apps
    FROM stores ORDER BY domain`)
  const changes = await db.database.query<{ line: string }>(sql`
    SELECT concat(domain, ' ', (extract(epoch FROM c.observed_at) * 1000)::bigint, ' ', type, ' ', value) AS line
    FROM store_changes c JOIN stores USING (store_id)`)
  const people = await db.database.query<{ domain: string; name: string; line: string }>(sql`
    SELECT domain, full_name AS name, concat(domain, ' ', full_name, ' ',
      (extract(epoch FROM coalesce(seen_at, people_seen_at, c.updated_at)) * 1000)::bigint) AS line
    FROM contacts c JOIN stores USING (store_id)`)
  return { stores, changes: changes.map(({ line }) => line).sort(), people }
}

const histories = cases(4)

/** mulberry32. */
function seededRandom(history: number): Random {
  let state = (seed + history * 7_919) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return Object.assign(next, { pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]! })
}

test(`CHANGE-1, CHANGE-2, CHANGE-3, CHANGE-4, IMPORT-18, IMPORT-28, IMPORT-31, INGEST-2, INGEST-3, INGEST-4: ${histories} random histories end as a simple model says`, async () => {
  for (let history = 0; history < histories; history += 1) {
    const random = seededRandom(history)
    await db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`)
    const model: Model = { stores: new Map(), changes: [] }
    const taken = new Set<string>()
    let last: Drawn<ImportedStore>[] = []
    for (let step = 0; step < 7; step += 1) {
      const batchId = `${seed}-${history}-${step}`
      const isIngestion = random() < 0.3
      if (isIngestion) {
        const isRepeat = last.length > 0 && random() < 0.15
        await ingestInto(model, random, isRepeat ? last : drawIngested(random, taken), batchId)
      } else {
        const isRepeat = last.length > 0 && random() < 0.15
        const drawn = isRepeat ? last : drawLines(random, () => drawLine(random, taken))
        const meanwhile = random() < 0.15 ? { drawn: drawIngested(random, taken), batchId } : null
        await importInto(model, random, drawn, taken, meanwhile)
        last = drawn.filter(({ at }) => typeof at === 'number')
      }
      const { people, ...rest } = await readCatalogue()
      const isCompared = ({ domain, name }: { domain: string; name: string }) =>
        model.stores.get(domain)!.people.get(name) !== null
      const found = {
        ...rest,
        people: people
          .filter(isCompared)
          .map(({ line }) => line)
          .sort(),
      }
      expect(found, `seed ${seed}, history ${history}, step ${step}`).toEqual(toRows(model))
    }
  }
})
