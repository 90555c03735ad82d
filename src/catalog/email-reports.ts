/** Addresses that bounced, as accounts report them, and what that makes of them for everybody. */
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { noteChangedStores, raiseVersion } from './change-log.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail } from './channel-values.ts'
import {
  type Channels,
  channelsFor,
  type EmailChannel,
  type SealedContents,
  statedEmail,
  summarise,
  summariseEmails,
} from './channels.ts'
import { noteContacts } from './contact-news.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { type OwnEmailsRow, ownersOf, writeOwnEmails } from './own-emails.ts'
import { syntheticOf } from './synthetic.ts'

/** Reports from this many accounts that pay with different cards make an address bounced for everybody. */
export const cardsToBounce = 3

type Report = { hash: string; accountId: string; card: string | null; at: Date }

/** The hash by which an address is matched; null for what is no address. */
export function hashOfEmail(keys: ChannelKeys, email: string): Buffer | null {
  const normalised = normaliseEmail(email)
  return normalised === null ? null : keys.hash('email', normalised)
}

/** Contacts that hold one of these addresses, whoever may see them. */
export function findByEmail(db: Db, hashes: readonly Buffer[]): Promise<{ contactId: string; hash: Buffer }[]> {
  return db.query(sql`
    SELECT contact_id AS "contactId", asked.hash FROM unnest(${hashes}::bytea[]) AS asked (hash)
    JOIN contacts ON email_hashes @> ARRAY[asked.hash] WHERE erased_at IS NULL`)
}

/** When the account last reported each of these addresses, by its hash in hexadecimal. */
export async function readReported(tx: Db, accountId: string, hashes: readonly Buffer[]): Promise<Map<string, Date>> {
  const rows = await tx.query<{ hash: string; at: Date }>(sql`
    SELECT encode(email_hash, 'hex') AS hash, reported_at AS at
    FROM ${syntheticOf(tx) ? sql`test_email_reports` : sql`email_reports`}
    WHERE account_id = ${accountId} AND email_hash = ANY(${hashes}::bytea[])`)
  return new Map(rows.map(({ hash, at }) => [hash, at]))
}

/** A report counts until the address is verified after it. */
export const isLifted = (reportedAt: Date, verifiedAt: string | undefined): boolean =>
  verifiedAt !== undefined && Date.parse(verifiedAt) > reportedAt.getTime()

/**
 * An account says that these addresses bounced. That counts until an import says that an address was verified later. `cardsOf` knows
 * the cards that accounts pay with.
 */
export async function reportEmails(
  tx: Db,
  clock: Clock,
  keys: ChannelKeys,
  accountId: string,
  hashes: readonly Buffer[],
  cardsOf: (tx: Db, accountIds: readonly string[]) => Promise<Map<string, Buffer>>,
): Promise<void> {
  if (hashes.length === 0) return
  await holdCatalogue(tx, keys)
  await tx.query(sql`
    INSERT INTO email_reports (account_id, email_hash, reported_at)
    SELECT DISTINCT ${accountId}, hash, ${clock.sql} FROM unnest(${hashes}::bytea[]) AS one (hash)
    ON CONFLICT (account_id, email_hash) DO UPDATE SET reported_at = excluded.reported_at`)
  const reported = [...hashes]
  const reporters = await tx.query<{ id: string }>(
    sql`SELECT DISTINCT account_id AS id FROM email_reports WHERE email_hash = ANY(${reported}::bytea[])`,
  )
  const cards = [
    ...(await cardsOf(
      tx,
      reporters.map(({ id }) => id),
    )),
  ]
  await tx.query(sql`
    UPDATE email_reports r SET card_hash = card.hash
    FROM unnest(${cards.map(([id]) => id)}::text[], ${cards.map(([, hash]) => hash)}::bytea[]) AS card (account_id, hash)
    WHERE r.account_id = card.account_id AND r.email_hash = ANY(${reported}::bytea[])`)
  const held = await findByEmail(tx, reported)
  const changed = await applyReports(tx, keys, [...new Set(held.map(({ contactId }) => contactId))])
  if (changed > 0) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
}

/** What stands in for the tables in a synthetic catalogue: its people with the emails that may leave. */
export type ReportReads = { exportable(): readonly { id: string; channels: Channels }[] }

/** The same for a test account, for which alone an address of the synthetic catalogue then counts as bounced. */
export async function reportTestEmails(
  tx: Db,
  clock: Clock,
  keys: ChannelKeys,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length === 0) return
  await tx.query(sql`
    INSERT INTO test_email_reports (account_id, email_hash, reported_at)
    SELECT DISTINCT ${accountId}, hash, ${clock.sql} FROM unnest(${hashes}::bytea[]) AS one (hash)
    ON CONFLICT (account_id, email_hash) DO UPDATE SET reported_at = excluded.reported_at`)
  const reported = await readTestReports(tx, accountId)
  const people = syntheticOf<ReportReads>(tx)!.exportable()
  const own = people.flatMap(({ id, channels }) => {
    const marked = withTestReports(channels, { accountId, reported, keys })
    return marked === channels ? [] : [ownRow(accountId, id, marked)]
  })
  await writeOwnEmails(tx, own)
}

/** For the account an address that it reported has bounced; for others the synthetic catalogue stays as it is. */
export function withTestReports(
  channels: Channels,
  { accountId, reported, keys }: { accountId: string; reported: ReadonlySet<string>; keys: ChannelKeys },
): Channels {
  const isReported = ({ email }: EmailChannel) => reported.has(hashOfEmail(keys, email)?.toString('hex') ?? '')
  if (reported.size === 0 || !channels.emails.some(isReported)) return channels
  const emails = channels.emails.map((one) => (isReported(one) ? { ...one, reported_by: [accountId] } : one))
  return { ...channels, emails }
}

