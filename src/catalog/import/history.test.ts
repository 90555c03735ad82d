/** Random histories of imports against a simple model of what is known, since when, and what changed. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { cases, seed } from '../../../test/support/seed.ts'
import { sql } from '../../base/sql.ts'
import { trafficTiers } from '../../base/tiers.ts'
import { fixtureKeys, importStores } from '../catalogue-fixture.ts'
import type { ImportedStore } from '../import-record.ts'
import { importCatalogue } from './import-catalogue.ts'
import { prepareInputs } from './inputs/read-inputs.ts'
import { undoImport } from './undo-import.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const technologies = ['Klaviyo', 'Judge.me', 'Recharge']
type Mark = 'has' | 'gone' | number
type Known = {
  firstSeen: number
  observed: number
  retired: boolean
  tier: string | null
  plus: boolean | null
  /** By technology: held, not held, or missing since an observation. Null: never stated. */
  apps: Record<string, Mark> | null
  people: Set<string>
}
type Model = { stores: Map<string, Known>; changes: string[] }

function observe(model: Model, line: ImportedStore, at: number, isBaseline: boolean): void {
  const note = (type: string, value = '') => model.changes.push(`${line.domain} ${at} ${type} ${value}`)
  const known = model.stores.get(line.domain)
  if (known && at < known.observed) return
  if (line.retired) {
    if (known) known.retired = true
    return
  }
  const one: Known = known ?? {
    firstSeen: at,
    observed: at,
    retired: false,
    tier: null,
    plus: null,
    apps: null,
    people: new Set(),
  }
  if (!known) {
    model.stores.set(line.domain, one)
    if (!isBaseline) note('store_added')
  }
  const isFirst = one.firstSeen === at
  if (line.traffic_tier !== undefined) {
    const [from, to] = [one.tier, line.traffic_tier].map((tier) =>
      trafficTiers.findIndex(({ value }) => value === tier),
    )
    if (!isFirst && from! >= 0 && to! >= 0 && from !== to) note(to! > from! ? 'traffic_tier_up' : 'traffic_tier_down')
    one.tier = line.traffic_tier
  }
  if (line.shopify_plus !== undefined) {
    const { shopify_plus: plus } = line
    if (!isFirst && one.plus !== null && plus !== null && one.plus !== plus)
      note(plus ? 'shopify_plus_gained' : 'shopify_plus_lost')
    one.plus = plus
  }
  if (line.apps === null) one.apps = null
  else if (line.apps) {
    const marks: Record<string, Mark> = {}
    for (const app of technologies) {
      const before = one.apps?.[app] ?? 'gone'
      if (line.apps.includes(app)) {
        marks[app] = 'has'
        if (one.apps && before === 'gone' && !isFirst) note('app_added', app)
      } else if (before === 'has') marks[app] = isFirst ? 'gone' : at
      else if (typeof before === 'number' && before !== at) {
        marks[app] = 'gone'
        note('app_removed', app)
      } else marks[app] = before
    }
    one.apps = marks
  }
  const isJoined = (line.contacts ?? []).filter(({ full_name }) => !one.people.has(full_name!)).length > 0
  if (isJoined && known && !isFirst) note('contact_added')
  for (const { full_name } of line.contacts ?? []) one.people.add(full_name!)
  one.observed = at
  one.retired = false
}

const day = 86_400_000
const start = Date.UTC(2024, 0, 1)

function drawLine(random: () => number, taken: Set<string>): { line: ImportedStore; at: number | 'start' | 'future' } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const domain = `shop-${Math.floor(random() * 3)}.example`
  const draw = random()
  let at: number | 'start' | 'future' =
    draw < 0.05 ? 'start' : draw < 0.07 ? 'future' : start + Math.floor(random() * 12) * day
  // Two different statements at one moment are a correction, which has a test of its own.
  while (typeof at === 'number' && taken.has(`${domain} ${at}`)) at += 3_600_000
  taken.add(`${domain} ${at}`)
  const has = () => random() < 0.6
  const line: ImportedStore = {
    domain,
    ...(at === 'future' && { observed_at: '3000-01-01' }),
    ...(typeof at === 'number' && { observed_at: new Date(at).toISOString() }),
    ...(random() < 0.05 && { retired: true }),
    ...(has() && { traffic_tier: pick(['under_10k', '10k_50k', '1m_5m', null]) }),
    ...(has() && { shopify_plus: pick([true, false, null]) }),
    ...(has() && { apps: random() < 0.07 ? null : technologies.filter(() => random() < 0.5) }),
    ...(random() < 0.3 && { contacts: [{ full_name: pick(['Ann Bee', 'Cid Dee', 'Eve Fay']) }] }),
  }
  return { line, at }
}

