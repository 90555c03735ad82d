/**
 * Opt-outs as one database knows them, for a restored copy of an earlier state of it: the marks that keep people out, and the hashes by
 * which those are recognised who came after the copy. No plain address, name or number, but contact ids and domains.
 */
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { findCovered, type SuppressionKind, suppressionKinds, type Target } from './covered-people.ts'
import { addListed, type ListedKind, markShared } from './deletion-lists.ts'
import { repeatErasures } from './erasure.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { applySuppressions } from './suppression-marks.ts'

/** Hashes and targets as hexadecimal text. */
type Mark = {
  kind: SuppressionKind
  target: string
  shown: string
  erased: boolean
  by_list: boolean
  created_at: Date
}
type Person = {
  contact_id: string
  store_id: string
  domain: string
  source_hash: string | null
  linkedin_hash: string | null
  name_hash: string | null
  email_hashes: string[]
  erased: boolean
}
type Listed = { kind: ListedKind; shared: boolean; hashes: string[] }

export type OptOuts = { matching_key_id: string | null; marks: Mark[]; people: Person[]; listed: Listed[] }

/** People whom a source stopped showing are erased, too, but did not opt out: the copy forgets them by itself. */
export async function readOptOuts(db: Db): Promise<OptOuts> {
  const [state] = await db.query<{ id: string | null }>(sql`SELECT matching_key_id AS id FROM catalogue_state`)
  const marks = await db.query<Mark>(sql`
    SELECT kind, encode(target, 'hex') AS target, shown, erased, by_list, created_at FROM suppressions ORDER BY kind, target`)
  const people = await db.query<Person>(sql`
    SELECT contact_id, store_id, domain, encode(source_hash, 'hex') AS source_hash, encode(linkedin_hash, 'hex') AS linkedin_hash,
      encode(name_hash, 'hex') AS name_hash, ARRAY(SELECT encode(hash, 'hex') FROM unnest(email_hashes) AS hash) AS email_hashes,
      EXISTS (SELECT FROM suppressions WHERE kind = 'contact' AND target = convert_to(contact_id, 'UTF8') AND erased) AS erased
    FROM contacts JOIN stores USING (store_id) WHERE suppressed ORDER BY contact_id`)
  const listed = await db.query<Listed>(sql`
    SELECT kind, shared, array_agg(encode(hash, 'hex')) AS hashes FROM deletion_list_hashes GROUP BY kind, shared ORDER BY 1, 2`)
  return { matching_key_id: state!.id, marks, people, listed }
}

/** Whom an opt-out of one database covers in another one. */
type RepeatedOptOuts = { suppressed: string[]; erased: string[] }

/** What the copy knows itself stays: it may have opt-outs of its own. Done twice it changes nothing more. */
export async function repeatOptOuts(tx: Db, keys: ChannelKeys, optOuts: OptOuts): Promise<RepeatedOptOuts> {
  await holdCatalogue(tx, keys)
  await addMarks(tx, optOuts.marks)
  await addListedHashes(tx, optOuts.listed)
  await addPeople(tx, optOuts.people)
  const targets = optOuts.marks.map(toTarget)
  const erasedEmails = targets.filter(({ kind }, at) => kind === 'email' && optOuts.marks[at]!.erased)
  const erasedIds = optOuts.people.flatMap(({ contact_id: id, erased }) => (erased ? [id] : []))
  const erased = await repeatErasures(tx, keys, erasedIds, erasedEmails)
  const covered = new Set(optOuts.people.map(({ contact_id: id }) => id))
  for (const kind of suppressionKinds) {
    const ofKind = targets.filter((target) => target.kind === kind)
    for (const id of await findCovered(tx, keys, ofKind)) covered.add(id)
  }
  const changes = await applySuppressions(tx, [...covered])
  return { suppressed: changes.flatMap(({ contactId, suppressed }) => (suppressed ? [contactId] : [])), erased }
}

/** What an erased mark shows is not what it names. */
function toTarget({ kind, target, shown }: Mark): Target {
  const bytes = Buffer.from(target, 'hex')
  return { kind, bytes, shown: kind === 'email' ? shown : bytes.toString() }
}

async function addMarks(tx: Db, marks: readonly Mark[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO suppressions (kind, target, shown, erased, by_list, created_at)
    SELECT kind, decode(target, 'hex'), shown, erased, by_list, created_at
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      AS mark (kind text, target text, shown text, erased boolean, by_list boolean, created_at timestamptz)
    ON CONFLICT (kind, target) DO UPDATE SET
      shown = CASE WHEN excluded.erased THEN excluded.shown ELSE suppressions.shown END,
      erased = suppressions.erased OR excluded.erased, by_list = suppressions.by_list AND excluded.by_list`)
}

const hashesAtOnce = 10_000

async function addListedHashes(tx: Db, listed: readonly Listed[]): Promise<void> {
  for (const { kind, shared, hashes } of listed) {
    for (let from = 0; from < hashes.length; from += hashesAtOnce) {
      const some = hashes.slice(from, from + hashesAtOnce).map((hash) => Buffer.from(hash, 'hex'))
      await addListed(tx, kind, some)
      if (shared) await markShared(tx, kind, some)
    }
  }
}

/**
 * Whoever came after the copy is there by their hashes alone, and retired, so that nobody without a name is shown if the opt-out is
 * removed. Whoever is there gets the addresses that they have had since.
 */
async function addPeople(tx: Db, people: readonly Person[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS person
    (contact_id text, store_id text, domain text, source_hash text, linkedin_hash text, name_hash text, email_hashes jsonb)`
  await tx.query(sql`
    INSERT INTO stores (store_id, domain, name, fingerprint, import_run, retired_at)
    SELECT DISTINCT ON (domain) store_id, domain, domain, '', 0, now() FROM ${rows}
    WHERE NOT EXISTS (SELECT FROM contacts WHERE contacts.contact_id = person.contact_id)
    ON CONFLICT DO NOTHING`)
  await tx.query(sql`
    INSERT INTO contacts (contact_id, store_id, seniority, has_email, has_phone, has_linkedin, source_hash, linkedin_hash, name_hash,
      email_hashes, fingerprint, import_run, retired_at)
    SELECT contact_id, stores.store_id, 'other', false, false, false, decode(source_hash, 'hex'), decode(linkedin_hash, 'hex'),
      decode(name_hash, 'hex'), ARRAY(SELECT decode(hash, 'hex') FROM jsonb_array_elements_text(email_hashes) AS hash), '', 0, now()
    FROM ${rows} JOIN stores USING (domain)
    ON CONFLICT (contact_id) DO UPDATE SET email_hashes = contacts.email_hashes || ARRAY(
      SELECT hash FROM unnest(excluded.email_hashes) AS hash WHERE hash <> ALL (contacts.email_hashes))`)
}
