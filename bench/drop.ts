import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { newContactId, newStoreId, randomBase62 } from '../src/base/ids.ts'
import { rawSql, sql } from '../src/base/sql.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { publishedHash } from '../src/catalog/deletion-lists.ts'
import { emailHashes } from '../src/catalog/email-hashes.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { csv, startDropPlatform } from '../test/support/drop-platform.ts'
import { openBenchDatabase } from './bench-database.ts'
import { report } from './measure.ts'

/** The same as in drop-process.ts: a catalogue is matched by one key. */
const keys = createChannelKeys([Buffer.alloc(32, 1)])
const rowsAtOnce = 10_000
const emailOf = (at: number) => `person${at}@store${at % 100_000}.example`
const phoneOf = (at: number) => `+1 ${String(2_000_000_000 + at)}`

type Figures = { state: string; seconds: number; peakMb: number }

/**
 * `npm run bench drop [-- --items 1000000 --contacts 1000000 --matches 10000]`: one run of California's deletion lists, half of them emails
 * and half phone numbers, in a process of its own, against one that only reads and opens the channels of everybody.
 */
export async function run(given: string[]): Promise<void> {
  const options = { items: { type: 'string' }, contacts: { type: 'string' }, matches: { type: 'string' } } as const
  const { values } = parseArgs({ args: given, options })
  const items = Number(values.items ?? 1_000_000)
  const contacts = Number(values.contacts ?? 1_000_000)
  const matches = Math.min(contacts, items, Number(values.matches ?? 10_000))
  const bench = await openBenchDatabase()
  const background = openDatabase({ url: bench.url, purpose: 'background' })
  const platform = await startDropPlatform()
  try {
    await plantPeople(background, contacts)
    const opening = await measure(bench.url, ['open'])
    platform.offer(listsOf(items, matches, contacts))
    const answering = await measure(bench.url, ['answer', platform.url, platform.apiKey])
    const count = (value: number) => value.toLocaleString('en')
    report(`${count(items)} listed identifiers, ${count(contacts)} contacts, ${count(matches)} of them listed`, [
      ['read and open all channels', `${opening.seconds.toFixed(1)} s, peak ${opening.peakMb.toFixed(0)} MB`],
      ['one run of the lists', `${answering.seconds.toFixed(1)} s, peak ${answering.peakMb.toFixed(0)} MB`],
      ['a run / opening', (answering.seconds / opening.seconds).toFixed(1)],
      ['state', answering.state],
    ])
  } finally {
    await platform.stop()
    await background.close()
    await bench.close()
  }
}

async function plantPeople(database: Database, contacts: number): Promise<void> {
  await database.query(rawSql('DROP INDEX contacts_by_email_hash'))
  for (let done = 0; done < contacts; done += rowsAtOnce) {
    const stores = Array.from({ length: rowsAtOnce / 10 }, newStoreId)
    await database.query(sql`
      INSERT INTO stores (store_id, domain, name, fingerprint, import_run)
      SELECT id, lower(id) || ${`-${done}.example`}, 'A store', '', 0 FROM unnest(${stores}::text[]) AS id`)
    const rows = Array.from({ length: Math.min(rowsAtOnce, contacts - done) }, (_, offset) => {
      const id = newContactId()
      const email = emailOf(done + offset)
      const emails = [{ email, status: 'verified', type: 'work' as const, is_primary: true }]
      const phones = [{ phone: phoneOf(done + offset), type: 'direct' as const, is_primary: true }]
      const { sealed, keyId } = keys.seal(id, { emails, phones, linkedin_url: null })
      const [first, second] = emailHashes(email, keys)
      return {
        id,
        store: stores[offset % stores.length]!,
        sealed,
        keyId,
        first,
        second,
        name: keys.hash('name', `person ${done + offset}`),
      }
    })
    await database.query(sql`
      INSERT INTO contacts (contact_id, store_id, first_name, last_name, full_name, title, role, seniority, has_email,
        has_phone, has_linkedin, channels, channels_key_id, email_hashes, name_hash, fingerprint, import_run)
      SELECT id, store, 'Ada', 'Lovelace', 'Ada Lovelace', 'Founder', 'founder', 'executive', true, true, false,
        sealed, key_id, ARRAY[decode(first, 'hex'), decode(second, 'hex')], name, '', 0
      FROM unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.store)}::text[], ${rows.map((row) => row.sealed)}::bytea[],
        ${rows.map((row) => row.keyId)}::text[], ${rows.map((row) => row.first)}::text[],
        ${rows.map((row) => row.second)}::text[], ${rows.map((row) => row.name)}::bytea[])
        AS c (id, store, sealed, key_id, first, second, name)`)
  }
  await database.query(rawSql('CREATE INDEX contacts_by_email_hash ON contacts USING gin (email_hashes)'))
  await database.query(rawSql('ANALYZE stores, contacts'))
}

/** The first of each list are held: by email the first people, by phone the last. The rest are nobody's. */
function listsOf(items: number, matches: number, contacts: number) {
  const list = (name: string, heldHash: (at: number) => string) => {
    const rows = Array.from({ length: items / 2 }, (_, at) => {
      const hash = at < matches / 2 ? heldHash(at) : randomBytes(32).toString('base64')
      return `${randomBase62(12)},${hash}`
    })
    return { name, text: csv(`ID,Hash\r\n${rows.join('\r\n')}`) }
  }
  return [
    list('20260312_4821_Email.csv', (at) => publishedHash('email', emailOf(at))),
    list('20260312_4821_Phone.csv', (at) => publishedHash('phone', phoneOf(contacts - 1 - at))),
  ]
}

async function measure(url: string, words: string[]): Promise<Figures> {
  const script = new URL('./drop-process.ts', import.meta.url)
  const child = spawn(process.execPath, [script.pathname, ...words], {
    env: { ...process.env, BENCH_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The process ended with code ${code}.`)
  return JSON.parse(output) as Figures
}
