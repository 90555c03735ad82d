/** How good the catalogue is: what its emails are, how old, from where, and which fields are filled. */
import { dayMs } from '../base/durations.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { ageOrder, ages } from './source-and-age.ts'
import { isVisible } from './visible-contacts.ts'

/** All of `byAge`, in words and in order. */
export const namedAges = (byAge: Record<string, number>): [name: string, emails: number][] =>
  ageOrder.map((age) => [/\d/.test(age) ? `up to ${age} days` : age, byAge[age] ?? 0])

export type Quality = {
  stores: { total: number; withoutContacts: number; filled: Record<string, number> }
  contacts: { total: number; withEmail: number; withPhone: number; withLinkedin: number }
  emails: {
    total: number
    byStatus: Record<string, number>
    /** By days since they were verified: `30` is "at most 30"; `older`, `unknown`. */
    byAge: Record<string, number>
    bySource: Record<string, Record<string, number>>
  }
}

/** As commands and the operator's API show it. */
export const toQualityDocument = ({ stores, contacts, emails }: Quality) => ({
  stores: { total: stores.total, without_contacts: stores.withoutContacts, filled: stores.filled },
  contacts: {
    total: contacts.total,
    with_email: contacts.withEmail,
    with_phone: contacts.withPhone,
    with_linkedin: contacts.withLinkedin,
  },
  emails: { total: emails.total, by_status: emails.byStatus, by_age_days: emails.byAge, by_source: emails.bySource },
})

export async function measureQuality(db: Db, keys: ChannelKeys, now: Date): Promise<Quality> {
  const [stores] = await db.query<{ total: number; withoutContacts: number } & Record<string, number>>(sql`
    SELECT count(*)::integer AS total,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM contacts WHERE contacts.store_id = stores.store_id AND retired_at IS NULL))::integer AS "withoutContacts",
      count(*) FILTER (WHERE name <> domain)::integer AS name, count(category)::integer AS category,
      count(country)::integer AS country, count(traffic_tier)::integer AS traffic_tier,
      count(revenue_tier)::integer AS revenue_tier, count(lead_fit_score)::integer AS lead_fit_score,
      count(*) FILTER (WHERE apps <> '{}')::integer AS apps, count(*) FILTER (WHERE pixels <> '{}')::integer AS pixels,
      count(theme_name)::integer AS theme
    FROM stores WHERE retired_at IS NULL`)
  const { total, withoutContacts, ...filled } = stores!
  const [contacts] = await db.query<Quality['contacts']>(sql`
    SELECT count(*)::integer AS total, count(*) FILTER (WHERE has_email)::integer AS "withEmail",
      count(*) FILTER (WHERE has_phone)::integer AS "withPhone", count(*) FILTER (WHERE has_linkedin)::integer AS "withLinkedin"
    FROM contacts contact WHERE ${isVisible}`)
  return { stores: { total, withoutContacts, filled }, contacts: contacts!, emails: await countEmails(db, keys, now) }
}

/** Opened in one go: few enough that requests on the same thread do not wait. */
const rowsAtOnce = 500

type SealedRow = { contactId: string; channels: Buffer; keyId: string; source: string }

/** Statuses and dates are sealed with the addresses: every contact is opened, a few thousand at a time. */
async function countEmails(db: Db, keys: ChannelKeys, now: Date): Promise<Quality['emails']> {
  const emails: Quality['emails'] = { total: 0, byStatus: {}, byAge: {}, bySource: {} }
  for (let after = ''; ; ) {
    const rows = await db.query<SealedRow>(sql`
      SELECT contact_id AS "contactId", channels, channels_key_id AS "keyId", coalesce(source, 'unknown') AS source
      FROM contacts contact LEFT JOIN imports USING (import_run)
      WHERE contact_id > ${after} AND ${isVisible} AND channels IS NOT NULL
      ORDER BY contact_id LIMIT ${rowsAtOnce}`)
    for (const row of rows) if (keys.holds(row.keyId)) countContact(emails, row, keys, now)
    if (rows.length < rowsAtOnce) return emails
    after = rows.at(-1)!.contactId
  }
}

function countContact(emails: Quality['emails'], row: SealedRow, keys: ChannelKeys, now: Date): void {
  const ofSource = emails.bySource[row.source] ?? {}
  emails.bySource[row.source] = ofSource
  for (const { status, verified_at } of keys.open(row.contactId, row.keyId, row.channels).emails) {
    emails.total += 1
    increase(emails.byStatus, status)
    increase(ofSource, status)
    increase(emails.byAge, ageOf(verified_at, now))
  }
}

function ageOf(verifiedAt: string | undefined, now: Date): string {
  if (verifiedAt === undefined) return 'unknown'
  const days = (now.getTime() - Date.parse(verifiedAt)) / dayMs
  return String(ages.find((most) => days <= most) ?? 'older')
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
