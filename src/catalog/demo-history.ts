/** The past of a synthetic catalogue, which no import has seen: what changed at its stores since they were first seen. */

import { rawSql, type Sql, sql } from '../base/sql.ts'
import { revenueTiers, tierValues, trafficTiers } from '../base/tiers.ts'
import { type Database, type Db, openDatabase } from '../db/database.ts'

/** A number from 0 up to 1 that depends on the store and `number` alone. */
const drawn = (number: Sql): Sql => sql`((hashtextextended(store.domain, ${number}) & 1048575) / 1048576.0::float8)`

/** Of the rest of a change nothing is computed where it does not. */
const happens = (number: number, chance: number): Sql => sql`${drawn(rawSql(`${number + 20}`))} < ${chance}`

const hour = (time: Sql): Sql => sql`date_trunc('hour', ${time})`
/** Between the first sight of the store and now. */
const sometime = (number: Sql): Sql => hour(sql`store.first_seen_at + (now() - store.first_seen_at) * ${drawn(number)}`)

/** What a demo's stores may have had before: names of apps and themes. */
type DemoNames = { apps: readonly string[]; themes: readonly string[] }

/** Gives the stores changes that fit what they are now. Does nothing where something has changed already. */
export async function plantHistory({ url }: Database, names: DemoNames): Promise<void> {
  // On a slow machine it takes longer than a request may, and than a connection of requests may be silent.
  const database = openDatabase({ url, poolSize: 1, purpose: 'background' })
  try {
    await plant(database, names)
  } finally {
    await database.close()
  }
}

async function plant(db: Db, names: DemoNames): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    if ((await tx.query(sql`SELECT FROM store_changes LIMIT 1`)).length > 0) return
    await tx.query(sql`
      INSERT INTO store_changes (store_id, observed_at, type, import_run)
      SELECT store_id, first_seen_at, 'store_added', import_run FROM stores
      WHERE first_seen_at > (SELECT min(first_seen_at) FROM stores) + interval '1 day'`)
    await tx.query(changesOfStores(names))
    await tx.query(newContacts)
    await tx.query(sql`
      UPDATE stores store SET
        updated_at = greatest(store.updated_at, past.latest),
        observed_at = greatest(past.latest, ${hour(sql`now() - interval '14 days' * ${drawn(rawSql('60'))}`)})
      FROM stores same LEFT JOIN (
        SELECT store_id, max(observed_at) AS latest FROM store_changes GROUP BY store_id) past USING (store_id)
      WHERE same.store_id = store.store_id`)
    // Raised without a list of changed stores, so indexes are rebuilt.
    await tx.query(sql`UPDATE catalogue_state SET version = version + 1`)
  })
}

const at = (list: Sql, place: Sql): Sql => sql`(${list})[${place}]`
const neighbour = (tiers: readonly string[], column: Sql, by: Sql): Sql =>
  at(sql`${[...tiers]}::text[]`, sql`array_position(${[...tiers]}::text[], ${column}) ${by}`)

function changesOfStores({ apps, themes }: DemoNames): Sql {
  const [visits, revenue] = [tierValues(trafficTiers), tierValues(revenueTiers)]
  const [ofVisits, ofRevenue] = [rawSql('store.traffic_tier'), rawSql('store.revenue_tier')]
  const [tierBelow, tierAbove] = [rawSql('- 1'), rawSql('+ 1')]
  const anyOf = (list: readonly string[], number: Sql): Sql =>
    at(sql`${[...list]}::text[]`, sql`1 + floor(${drawn(number)} * ${list.length})::integer`)
  return sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, old_value, new_value, import_run)
    SELECT store.store_id, ${sometime(sql`change.number`)}, change.type, change.value, change.old_value, change.new_value,
      store.import_run
    FROM stores store CROSS JOIN LATERAL (
      SELECT 1, 'app_added', store.apps[cardinality(store.apps)], NULL, NULL WHERE ${happens(1, 0.55)}
      UNION ALL SELECT 2, 'app_added', store.apps[cardinality(store.apps) - 2], NULL, NULL WHERE ${happens(2, 0.25)}
      UNION ALL SELECT 3, 'app_removed', ${anyOf(apps, rawSql('103'))}, NULL, NULL WHERE ${happens(3, 0.4)}
      UNION ALL SELECT 4, 'pixel_added', store.pixels[cardinality(store.pixels)], NULL, NULL WHERE ${happens(4, 0.3)}
      UNION ALL SELECT 5, 'traffic_tier_up', '', ${neighbour(visits, ofVisits, tierBelow)}, store.traffic_tier WHERE ${happens(5, 0.22)}
      UNION ALL SELECT 6, 'traffic_tier_down', '', ${neighbour(visits, ofVisits, tierAbove)}, store.traffic_tier WHERE ${happens(6, 0.1)}
      UNION ALL SELECT 7, 'revenue_tier_up', '', ${neighbour(revenue, ofRevenue, tierBelow)}, store.revenue_tier WHERE ${happens(7, 0.15)}
      UNION ALL SELECT 8, 'revenue_tier_down', '', ${neighbour(revenue, ofRevenue, tierAbove)}, store.revenue_tier WHERE ${happens(8, 0.07)}
      UNION ALL SELECT 9, 'theme_changed', '', ${anyOf(themes, rawSql('109'))}, store.theme_name WHERE ${happens(9, 0.1)}
      UNION ALL SELECT 10, CASE WHEN store.ads_active THEN 'ads_started' ELSE 'ads_stopped' END, '', NULL, NULL WHERE ${happens(10, 0.2)}
      UNION ALL SELECT 11, CASE WHEN store.shopify_plus THEN 'shopify_plus_gained' END, '', NULL, NULL WHERE ${happens(11, 0.25)}
    ) AS change (number, type, value, old_value, new_value)
    WHERE change.type IS NOT NULL AND change.value IS NOT NULL
      AND (change.type <> 'app_removed' OR change.value <> ALL (store.apps))
      AND (change.type NOT LIKE '%tier%' OR change.old_value IS NOT NULL)
      AND (change.type <> 'theme_changed' OR change.old_value <> change.new_value)`
}

/** Some people came later than their store. */
const newContacts: Sql = sql`
  WITH newest AS (
    SELECT store_id, max(contact_id) AS contact_id FROM contacts GROUP BY store_id HAVING count(*) > 1),
  came AS (
    SELECT newest.store_id, newest.contact_id, store.import_run, ${sometime(rawSql('12'))} AS at
    FROM newest JOIN stores store USING (store_id) WHERE ${drawn(rawSql('32'))} < 0.25),
  moved AS (
    UPDATE contacts SET added_at = came.at, updated_at = came.at FROM came WHERE contacts.contact_id = came.contact_id)
  INSERT INTO store_changes (store_id, observed_at, type, import_run)
  SELECT store_id, at, 'contact_added', import_run FROM came`