/** By their hashes in hexadecimal. */
export async function readTestReports(db: Db, accountId: string): Promise<Set<string>> {
  const rows = await db.query<{ hash: string }>(
    sql`SELECT encode(email_hash, 'hex') AS hash FROM test_email_reports WHERE account_id = ${accountId}`,
  )
  return new Set(rows.map(({ hash }) => hash))
}

/** After an import wrote these contacts: reports outlive imports, but for addresses that were verified after them. */
export async function markReported(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const reported = await tx.query<{ contactId: string }>(sql`
    SELECT contact_id AS "contactId" FROM contacts
    WHERE EXISTS (SELECT FROM email_reports) AND contact_id = ANY(${contactIds}::text[])
      AND (EXISTS (SELECT FROM email_reports r WHERE r.email_hash = ANY(contacts.email_hashes))
        OR EXISTS (SELECT FROM own_emails o WHERE o.contact_id = contacts.contact_id))`)
  const ids = reported.map(({ contactId }) => contactId)
  if (ids.length > 0) await applyReports(tx, keys, ids)
}

type Row = { contactId: string; keyId: string; sealed: Buffer }
type OpenedRow = { contactId: string; contents: SealedContents; hashes: (string | null)[] }

/** Brings the status of the emails of these contacts in line with the reports. The caller holds the row of catalogue_state. */
export async function applyReports(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<number> {
  const rows = await openRows(tx, keys, contactIds)
  const reports = await readReports(tx, rows)
  const changed = rows.flatMap(({ contactId, contents, hashes }) => {
    const emails = contents.emails.map((email, at) => withReports(email, reports.get(hashes[at] ?? '') ?? []))
    const next = { ...contents, emails }
    return JSON.stringify(next) === JSON.stringify(contents) ? [] : [{ contactId, contents: next }]
  })
  await writeRows(tx, keys, changed)
  const written = new Map(changed.map(({ contactId, contents }) => [contactId, contents]))
  const owners = Map.groupBy(await ownersOf(tx, contactIds), ({ contactId }) => contactId)
  const own = rows.flatMap(({ contactId, contents, hashes }) => {
    const reporters = hashes.flatMap((hash) => reports.get(hash ?? '') ?? [])
    const accountIds = new Set([...reporters, ...(owners.get(contactId) ?? [])].map(({ accountId }) => accountId))
    return [...accountIds].map((accountId) => ownRow(accountId, contactId, written.get(contactId) ?? contents))
  })
  await writeOwnEmails(tx, own)
  return changed.length
}

const ownRow = (accountId: string, contactId: string, channels: Channels): OwnEmailsRow => ({
  accountId,
  contactId,
  ...summariseEmails(channelsFor(accountId, channels)),
})

/** A status that may not leave by itself is not made better by a report. */
function withReports(email: EmailChannel, known: readonly Report[]): EmailChannel {
  const stated = statedEmail(email)
  const reports = known.filter(({ at }) => !isLifted(at, email.verified_at))
  if (reports.length === 0 || !summarise({ emails: [stated], phones: [], linkedin_url: null }).has_email) return stated
  const cards = new Set(reports.flatMap(({ card }) => card ?? []))
  return {
    ...stated,
    status: cards.size >= cardsToBounce ? 'bounced' : 'reported',
    stated_status: stated.status,
    reported_by: reports.map(({ accountId }) => accountId).sort(),
  }
}

async function openRows(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<OpenedRow[]> {
  const rows = await tx.query<Row>(sql`
    SELECT contact_id AS "contactId", channels_key_id AS "keyId", channels AS sealed FROM contacts
    WHERE contact_id = ANY(${contactIds}::text[]) AND channels IS NOT NULL`)
  return rows.flatMap(({ contactId, keyId, sealed }) => {
    // Under a key that is gone: nobody can read it, so nothing can be said of it.
    if (!keys.holds(keyId)) return []
    const contents = keys.open(contactId, keyId, sealed)
    const hashes = contents.emails.map(({ email }) => hashOfEmail(keys, email)?.toString('hex') ?? null)
    return [{ contactId, contents, hashes }]
  })
}

async function readReports(tx: Db, rows: readonly OpenedRow[]): Promise<Map<string, Report[]>> {
  const hashes = [...new Set(rows.flatMap((row) => row.hashes.flatMap((hash) => hash ?? [])))]
  const reports = await tx.query<Report>(sql`
    SELECT encode(email_hash, 'hex') AS hash, account_id AS "accountId", encode(card_hash, 'hex') AS card, reported_at AS at
    FROM email_reports WHERE email_hash = ANY(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
  return Map.groupBy(reports, ({ hash }) => hash)
}

async function writeRows(
  tx: Db,
  keys: ChannelKeys,
  rows: readonly { contactId: string; contents: SealedContents }[],
): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map(({ contactId, contents }) => {
    const { keyId, sealed } = keys.seal(contactId, contents)
    const { has_email } = summarise(contents)
    return {
      id: contactId,
      sealed: `\\x${sealed.toString('hex')}`,
      key_id: keyId,
      has_email,
      ...summariseEmails(contents),
    }
  })
  await tx.query(sql`
    UPDATE contacts SET channels = line.sealed, channels_key_id = line.key_id, has_email = line.has_email,
      email_kinds = line.email_kinds, emails_verified_at = line.emails_verified_at
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line
      (id text, sealed bytea, key_id text, has_email boolean, email_kinds text[], emails_verified_at timestamptz[])
    WHERE contacts.contact_id = line.id`)
  const contactIds = rows.map(({ contactId }) => contactId)
  await noteChangedStores(tx, { contactIds })
  await noteContacts(tx, 'updated', contactIds)
}
