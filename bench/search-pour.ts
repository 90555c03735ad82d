import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { sql } from '../src/base/sql.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import type { ContactRow, StoreRow } from '../src/search/indexing/row-feed.ts'
import { contactTokens, createGinTable, ginColumns, indexGinTable, storeTokens } from './search-gin.ts'
import { type SyntheticCatalogue, syntheticRows } from './search-rows.ts'

/**
 * Pours a synthetic catalogue into a database by COPY, in the shape that an import leaves behind, but without channels:
 * searches never read any. With `gin` every contact's tokens go into a table for the contender as well.
 */
export async function pourCatalogue(
  { url }: Pick<Database, 'url'>,
  catalogue: SyntheticCatalogue,
  gin: boolean,
): Promise<void> {
  // Indexing millions of rows takes longer than a request's statement may.
  const database = openDatabase({ url, purpose: 'background' })
  try {
    await pourInto(database, catalogue, gin)
  } finally {
    await database.close()
  }
}

async function pourInto(database: Database, catalogue: SyntheticCatalogue, gin: boolean): Promise<void> {
  // These rows are valid by construction, so the checks of an import are not needed.
  await database.query(sql`ALTER TABLE contacts DROP CONSTRAINT contacts_store_id_fkey`)
  await database.query(sql`DROP INDEX contacts_by_store, contacts_by_email_hash`)
  const stores = await openCopy(database, `stores (${storeColumns})`)
  const contacts = await openCopy(database, `contacts (${contactColumns})`)
  if (gin) await createGinTable(database)
  const tokens = gin ? await openCopy(database, `gin_contacts (${ginColumns})`) : null
  let poured = 0
  let shuffle = 1
  let batches = 0
  for (const batch of syntheticRows(catalogue)) {
    let contactLines = ''
    let tokenLines = ''
    for (const { store, contacts: people } of batch) {
      const ofStore = tokens && storeTokens(store)
      for (const person of people) {
        contactLines += contactLine(person)
        if (!ofStore) continue
        // A full-period generator: every contact gets a place of its own in the order within a score.
        shuffle = (Math.imul(shuffle, 1_103_515_245) + 12_345) & 0x7fffffff
        const list = `{${[...ofStore, ...contactTokens(person)].map((token) => `"${token}"`).join(',')}}`
        tokenLines += `${person.id}\t${store.leadFitScore ?? '\\N'}\t${shuffle}\t${list}\n`
      }
      poured += people.length
    }
    await stores.write(batch.map(({ store }) => storeLine(store)).join(''))
    await contacts.write(contactLines)
    await tokens?.write(tokenLines)
    if (batches++ % 40 === 0) process.stderr.write(`\rpouring in ${poured.toLocaleString('en')} contacts `)
  }
  await Promise.all([stores.end(), contacts.end(), tokens?.end()])
  process.stderr.write('\rindexing and analysing what was poured in    \n')
  await database.query(sql`CREATE INDEX contacts_by_store ON contacts (store_id)`)
  await database.query(sql`VACUUM ANALYZE stores, contacts`)
  await database.query(sql`UPDATE catalogue_state SET version = version + 1`)
  if (gin) await indexGinTable(database)
}

async function openCopy(database: Database, target: string) {
  const client = await database.connect()
  const stream: Writable = client.query(copyFrom(`COPY ${target} FROM STDIN`))
  return {
    async write(text: string): Promise<void> {
      if (!stream.write(text)) await once(stream, 'drain')
    },
    async end(): Promise<void> {
      stream.end()
      await finished(stream)
      await client.end()
    },
  }
}

const storeColumns =
  'store_id, domain, name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels, ' +
  'theme_name, theme_type, ads_active, fingerprint, import_run'
const contactColumns =
  'contact_id, store_id, first_name, last_name, full_name, title, role, seniority, has_email, has_phone, has_linkedin, ' +
  'fingerprint, import_run'

const orNull = (value: string | number | null): string => (value === null ? '\\N' : String(value))
const list = (values: string[]): string => `{${values.map((value) => `"${value}"`).join(',')}}`

const storeLine = (store: StoreRow): string =>
  `${[
    store.id,
    store.domain,
    store.name,
    orNull(store.category),
    orNull(store.country),
    orNull(store.trafficTier),
    orNull(store.revenueTier),
    store.shopifyPlus,
    orNull(store.leadFitScore),
    list(store.apps),
    list(store.pixels),
    orNull(store.themeName),
    orNull(store.themeType),
    store.adsActive,
    '\\\\x',
    1,
  ].join('\t')}\n`

const contactLine = (contact: ContactRow): string =>
  `${[
    contact.id,
    contact.storeId,
    orNull(contact.firstName),
    contact.maskedLastName === null ? '\\N' : contact.maskedLastName.replace('***', 'ovelace'),
    orNull(contact.firstName),
    orNull(contact.title),
    orNull(contact.role),
    contact.seniority,
    contact.hasEmail,
    contact.hasPhone,
    contact.hasLinkedin,
    '\\\\x',
    1,
  ].join('\t')}\n`
