import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openDatabase } from '../db/database.ts'

/** What a search index is built from: no name and no channel, so neither can end up in an index. */
export type FeedStore = {
  id: string
  domain: string
  category: string | null
  country: string | null
  trafficTier: string | null
  revenueTier: string | null
  shopifyPlus: boolean
  adsActive: boolean
  leadFitScore: number | null
  apps: string[]
  pixels: string[]
  themeType: string | null
}

export type FeedContact = {
  id: string
  storeId: string
  role: string | null
  seniority: string
  title: string | null
  hasEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
}

/** A store with every contact of it that a reveal could return something for. */
export type FeedEntry = { store: FeedStore; contacts: FeedContact[] }

/** Everything is read in one snapshot, the one in which the catalogue had these versions. */
export type CatalogueFeed = AsyncIterable<FeedEntry[]> & { version: number; suppressionVersion: number }

export type FeedOptions = { databaseUrl: string }

const storePrefix = 'st_live_'
const contactPrefix = 'ct_live_'
const entriesPerBatch = 500

/** Between the items of a list: imports let no control character through. */
const separator = '\x1f'

/**
 * Both streams come in the order of the store's id, so that one pass joins them in constant memory. Only the letters of the
 * ids are sorted and sent: their prefixes are all the same, and would defeat the shortcut by which the database compares.
 */
const storesQuery = `
  COPY (
    SELECT substr(store_id, 9) COLLATE "C" AS store, domain, category, country, traffic_tier, revenue_tier, shopify_plus,
      ads_active, lead_fit_score, theme_type, array_to_string(apps, E'\\x1f'), array_to_string(pixels, E'\\x1f')
    FROM stores WHERE retired_at IS NULL ORDER BY 1
  ) TO STDOUT`
const contactsQuery = `
  COPY (
    SELECT substr(store_id, 9) COLLATE "C" AS store, substr(contact_id, 9), role, seniority, has_email, has_phone,
      has_linkedin, title
    FROM contacts
    WHERE NOT suppressed AND retired_at IS NULL AND (has_email OR has_phone OR has_linkedin) ORDER BY 1
  ) TO STDOUT`

/** Callable in any thread by this module's address and plain options. */
export async function openFeed(options: unknown): Promise<CatalogueFeed> {
  const { databaseUrl } = options as FeedOptions
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: 'prospector index build' })
  const clients: Client[] = []
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()))
    await database.close()
  }
  try {
    for (let at = 0; at < 2; at++) clients.push(await connectReader(() => database.connect()))
    const [stores, contacts] = clients as [Client, Client]
    const { rows } = await stores.query(
      'SELECT version, suppression_version AS "suppressionVersion", pg_export_snapshot() AS snapshot FROM catalogue_state',
    )
    const { version, suppressionVersion, snapshot } = rows[0]
    await contacts.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`)
    const entries = join(readRows(stores, storesQuery), readRows(contacts, contactsQuery), close)
    return { version, suppressionVersion, [Symbol.asyncIterator]: () => entries }
  } catch (error) {
    await close()
    throw error
  }
}

async function connectReader(connect: () => Promise<Client>): Promise<Client> {
  const client = await connect()
  // A lost connection shows in the stream that reads from it.
  client.on('error', () => {})
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query("SET LOCAL work_mem = '128MB'")
  return client
}

type Fields = string[]

async function* join(
  stores: AsyncGenerator<Fields[]>,
  contacts: AsyncGenerator<Fields[]>,
  close: () => Promise<void>,
): AsyncGenerator<FeedEntry[]> {
  try {
    let waiting: Fields[] = []
    let next = 0
    let entries: FeedEntry[] = []
    for await (const rows of stores) {
      for (const row of rows) {
        const entry: FeedEntry = { store: toStore(row), contacts: [] }
        const key = row[0]!
        for (;;) {
          if (next === waiting.length) {
            const more = await contacts.next()
            if (more.done) break
            waiting = more.value
            next = 0
            continue
          }
          const contact = waiting[next]!
          if (contact[0]! > key) break
          // A smaller key is that of a store which left the catalogue.
          if (contact[0] === key) entry.contacts.push(toContact(contact))
          next += 1
        }
        entries.push(entry)
        if (entries.length < entriesPerBatch) continue
        yield entries
        entries = []
      }
    }
    if (entries.length > 0) yield entries
  } finally {
    await close()
  }
}

function toStore(fields: Fields): FeedStore {
  return {
    id: storePrefix + fields[0]!,
    domain: text(fields[1]!)!,
    category: text(fields[2]!),
    country: text(fields[3]!),
    trafficTier: text(fields[4]!),
    revenueTier: text(fields[5]!),
    shopifyPlus: fields[6] === 't',
    adsActive: fields[7] === 't',
    leadFitScore: fields[8] === nothing ? null : Number(fields[8]),
    themeType: text(fields[9]!),
    apps: list(fields[10]!),
    pixels: list(fields[11]!),
  }
}

function toContact(fields: Fields): FeedContact {
  return {
    id: contactPrefix + fields[1]!,
    storeId: storePrefix + fields[0]!,
    role: text(fields[2]!),
    seniority: fields[3]!,
    hasEmail: fields[4] === 't',
    hasPhone: fields[5] === 't',
    hasLinkedin: fields[6] === 't',
    title: text(fields[7]!),
  }
}

const nothing = '\\N'

/** Imports let no control character into any text, so only the backslash itself is ever escaped. */
function text(field: string): string | null {
  if (field === nothing) return null
  return field.includes('\\') ? field.replaceAll('\\\\', '\\') : field
}

function list(field: string): string[] {
  return field === '' ? [] : text(field)!.split(separator)
}

/** The rows of a COPY in its text form, as many at a time as arrive together. */
async function* readRows(client: Client, query: string): AsyncGenerator<Fields[]> {
  let rest: Buffer[] = []
  for await (const chunk of client.query(copyTo(query)) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(0x0a)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    const whole = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
    rest = [chunk.subarray(end + 1)]
    yield whole.split('\n').map((line) => line.split('\t'))
  }
}
