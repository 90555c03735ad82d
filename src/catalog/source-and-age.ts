import { rawSql, type Sql, sql } from '../base/sql.ts'

/** Classes of age in days: `30` is "at most 30". */
export const ages = [30, 90, 180, 365] as const
export const ageOrder = [...ages.map(String), 'older', 'unknown']

/**
 * One row, `source` and `age`, of a contact at a moment: where it is from, and how many days ago it was last verified or collected (`30`
 * is "at most 30"). Of one that was erased both are unknown.
 */
export const sourceAndAge = (contactId: Sql, moment: Sql): Sql => sql`(
  SELECT coalesce(max(found.source), 'unknown') AS source, CASE
      WHEN max(found.fresh_at) IS NULL THEN 'unknown'
      ${ages.reduce((cases, days) => sql`${cases} WHEN max(found.fresh_at) >= ${moment} - ${rawSql(`interval '${days} days' THEN '${days}'`)}`, sql``)}
      ELSE 'older' END AS age
  FROM (
    SELECT imports.source, coalesce(
      (SELECT max(verified_at) FROM unnest(contact.emails_verified_at) AS verified_at WHERE verified_at <= ${moment}),
      contact.collected_at) AS fresh_at
    FROM contacts contact LEFT JOIN imports USING (import_run)
    WHERE contact.contact_id = ${contactId} AND contact.erased_at IS NULL) AS found)`
