import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { type Chain, keepContacts, keepStores } from '../before-images.ts'
import { nextVersion, noteChangedStores } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { summarise, summariseEmails } from '../channels.ts'
import { noteContacts } from '../contact-news.ts'
import { markReported } from '../email-reports.ts'
import { clearErased, clearListed, hashesAfterLine } from '../erasure.ts'
import { markExcluded } from '../exclusions/match-exclusions.ts'
import { stateOfNew } from '../held-changes.ts'
import { type MovedHashes, noteMoved } from '../moved-emails.ts'
import { markSuppressed } from '../suppression-marks.ts'
import { markWithheld } from '../withholding.ts'
import type { BatchPlan, ContactWrite, StoreChange, StoreWrite } from './batch-plan.ts'
import { addStore, createStoreRows, intoContacts, intoStores, unknownFields } from './copy-rows.ts'
import type { EncodeContacts } from './encode-contacts.ts'
import { eachInTurn } from './give-way.ts'
import { inTransaction, type Session } from './in-transaction.ts'
import { moment, noteMissed, noteObserved, type Sightings } from './note-last-seen.ts'

/** A plan as the database wants it, prepared while the batch before is still being written. */
type EncodedBatch = Sightings & {
  /** For COPY; null where there are none. */
  newStores: Uint8Array | null
  newContacts: Uint8Array | null
  /** JSON for `json_populate_recordset`; null when nothing changed. */
  changedStores: string | null
  changedContacts: string | null
  changedStoreIds: string[]
  changedContactIds: string[]
  /** The ones whose visible fields differ. */
  updatedContactIds: string[]
  moved: { contactId: string; moved: MovedHashes }[]
  writtenStoreIds: string[]
  writtenContactIds: string[]
  /** Stores whose own row is written, or that of one of their people. */
  touchedStoreIds: string[]
  /** Rows that the import met and left as they are; with `--replace` also which stores hold a list of their people. */
  sightings: string[]
  retiredStoreIds: string[]
  retiredContactIds: string[]
  changes: StoreChange[]
  retracted: StoreChange[]
}

/** Next to the ids of rows that were met, the mark of a store whose line says who works there. */
export const listMark = 'people of '

export async function encodeBatch(plan: BatchPlan, importRun: number, encode: EncodeContacts): Promise<EncodedBatch> {
  const stores = [...plan.newStores, ...plan.changedStores]
  const contacts = [...plan.newContacts, ...plan.changedContacts]
  const newStores = createStoreRows(plan.newStores.length)
  await eachInTurn(plan.newStores, (store) => addStore(newStores, store, importRun))
  return {
    newStores: plan.newStores.length > 0 ? newStores.done() : null,
    newContacts: plan.newContacts.length > 0 ? await encode(plan.newContacts, importRun) : null,
    changedStores:
      plan.changedStores.length > 0 ? JSON.stringify(plan.changedStores.map((store) => storeRow(store, plan))) : null,
    changedContacts: plan.changedContacts.length > 0 ? JSON.stringify(plan.changedContacts.map(contactRow)) : null,
    changedStoreIds: plan.changedStores.map((store) => store.storeId),
    changedContactIds: plan.changedContacts.map((contact) => contact.contactId),
    updatedContactIds: plan.changedContacts.flatMap(({ contactId, isUpdate }) => (isUpdate ? [contactId] : [])),
    moved: plan.changedContacts.map(({ contactId, moved }) => ({ contactId, moved })),
    writtenStoreIds: stores.map((store) => store.storeId),
    writtenContactIds: contacts.map((contact) => contact.contactId),
    touchedStoreIds: [...new Set([...stores, ...contacts].map(({ storeId }) => storeId))],
    sightings: [...plan.unchangedContactIds, ...plan.listedStoreIds.map((id) => listMark + id)],
    peopledStoreIds: plan.peopledStoreIds,
    missedContactIds: plan.missedContactIds,
    foundContactIds: plan.foundContactIds,
    retiredStoreIds: plan.retiredStoreIds,
    retiredContactIds: plan.retiredContactIds,
    observedStores: plan.observedStores,
    changes: plan.changes,
    retracted: plan.retracted,
  }
}

/** The JSON functions of PostgreSQL read bytes in the same form as SQL does. */
const bytes = (hex: string | null | undefined): string | null => (hex ? `\\x${hex}` : null)

function storeRow(
  { storeId, fields, partly, fingerprint, at, missing, isUpdate }: StoreWrite,
  { peopledStoreIds }: BatchPlan,
): Record<string, unknown> {
  return {
    ...fields,
    shopify_plus: fields.shopify_plus ?? false,
    apps: fields.apps ?? partly?.apps?.present ?? [],
    pixels: fields.pixels ?? partly?.pixels?.present ?? [],
    partly_known: partly,
    ads_active: fields.ads_active ?? false,
    unknown_fields: unknownFields(fields),
    store_id: storeId,
    fingerprint: bytes(fingerprint),
    missing,
    observed_at: moment(at),
    // Null: what is stored stays.
    people_seen_at: peopledStoreIds.has(storeId) ? moment(at) : null,
    updated_at: isUpdate ? moment(at) : null,
  }
}

