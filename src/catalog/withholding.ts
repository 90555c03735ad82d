/** People who have not been notified that their data is held are shown to nobody, if the operator chose so. */
import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { type HiddenChange, noteHidden } from './suppression-marks.ts'

/** The one rule by which a row of `contacts`, here called `contact`, is withheld. */
const isWithheld = rawSql(`(contact.notified_at IS NULL AND EXISTS (
  SELECT FROM stores JOIN withheld_countries USING (country) WHERE stores.store_id = contact.store_id))`)

/** `which` is a condition on `contact`. The caller holds the row of catalogue_state. */
export async function applyWithholding(tx: Db, which: Sql): Promise<number> {
  const changes = await tx.query<HiddenChange>(sql`
    UPDATE contacts contact SET withheld = NOT withheld WHERE ${which} AND withheld <> ${isWithheld}
    RETURNING contact_id AS "contactId", suppressed OR withheld AS hidden`)
  if (changes.length > 0) await noteHidden(tx, changes)
  return changes.length
}

type Rows = { storeIds: readonly string[]; contactIds: readonly string[] }

const among = ({ storeIds, contactIds }: Rows): Sql =>
  sql`(contact.contact_id = ANY(${contactIds}::text[]) OR contact.store_id = ANY(${storeIds}::text[]))`

/** After an import wrote these: new people, and stores whose country is another. `known`: those that were there before. */
export async function markWithheld(tx: Db, written: Rows, known = written): Promise<void> {
  const [found] = await tx.query<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM withheld_countries) AS any`)
  if (found?.any) await applyWithholding(tx, among(written))
  // Without a list, whoever is withheld was so before: to look for them in the whole table would read all of it for every batch.
  else if (known.storeIds.length > 0 || known.contactIds.length > 0) {
    await applyWithholding(tx, sql`contact.withheld AND ${among(known)}`)
  }
}

export async function readWithheldCountries(db: Db): Promise<string[]> {
  const rows = await db.query<{ country: string }>(sql`SELECT country FROM withheld_countries ORDER BY country`)
  return rows.map(({ country }) => country)
}

/** How many stores one short transaction changes. */
const storesAtOnce = 1_000

/** Replaces the list. Imports follow it at once; what is there is walked in short transactions, and again if interrupted. */
export async function setWithheldCountries(
  database: Database,
  keys: ChannelKeys,
  countries: readonly string[],
): Promise<{ changed: number }> {
  await database.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    await tx.query(sql`DELETE FROM withheld_countries WHERE country <> ALL(${countries}::text[])`)
    await tx.query(sql`
      INSERT INTO withheld_countries SELECT unnest(${countries}::text[]) ON CONFLICT DO NOTHING`)
  })
  let changed = 0
  for (let after = ''; ; ) {
    const [next] = await database.query<{ upTo: string | null }>(sql`
      SELECT max(store_id) AS "upTo" FROM (
        SELECT store_id FROM stores WHERE store_id > ${after} ORDER BY store_id LIMIT ${storesAtOnce}) part`)
    const { upTo } = next!
    if (upTo === null) return { changed }
    const part = sql`contact.store_id > ${after} AND contact.store_id <= ${upTo}`
    changed += await database.transaction(async (tx) => {
      await holdCatalogue(tx, keys)
      return applyWithholding(tx, part)
    })
    after = upTo
  }
}
