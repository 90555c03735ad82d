/**
 * What people say of themselves, over what sources said of them (`held-corrections.ts`: until these say something else). Nobody observed a store, so nothing else moves: who is retired
 * stays so, dates of sightings stand, and it is no import of files, which could be undone or would wait for another.
 */
import { sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import { raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { holdCatalogue } from '../lock-catalogue.ts'
import { emptyPlan } from './batch-plan.ts'
import { encodeHere } from './encode-contacts.ts'
import { noteCorrected } from './held-corrections.ts'
import { inTransaction } from './in-transaction.ts'
import { addToResult, currentRun, openIngestion } from './ingest-lines.ts'
import { findKnownStores } from './known-rows.ts'
import { toPerson } from './person.ts'
import { planContact } from './plan-contacts.ts'
import { type ContactField, readContact } from './read-contact.ts'
import { loadContacts, type StoredContact } from './stored-rows.ts'
import { encodeBatch, writeRows } from './write-batch.ts'

type Correction = { contactId: string; domain: string; fields: Partial<Record<ContactField, string>> }

/** One transaction. Done again it changes nothing more. */
export async function correctPeople(
  database: Database,
  channelKeys: ChannelKeys,
  source: string,
  corrections: readonly Correction[],
): Promise<void> {
  const { client, close } = await openIngestion(database, channelKeys, { source, input: 'correction' })
  try {
    await inTransaction({ client, isDry: false }, async (tx) => {
      await holdCatalogue(tx, channelKeys)
      const run = await currentRun(tx, source, 'correction')
      const plan = await planCorrections(tx, channelKeys, run, corrections)
      const batch = await encodeBatch(plan, run.importRun, encodeHere(channelKeys))
      await writeRows({ client, tx }, batch, { ...run, chain: [], keys: channelKeys, keepsRetired: true })
      const result = plan.contacts.changed > 0 ? 'changed' : 'unchanged'
      await addToResult(tx, run.importRun, [{ line: 1, result }])
      // An import of files that has read these people looks again.
      await tx.query(sql`UPDATE catalogue_state SET ingested = ingested + 1, ${raiseVersion}`)
    })
  } finally {
    await close()
  }
}

async function planCorrections(
  tx: Db,
  keys: ChannelKeys,
  { importRun, now }: { importRun: number; now: number },
  corrections: readonly Correction[],
) {
  const plan = emptyPlan()
  const known = await findKnownStores(
    tx,
    importRun,
    corrections.map(({ domain }) => domain),
  )
  const stored = await loadContacts(
    tx,
    keys,
    corrections.map(({ contactId }) => contactId),
  )
  for (const { contactId, domain, fields } of corrections) {
    const store = known.get(domain)
    const contact = store?.contacts.find((one) => one.contactId === contactId)
    const before = stored.get(contactId)
    if (!store || !contact || contact.erased || !before) continue
    const corrected = noteCorrected(Object.keys(fields), before.record, keys)
    const given = toPerson({ ...readCorrection(fields, before, now), corrected }, keys)
    planContact(
      plan,
      { given, known: { ...contact, retired: false }, before },
      { storeId: store.storeId, at: now },
      keys,
    )
  }
  return plan
}

/** Read as a line is, next to the person's own channels, which must not be written into a title; they stay as they are. */
function readCorrection(fields: Correction['fields'], { record }: StoredContact, now: number) {
  const { emails, phones, linkedin_url } = record.channels
  const read = readContact({ ...fields, emails, phones, linkedin_url }, () => {}, { now, observedAt: now })
  return { ...read, absent: [...read.absent, 'emails', 'phones', 'linkedin_url'] satisfies ContactField[] }
}