function contactRow({ contactId, person, sealed, at, isUpdate }: ContactWrite): Record<string, unknown> {
  const { channels, marks, source_id, absent, retired, ...columns } = person.record
  const hashes = person.hashes()
  return {
    ...columns,
    ...summarise(channels),
    ...summariseEmails(channels),
    contact_id: contactId,
    channels: bytes(sealed?.sealed.toString('hex')),
    channels_key_id: sealed?.keyId ?? null,
    source_hash: bytes(hashes.source),
    linkedin_hash: bytes(hashes.linkedin),
    email_hashes: hashes.emails.map(bytes),
    name_hash: bytes(hashes.name),
    collected_at: columns.collected_at === null ? null : moment(columns.collected_at),
    updated_at: isUpdate ? moment(at) : null,
    fingerprint: bytes(person.fingerprint()),
  }
}

/** Which import writes. `keepsRetired`: of people whom it changes, those who are retired stay so. */
type WritingRun = { importRun: number; chain: Chain; keys: ChannelKeys; keepsRetired?: boolean }

/**
 * One transaction. It is applied completely or not at all, and is safe to repeat. Says how many people left with their store.
 * `lookAgain` prepares the batch again if its stores were ingested since it was; null: they were not.
 */
export async function writeBatch(
  session: Session,
  prepared: EncodedBatch,
  run: WritingRun,
  lookAgain: (tx: Db) => Promise<EncodedBatch | null>,
): Promise<number> {
  const { client, isDry } = session
  return inTransaction(session, async (tx) => {
    // Durable from the last commit of the import on; before that a second run brings everything again. With the row of
    // catalogue_state held, no suppression can slip in between what this batch writes and what it looks up.
    if (!isDry) await client.query('SET LOCAL synchronous_commit = off; SELECT FROM catalogue_state FOR NO KEY UPDATE')
    const batch = isDry ? prepared : ((await lookAgain(tx)) ?? prepared)
    const leftWithStore = await writeRows({ client, tx, isDry }, batch, run)
    if (batch.sightings.length > 0) {
      await tx.query(sql`INSERT INTO import_sightings SELECT unnest(${batch.sightings}::text[]) ON CONFLICT DO NOTHING`)
    }
    return leftWithStore
  })
}

type Rows = { client: Client; tx: Db; isDry?: boolean }

/** Within a transaction that holds the row of catalogue_state. */
export async function writeRows(
  { client, tx, isDry = false }: Rows,
  batch: EncodedBatch,
  run: WritingRun,
): Promise<number> {
  const { importRun } = run
  if (!isDry && run.chain.length > 0) await keepBefore(tx, batch, run.chain)
  await noteMissed(tx, batch)
  if (batch.newStores) await copyIn(client, intoStores, batch.newStores)
  if (batch.changedStores) await tx.query(updateStores(batch.changedStores, importRun))
  if (batch.newContacts) await copyIn(client, intoContacts, batch.newContacts)
  if (batch.changedContacts) await tx.query(updateContacts(batch.changedContacts, run))
  const leftWithStore = await retire(tx, batch, importRun)
  await noteObserved(tx, batch, run)
  await recordChanges(tx, batch, run)
  // Nobody waits for a dry run: it leaves the notes for the index, the opt-outs and the lists of accounts alone.
  if (isDry) return leftWithStore
  await noteChangedStores(tx, {
    // Searches show when a store was last observed, so an observation is a change to an index.
    storeIds: [
      ...batch.touchedStoreIds,
      ...batch.retiredStoreIds,
      ...batch.observedStores.map(({ storeId }) => storeId),
    ],
    contactIds: batch.retiredContactIds,
  })
  await noteContacts(tx, 'updated', batch.updatedContactIds)
  await noteMoved(tx, batch.moved)
  await markSuppressed(tx, batch.writtenContactIds)
  await markWithheld(
    tx,
    { storeIds: batch.writtenStoreIds, contactIds: batch.writtenContactIds },
    { storeIds: batch.changedStoreIds, contactIds: batch.changedContactIds },
  )
  await clearErased(tx, batch)
  await clearListed(tx, run.keys, batch)
  await markReported(tx, run.keys, batch.writtenContactIds)
  await markExcluded(tx, run.keys, { storeIds: batch.writtenStoreIds, contactIds: batch.writtenContactIds })
  return leftWithStore
}

/** Everything that the batch changes or retires. */
async function keepBefore(tx: Db, batch: EncodedBatch, chain: Chain): Promise<void> {
  const { changedStoreIds, changedContactIds, retiredStoreIds, retiredContactIds } = batch
  const stores = [...changedStoreIds, ...retiredStoreIds]
  if (stores.length > 0) await keepStores(tx, chain, sql`store_id = ANY(${stores}::text[])`)
  const contacts = [...changedContactIds, ...retiredContactIds, ...batch.missedContactIds, ...batch.foundContactIds]
  if (contacts.length > 0) await keepContacts(tx, chain, sql`contact_id = ANY(${contacts}::text[])`)
  if (retiredStoreIds.length === 0) return
  await keepContacts(tx, chain, sql`store_id = ANY(${retiredStoreIds}::text[]) AND retired_at IS NULL`)
}

