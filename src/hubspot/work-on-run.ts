import type { Clock } from '../base/clock.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { storeExclusion } from '../catalog/exclusions/exclusions.ts'
import { type OwnedNeeds, ownedContacts } from '../contacts/owned-contacts.ts'
import type { RevealedContact } from '../contacts/revealed-contact.ts'
import type { HubspotConnection } from './connections.ts'
import { batchMax, type Crm } from './crm.ts'
import { eraseContacts, erasuresAtOnce } from './erase-contacts.ts'
import { ensureProperties } from './properties.ts'
import { type ItemOutcome, pushContacts } from './push-contacts.ts'
import { readExclusion } from './read-exclusion.ts'
import { failRun, type HubspotRun, readRecordIds, readWaiting, recordBatch, recordReading } from './runs.ts'

export type WorkNeeds = Pick<OwnedNeeds, 'database' | 'openContact'> & { clock: Clock; channelKeys: ChannelKeys }

/** One batch of a run, with what came of it recorded. */
export async function workOn(
  run: HubspotRun,
  connection: HubspotConnection,
  crm: Crm,
  needs: WorkNeeds,
): Promise<void> {
  const isFirst = Object.keys(run.counts).length === 0
  if (isFirst) await ensureProperties(crm)
  if (run.kind === 'erasure') await eraseSome(run, connection, crm, needs)
  else if (run.kind === 'exclusion') await excludeSome(run, crm, needs)
  else await pushSome(run, crm, needs)
}

async function pushSome(run: HubspotRun, crm: Crm, needs: WorkNeeds): Promise<void> {
  const { database, clock } = needs
  const waiting = await readWaiting(database, run, batchMax)
  const contacts: RevealedContact[] = []
  for await (const { contact } of ownedContacts(needs, run.accountId, { among: new Set(waiting) }))
    contacts.push(contact)
  const isReadable = new Set(contacts.map(({ id }) => id))
  const skipped = waiting.filter((id) => !isReadable.has(id)).map(skip)
  const { outcomes, links } = await pushContacts(crm, contacts, { isDryRun: run.kind === 'dry_run' })
  await recordBatch(database, clock, run, { outcomes: [...outcomes, ...skipped], links })
}

/** Opted out, erased, or no longer readable since the run was made. */
const skip = (contactId: string): ItemOutcome => ({
  contactId,
  outcome: 'skip',
  reason: 'unavailable',
  filled: [],
  kept: [],
})

async function eraseSome(run: HubspotRun, { appId }: HubspotConnection, crm: Crm, needs: WorkNeeds): Promise<void> {
  const { database, clock } = needs
  const contactIds = await readWaiting(database, run, erasuresAtOnce)
  const outcomes = await eraseContacts(crm, {
    contactIds,
    recordIds: await readRecordIds(database, run.accountId, contactIds),
    isForGood: run.origin === 'contact.erased',
    appId: String(appId),
  })
  await recordBatch(database, clock, run, { outcomes, links: [] })
}

async function excludeSome(run: HubspotRun, crm: Crm, needs: WorkNeeds): Promise<void> {
  const { database, clock, channelKeys } = needs
  const { read, entries, next } = await readExclusion(crm, channelKeys, run.reading!)
  const draft = { label: run.label!, entries, mode: 'add' as const }
  if (!(await storeExclusion(database, clock, channelKeys, run.accountId, draft))) {
    return failRun(database, clock, run, 'too_many_exclusions')
  }
  await recordReading(database, clock, run, { read, entries: entries.length, next })
}
