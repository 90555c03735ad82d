import type { Crm, CrmRecord } from './crm.ts'
import { HubspotFault } from './faults.ts'
import { contactKind } from './properties.ts'
import type { ItemOutcome } from './push-contacts.ts'

/** The most records for which HubSpot returns the history of values at once. */
export const erasuresAtOnce = 50

type Erasure = {
  contactIds: readonly string[]
  /** The records that we know of; those that we do not are found by our own property. */
  recordIds: ReadonlyMap<string, string>
  /** Erased for good, or to the recycling bin after an opt-out. */
  isForGood: boolean
  /** Values that this app wrote are ours; what anybody else wrote since is not. */
  appId: string
}

/** A record that we created goes. Of one that was there before, everything that came from us goes. What HubSpot refuses fails alone. */
export async function eraseContacts(crm: Crm, erasure: Erasure): Promise<ItemOutcome[]> {
  try {
    return await eraseTogether(crm, erasure)
  } catch (error) {
    if (!(error instanceof HubspotFault && error.kind === 'refused')) throw error
    const [only, ...others] = erasure.contactIds
    if (others.length === 0) return [{ contactId: only!, outcome: 'fail', reason: 'refused', filled: [], kept: [] }]
    const outcomes: ItemOutcome[] = []
    for (const id of erasure.contactIds) outcomes.push(...(await eraseContacts(crm, { ...erasure, contactIds: [id] })))
    return outcomes
  }
}

async function eraseTogether(crm: Crm, erasure: Erasure): Promise<ItemOutcome[]> {
  const { contactIds, recordIds, isForGood, appId } = erasure
  const properties = [...contactKind.own.map(({ name }) => name), mergedIds]
  const asked = { properties, withHistory: contactKind.fillable }
  const byOwnId = await crm.readRecords('contacts', contactIds, { ...asked, idProperty: contactKind.idProperty })
  const found = new Map(byOwnId.map((record) => [record.properties[contactKind.idProperty]!, record]))
  const missed = contactIds.filter((id) => !found.has(id) && recordIds.has(id))
  const byRecordId = await crm.readRecords(
    'contacts',
    missed.map((id) => recordIds.get(id)!),
    asked,
  )
  for (const id of missed) {
    const recordId = recordIds.get(id)!
    const record = byRecordId.find((one) => one.id === recordId || mergedInto(one).includes(recordId))
    if (record) found.set(id, record)
  }
  const records = [...new Map([...found.values()].map((record) => [record.id, record])).values()]
  const created = records.filter(isOurs)
  const filled = records.filter((record) => !isOurs(record))
  if (isForGood) for (const { id } of created) await eraseOne(crm, id)
  else if (created.length > 0) await crm.archiveContacts(created.map(({ id }) => id))
  if (filled.length > 0) {
    const changes = filled.map((record) => ({ traceId: record.id, id: record.id, properties: clearing(record, appId) }))
    const { refused } = await crm.updateRecords('contacts', changes)
    if (refused[0]) throw refused[0].fault
  }
  const fromBin = isForGood ? await eraseFromBin(crm, erasure, found) : new Set<string>()
  return contactIds.map((contactId) => {
    const record = found.get(contactId)
    const outcome = fromBin.has(contactId) ? 'delete' : !record ? 'absent' : isOurs(record) ? 'delete' : 'clear'
    return { contactId, outcome, reason: null, filled: [], kept: [] }
  })
}

/** Deletes the records that we created from the recycling bin, into which an opt-out or a person moved them. Returns whose were there. */
async function eraseFromBin(
  crm: Crm,
  { contactIds, recordIds }: Erasure,
  found: ReadonlyMap<string, CrmRecord>,
): Promise<Set<string>> {
  const missed = contactIds.filter((id) => !found.has(id) && recordIds.has(id))
  const properties = ['prospector_origin', mergedIds]
  const records = await crm.readRecords(
    'contacts',
    missed.map((id) => recordIds.get(id)!),
    { properties, fromBin: true },
  )
  const ours = new Set(records.filter(isOurs).map(({ id }) => id))
  for (const id of ours) await eraseOne(crm, id)
  return new Set(missed.filter((id) => ours.has(recordIds.get(id)!)))
}

/** A record that others were merged into holds what people had before. */
const isOurs = (record: CrmRecord): boolean =>
  record.properties.prospector_origin === 'created' && mergedInto(record).length === 0

/** Gone already is as good. */
async function eraseOne(crm: Crm, id: string): Promise<void> {
  await crm.eraseContact(id).catch((error: unknown) => {
    if (!(error instanceof HubspotFault && ['OBJECT_NOT_FOUND', '404'].includes(error.code))) throw error
  })
}

const mergedIds = 'hs_merged_object_ids'
const mergedInto = ({ properties }: CrmRecord): string[] => (properties[mergedIds] ?? '').split(';').filter(Boolean)

/** Our own properties, and the fields that we filled and nobody has written since. */
function clearing({ properties, propertiesWithHistory = {} }: CrmRecord, appId: string): Record<string, string> {
  const isOfOurs = properties.prospector_origin === 'created'
  const written = isOfOurs ? contactKind.fillable : (properties.prospector_filled_fields ?? '').split(';')
  const ours = written.filter((name) => propertiesWithHistory[name]?.[0]?.sourceId === appId)
  return Object.fromEntries([...contactKind.own.map(({ name }) => name), ...ours].map((name) => [name, '']))
}
