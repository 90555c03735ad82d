import { isTestAccount } from '../../base/ids.ts'
import { rawSql, type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { raiseExclusionVersions } from '../exclusion-versions.ts'
import { syntheticOf } from '../synthetic.ts'
import { domainHash, type ExclusionEntry, type HashColumn, hashColumns } from './exclusion-entry.ts'
import { type ExclusionReads, matchSynthetic } from './match-synthetic.ts'

const holding: Record<HashColumn, Sql> = {
  email_hashes: sql`email_hashes @> ARRAY[given.hash]`,
  linkedin_hash: sql`linkedin_hash = given.hash`,
}

/** Contacts that hold `given.hash`: each column is looked up by its index. */
const holdersOfGiven = hashColumns
  .map((column) => sql`SELECT contact_id FROM contacts WHERE ${holding[column]}`)
  .reduce((all, one) => sql`${all} UNION ALL ${one}`)

/** All hashes that a row of contacts holds. */
const heldHashes = rawSql(hashColumns.join(' || '))

/** Which stores and contacts the entries match that an account has just added. */
export async function matchEntries(
  tx: Db,
  keys: ChannelKeys,
  accountId: string,
  added: readonly ExclusionEntry[],
): Promise<void> {
  const synthetic = syntheticOf<ExclusionReads>(tx)
  if (synthetic) return matchSynthetic(tx, keys, accountId, synthetic)
  const domains = added.flatMap(({ domain, hash }) => (domain === null ? [] : [{ domain, hash }]))
  await tx.query(sql`
    WITH named AS (
      INSERT INTO excluded_stores (account_id, store_id, hash)
      SELECT ${accountId}, store_id, named.hash
      FROM unnest(${domains.map(({ domain }) => domain)}::text[], ${domains.map(({ hash }) => hash)}::bytea[])
        AS named (domain, hash) JOIN stores USING (domain)
      ON CONFLICT DO NOTHING RETURNING store_id
    )
    INSERT INTO excluded_contacts (account_id, contact_id)
    SELECT DISTINCT ${accountId}, contact_id FROM (
      SELECT found.contact_id
      FROM unnest(${added.filter(({ domain }) => domain === null).map(({ hash }) => hash)}::bytea[]) AS given (hash)
      CROSS JOIN LATERAL (${holdersOfGiven}) found
      UNION ALL
      SELECT contact_id FROM contacts JOIN named USING (store_id)
    ) matched
    ON CONFLICT DO NOTHING`)
}

/** After an account took entries away: what no other entry matches is excluded no longer. */
export async function unmatchEntries(tx: Db, keys: ChannelKeys, accountId: string): Promise<void> {
  const synthetic = syntheticOf<ExclusionReads>(tx)
  if (synthetic) return matchSynthetic(tx, keys, accountId, synthetic)
  await tx.query(sql`
    DELETE FROM excluded_stores x WHERE account_id = ${accountId} AND NOT EXISTS (
      SELECT FROM exclusion_entries WHERE account_id = ${accountId} AND hash = x.hash)`)
  await tx.query(sql`
    DELETE FROM excluded_contacts x USING contacts c
    WHERE x.account_id = ${accountId} AND c.contact_id = x.contact_id
      AND NOT EXISTS (SELECT FROM excluded_stores WHERE account_id = ${accountId} AND store_id = c.store_id)
      AND NOT EXISTS (
        SELECT FROM unnest(${heldHashes}) AS carried (hash)
        JOIN exclusion_entries e ON e.account_id = ${accountId} AND e.hash = carried.hash)`)
}

type WrittenRows = { storeIds: readonly string[]; contactIds: readonly string[] }

/**
 * After an import wrote these rows: exclusions follow what the catalogue knows of people, those of live accounts. The caller holds the row of
 * catalogue_state, which changes of exclusions share, so that neither misses the other.
 */
export async function markExcluded(tx: Db, keys: ChannelKeys, { storeIds, contactIds }: WrittenRows): Promise<void> {
  const [found] = await tx.query<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM exclusion_states) AS any`)
  if (!found?.any) return
  const stores = await tx.query<{ storeId: string; domain: string }>(
    sql`SELECT store_id AS "storeId", domain FROM stores WHERE store_id = ANY(${storeIds}::text[])`,
  )
  const hashes = stores.map(({ domain }) => Buffer.from(domainHash(domain, keys), 'hex'))
  const changed = await tx.query<{ accountId: string }>(sql`
    WITH named AS (
      INSERT INTO excluded_stores (account_id, store_id, hash)
      SELECT DISTINCT e.account_id, s.store_id, s.hash
      FROM unnest(${stores.map(({ storeId }) => storeId)}::text[], ${hashes}::bytea[]) AS s (store_id, hash)
      JOIN exclusion_entries e ON e.hash = s.hash AND NOT ${isTestAccount(sql`e.account_id`)}
      ON CONFLICT DO NOTHING RETURNING account_id, store_id
    ),
    written AS MATERIALIZED (
      SELECT contact_id, store_id, ${heldHashes} AS hashes FROM contacts WHERE contact_id = ANY(${contactIds}::text[])
    ),
    matched AS MATERIALIZED (
      SELECT e.account_id, contact_id FROM written CROSS JOIN LATERAL unnest(hashes) AS carried (hash)
      JOIN exclusion_entries e ON e.hash = carried.hash AND NOT ${isTestAccount(sql`e.account_id`)}
      UNION
      SELECT x.account_id, contact_id FROM written JOIN excluded_stores x USING (store_id)
      UNION
      SELECT named.account_id, contact_id FROM written JOIN named USING (store_id)
    ),
    added AS (
      INSERT INTO excluded_contacts (account_id, contact_id) SELECT account_id, contact_id FROM matched
      ON CONFLICT DO NOTHING RETURNING account_id
    ),
    removed AS (
      DELETE FROM excluded_contacts x WHERE contact_id = ANY(${contactIds}::text[]) AND NOT EXISTS (
        SELECT FROM matched m WHERE m.account_id = x.account_id AND m.contact_id = x.contact_id)
      RETURNING account_id
    )
    SELECT DISTINCT account_id AS "accountId" FROM (
      SELECT account_id FROM named UNION ALL SELECT account_id FROM added UNION ALL SELECT account_id FROM removed) changed`)
  await raiseExclusionVersions(
    tx,
    changed.map(({ accountId }) => accountId),
  )
}
