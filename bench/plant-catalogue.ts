import type { App } from '../src/app.ts'
import { newContactId, newStoreId, randomLetters } from '../src/base/ids.ts'
import { sql } from '../src/base/sql.ts'

/** Contacts with one email and one phone each, ten to a store: rows as an import would leave them, made the short way. */
export async function plantCatalogue(
  { database, channelKeys }: Pick<App, 'database' | 'channelKeys'>,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let done = 0; done < count; done += 10_000) {
    const stores = Array.from({ length: 1_000 }, newStoreId)
    await database.query(sql`
      INSERT INTO stores (store_id, domain, name, fingerprint, import_run)
      SELECT id, lower(right(id, 16)) || ${`-${randomLetters(8).toLowerCase()}.example`}, 'A store', '', 0
      FROM unnest(${stores}::text[]) AS id`)
    const contacts = Array.from({ length: Math.min(10_000, count - done) }, (_, at) => {
      const id = newContactId()
      const emails = [{ email: `person@${at}.example`, status: 'verified', type: 'work' as const, is_primary: true }]
      const phones = [{ phone: '+1 202 555 0143', type: 'direct' as const, is_primary: true }]
      return { id, storeId: stores[at % 1_000]!, ...channelKeys.seal(id, { emails, phones, linkedin_url: null }) }
    })
    await database.query(sql`
      INSERT INTO contacts (contact_id, store_id, first_name, last_name, full_name, title, role, seniority, has_email,
        has_phone, has_linkedin, channels, channels_key_id, fingerprint, import_run)
      SELECT id, store_id, 'Ada', 'Lovelace', 'Ada Lovelace', 'Founder', 'founder', 'executive', true, true, false,
        sealed, key_id, '', 0
      FROM unnest(${contacts.map((row) => row.id)}::text[], ${contacts.map((row) => row.storeId)}::text[],
        ${contacts.map((row) => row.sealed)}::bytea[], ${contacts.map((row) => row.keyId)}::text[])
        AS c (id, store_id, sealed, key_id)`)
    ids.push(...contacts.map((row) => row.id))
  }
  await database.query(sql`ANALYZE stores, contacts`)
  return ids
}
