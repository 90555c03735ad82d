/**
 * Opt-outs as one database knows them, for a restored copy of an earlier state of it: the marks that keep people out, and the hashes by
 * which those are recognised who came after the copy. No plain address, name or number, but contact ids and domains.
 */
import { rawSql, type Sql, sql } from '../base/sql.ts'
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
}
type Listed = { kind: ListedKind; shared: boolean; hashes: string[] }

/** Some of them, so that a list of any length is never held as a whole. */
export type OptOutPart = { marks: Mark[] } | { people: Person[] } | { listed: Listed[] }
export type OptOuts = { matchingKeyId: string | null; parts: AsyncIterable<OptOutPart> }

/** The parts are read in this transaction. */
export async function readOptOuts(tx: Db): Promise<OptOuts> {
  const [state] = await tx.query<{ id: string | null }>(sql`SELECT matching_key_id AS id FROM catalogue_state`)
  return { matchingKeyId: state!.id, parts: readParts(tx) }
}

async function* readParts(tx: Db): AsyncGenerator<OptOutPart> {
  for await (const marks of readMarks(tx)) yield { marks }
  for await (const people of readPeople(tx)) yield { people }
  for await (const listed of readListed(tx)) yield { listed }
}

const rowsAtOnce = 1_000

/** One statement, whose rows are fetched as they are needed: whatever the plan, it runs once. `tx` is a transaction. */
async function* readRows<Row>(tx: Db, cursor: string, statement: Sql): AsyncGenerator<Row[]> {
  await tx.query(sql`DECLARE ${rawSql(cursor)} NO SCROLL CURSOR FOR ${statement}`)
  for (;;) {
    const rows = await tx.query<Row>(rawSql(`FETCH ${rowsAtOnce} FROM ${cursor}`))
    if (rows.length === 0) break
    yield rows
  }
  await tx.query(rawSql(`CLOSE ${cursor}`))
}

const readMarks = (tx: Db): AsyncGenerator<Mark[]> =>
  readRows<Mark>(
    tx,
    'marks',
    sql`SELECT kind, encode(target, 'hex') AS target, shown, erased, by_list, created_at FROM suppressions`,
  )

/** People whom a source stopped showing are erased, too, but did not opt out: the copy forgets them by itself. */
const readPeople = (tx: Db): AsyncGenerator<Person[]> =>
  readRows<Person>(
    tx,
    'people',
    sql`
      SELECT contact_id, store_id, domain, encode(source_hash, 'hex') AS source_hash, encode(linkedin_hash, 'hex') AS linkedin_hash,
        encode(name_hash, 'hex') AS name_hash, ARRAY(SELECT encode(hash, 'hex') FROM unnest(email_hashes) AS hash) AS email_hashes
      FROM contacts JOIN stores USING (store_id) WHERE suppressed`,
  )

async function* readListed(tx: Db): AsyncGenerator<Listed[]> {
  type Row = Omit<Listed, 'hashes'> & { hash: string }
  const statement = sql`SELECT kind, shared, encode(hash, 'hex') AS hash FROM deletion_list_hashes`
  for await (const page of readRows<Row>(tx, 'listed', statement)) {
    const groups = Map.groupBy(page, ({ kind, shared }) => `${kind} ${shared}`)
    yield [...groups.values()].map((rows) => {
      const { kind, shared } = rows[0]!
      return { kind, shared, hashes: rows.map(({ hash }) => hash) }
    })
  }
}

/** How many marks another database has, and whom they cover in this one. */
type RepeatedOptOuts = { marks: number; suppressed: string[]; erased: string[] }

/** What the copy knows itself stays: it may have opt-outs of its own. Done twice it changes nothing more. */
export async function repeatOptOuts(
  tx: Db,
  keys: ChannelKeys,
  parts: AsyncIterable<OptOutPart>,
): Promise<RepeatedOptOuts> {
  await holdCatalogue(tx, keys)
  let marks = 0
  const covered = new Set<string>()
  for await (const part of parts) {
    if ('marks' in part) {
      marks += part.marks.length
      await addMarks(tx, part.marks)
    } else if ('people' in part) {
      await addPeople(tx, part.people)
      for (const { contact_id: id } of part.people) covered.add(id)
    } else await addListedHashes(tx, part.listed)
  }
  const erased: string[] = []
  // With those that the copy had before, whose people are out already.
  for await (const page of readMarks(tx)) {
    erased.push(...(await repeatErased(tx, keys, page)))
    for (const kind of suppressionKinds) {
      const ofKind = page.filter((mark) => mark.kind === kind).map(toTarget)
      if (ofKind.length > 0) for (const id of await findCovered(tx, keys, ofKind)) covered.add(id)
    }
  }
  return { marks, suppressed: await suppressAll(tx, [...covered]), erased }
}

function repeatErased(tx: Db, keys: ChannelKeys, marks: readonly Mark[]): Promise<string[]> {
  const erasedOf = (kind: SuppressionKind) => marks.filter((mark) => mark.kind === kind && mark.erased).map(toTarget)
  const contactIds = erasedOf('contact').map(({ bytes }) => bytes.toString())
  return repeatErasures(tx, keys, contactIds, erasedOf('email'))
}

/** Until nobody else is: who is hidden may be the same person as somebody among those before. */
async function suppressAll(tx: Db, contactIds: readonly string[]): Promise<string[]> {
  const suppressed: string[] = []
  for (let before = -1; before < suppressed.length; ) {
    before = suppressed.length
    for (let from = 0; from < contactIds.length; from += rowsAtOnce) {
      const changes = await applySuppressions(tx, contactIds.slice(from, from + rowsAtOnce))
      for (const change of changes) if (change.suppressed) suppressed.push(change.contactId)
    }
  }
  return suppressed
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

async function addListedHashes(tx: Db, listed: readonly Listed[]): Promise<void> {
  for (const { kind, shared, hashes } of listed) {
    const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'))
    await addListed(tx, kind, bytes)
    if (shared) await markShared(tx, kind, bytes)
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
