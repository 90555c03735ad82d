import { type Sql, sql } from '../base/sql.ts'

/**
 * One row, `source` and `age`, of a contact at a moment: where it is from, and how many days ago it was last verified or collected (`30`
 * is "at most 30"). Of one that was erased both are unknown.
 */
export const sourceAndAge = (contactId: Sql, moment: Sql): Sql => sql`(
  SELECT coalesce(max(found.source), 'unknown') AS source, CASE
      WHEN max(found.fresh_at) IS NULL THEN 'unknown'
      WHEN max(found.fresh_at) >= ${moment} - interval '30 days' THEN '30'
      WHEN max(found.fresh_at) >= ${moment} - interval '90 days' THEN '90'
      WHEN max(found.fresh_at) >= ${moment} - interval '180 days' THEN '180'
      WHEN max(found.fresh_at) >= ${moment} - interval '365 days' THEN '365'
      ELSE 'older' END AS age
  FROM (
    SELECT imports.source, coalesce(
      (SELECT max(verified_at) FROM unnest(contact.emails_verified_at) AS verified_at WHERE verified_at <= ${moment}),
      contact.collected_at) AS fresh_at
    FROM contacts contact LEFT JOIN imports USING (import_run)
    WHERE contact.contact_id = ${contactId} AND contact.erased_at IS NULL) AS found)`