/** Imports the lines, sometimes killed at its end and run again, and tells the model. */
async function importInto(model: Model, random: () => number, drawn: ReturnType<typeof drawLine>[]): Promise<void> {
  const lines = drawn.map(({ line }) => line)
  const replace = random() < 0.15
  if (random() < 0.2) {
    const stop = new AbortController()
    const killed = importStores(db.database, lines, {
      replace,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('killed')),
    })
    await expect(killed).rejects.toThrow('killed')
  }
  const before = structuredClone(model)
  const isTable = random() < 0.3 && lines.every(hasNoNull)
  const { importRun } = await (isTable ? importTable(lines, replace) : importStores(db.database, lines, { replace }))
  const [run] = await db.database.query<{ observed: Date; baseline: boolean }>(sql`
    SELECT observed_at AS observed, baseline FROM imports WHERE import_run = ${importRun}`)
  const { observed, baseline } = run!
  for (const { line, at } of drawn) {
    observe(model, line, typeof at === 'number' ? at : observed.getTime(), baseline)
  }
  if (replace) {
    for (const [domain, known] of model.stores) if (!lines.some((line) => line.domain === domain)) known.retired = true
  }
  if (random() < 0.2) await undo(model, before, importRun)
}

/** Everything is as before; what was added is known, and retired. */
async function undo(model: Model, before: Model, importRun: number): Promise<void> {
  await undoImport(db.database, fixtureKeys, importRun)
  model.changes = before.changes
  for (const [domain, known] of model.stores) {
    const earlier = before.stores.get(domain)
    if (earlier) model.stores.set(domain, { ...earlier, people: known.people })
    else known.retired = true
  }
}

/** In a table an empty cell says nothing, so it can't clear. */
const hasNoNull = (line: ImportedStore): boolean => !Object.values(line).includes(null)

async function importTable(lines: ImportedStore[], replace: boolean) {
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
  return importCatalogue(db.database, { channelKeys: fixtureKeys, source, replace })
}

async function readCatalogue() {
  const stores = await db.database.query(sql`
    SELECT domain, extract(epoch FROM first_seen_at)::float8 * 1000 AS "firstSeen",
      extract(epoch FROM observed_at)::float8 * 1000 AS observed, retired_at IS NOT NULL AS retired,
      traffic_tier AS tier, shopify_plus AS plus, ARRAY(SELECT unnest(apps) ORDER BY 1) AS apps
    FROM stores ORDER BY domain`)
  const changes = await db.database.query<{ line: string }>(sql`
    SELECT concat(domain, ' ', (extract(epoch FROM c.observed_at) * 1000)::bigint, ' ', type, ' ', value) AS line
    FROM store_changes c JOIN stores USING (store_id)`)
  return { stores, changes: changes.map(({ line }) => line).sort() }
}

const histories = cases(20)

/** mulberry32. */
function seededRandom(history: number): () => number {
  let state = (seed + history * 7_919) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test(`CHANGE-1, CHANGE-2, CHANGE-3, CHANGE-4, IMPORT-18, IMPORT-28: ${histories} random histories end as a simple model says`, async () => {
  for (let history = 0; history < histories; history += 1) {
    const random = seededRandom(history)
    await db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports CASCADE`)
    const model: Model = { stores: new Map(), changes: [] }
    const taken = new Set<string>()
    let last: ReturnType<typeof drawLine>[] = []
    for (let step = 0; step < 7; step += 1) {
      const isRepeat = last.length > 0 && random() < 0.15
      const drawn = isRepeat
        ? last
        : Array.from({ length: 1 + Math.floor(random() * 4) }, () => drawLine(random, taken))
      await importInto(model, random, drawn)
      last = drawn.filter(({ at }) => typeof at === 'number')
    }
    const wanted = [...model.stores].map(([domain, known]) => ({
      domain,
      firstSeen: known.firstSeen,
      observed: known.observed,
      retired: known.retired,
      tier: known.tier,
      plus: known.plus ?? false,
      apps: technologies.filter((app) => known.apps?.[app] === 'has').sort(),
    }))
    const found = await readCatalogue()
    expect(found.stores, `history ${history}`).toEqual(wanted.sort((a, b) => (a.domain < b.domain ? -1 : 1)))
    expect(found.changes, `history ${history}`).toEqual([...new Set(model.changes)].sort())
  }
})