async function recordChanges(
  tx: Db,
  { changes, retracted }: EncodedBatch,
  { importRun, chain }: WritingRun,
): Promise<void> {
  if (retracted.length > 0) {
    await tx.query(sql`
      WITH gone AS (DELETE FROM store_changes change USING unnest(${retracted.map(({ storeId }) => storeId)}::text[],
        ${retracted.map(({ type }) => type)}::text[], ${retracted.map(({ value }) => value)}::text[],
        ${retracted.map(({ at }) => moment(at))}::timestamptz[]) AS gone (store_id, type, value, at)
      WHERE change.store_id = gone.store_id AND change.type = gone.type AND change.value = gone.value
        AND (change.state = 'held' OR change.observed_at = gone.at) RETURNING change.*)
      INSERT INTO import_before (kind, row_id, row_before)
      SELECT 'change', concat_ws(' ', store_id, observed_at, type, value), to_jsonb(gone) FROM gone
      WHERE import_run <> ALL(${chain}::bigint[]) AND ${chain.length > 0}
      ON CONFLICT DO NOTHING`)
  }
  if (changes.length === 0) return
  await tx.query(sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, old_value, new_value, import_run, state, recorded_version)
    SELECT store_id, at, type, value, old_value, new_value, ${importRun},
      ${stateOfNew}, ${nextVersion}
    FROM unnest(${changes.map(({ storeId }) => storeId)}::text[], ${changes.map(({ at }) => moment(at))}::timestamptz[],
      ${changes.map(({ type }) => type)}::text[], ${changes.map(({ value }) => value)}::text[],
      ${changes.map(({ from }) => from)}::text[], ${changes.map(({ to }) => to)}::text[])
      AS change (store_id, at, type, value, old_value, new_value)
    ON CONFLICT DO NOTHING`)
}

async function retire(
  tx: Db,
  { retiredStoreIds, retiredContactIds }: EncodedBatch,
  importRun: number,
): Promise<number> {
  if (retiredContactIds.length > 0) {
    await tx.query(sql`UPDATE contacts SET retired_at = now() WHERE contact_id = ANY(${retiredContactIds}::text[])`)
  }
  if (retiredStoreIds.length === 0) return 0
  await tx.query(sql`
    UPDATE stores SET retired_at = now(), import_run = ${importRun} WHERE store_id = ANY(${retiredStoreIds}::text[])`)
  const people = await tx.query(sql`
    UPDATE contacts SET retired_at = now() WHERE store_id = ANY(${retiredStoreIds}::text[]) AND retired_at IS NULL
    RETURNING 1`)
  return people.length
}

async function copyIn(client: Client, statement: string, rows: Uint8Array): Promise<void> {
  await pipeline(Readable.from([rows]), client.query(copyFrom(statement)))
}

function updateStores(rows: string, importRun: number): Sql {
  return sql`
    UPDATE stores SET
      name = line.name, category = line.category, country = line.country, traffic_tier = line.traffic_tier,
      revenue_tier = line.revenue_tier, shopify_plus = line.shopify_plus, lead_fit_score = line.lead_fit_score,
      apps = line.apps, pixels = line.pixels, theme_name = line.theme_name, theme_type = line.theme_type,
      ads_active = line.ads_active, unknown_fields = line.unknown_fields, missing = line.missing,
      partly_known = line.partly_known,
      observed_at = line.observed_at, updated_at = coalesce(line.updated_at, stores.updated_at), fingerprint = line.fingerprint,
      people_seen_at = coalesce(line.people_seen_at, stores.people_seen_at),
      people_seen_run = CASE WHEN line.people_seen_at IS NULL THEN stores.people_seen_run ELSE ${importRun} END,
      import_run = ${importRun}, observed_run = ${importRun}, retired_at = NULL
    FROM json_populate_recordset(NULL::stores, ${rows}::json) line
    WHERE stores.store_id = line.store_id`
}

function updateContacts(rows: string, { importRun, keepsRetired = false }: WritingRun): Sql {
  return sql`
    UPDATE contacts SET
      source_id = NULL, ${hashesAfterLine}, first_name = line.first_name, last_name = line.last_name, full_name = line.full_name,
      title = line.title, role = line.role, seniority = line.seniority, has_email = line.has_email,
      has_phone = line.has_phone, has_linkedin = line.has_linkedin, email_kinds = line.email_kinds,
      emails_verified_at = line.emails_verified_at, channels = line.channels,
      channels_key_id = line.channels_key_id,
      collected_at = line.collected_at, updated_at = coalesce(line.updated_at, contacts.updated_at),
      fingerprint = line.fingerprint, import_run = ${importRun},
      retired_at = CASE WHEN ${keepsRetired} THEN contacts.retired_at END
    FROM json_populate_recordset(NULL::contacts, ${rows}::json) line
    WHERE contacts.contact_id = line.contact_id`
}
