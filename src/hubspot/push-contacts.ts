import { phoneKey } from '../catalog/channel-values.ts'
import type { RevealedContact } from '../contacts/revealed-contact.ts'
import type { Crm, CrmObject, CrmRecord, WrittenBatch } from './crm.ts'
import { HubspotFault } from './faults.ts'
import {
  companyKind,
  contactKind,
  type DesiredRecord,
  type ObjectKind,
  propertiesOf,
  toWantedCompany,
  toWantedContact,
} from './properties.ts'

export const itemReasons = ['same_email', 'other_contact', 'unavailable', 'invalid_email', 'refused'] as const
type ItemReason = (typeof itemReasons)[number]
export type ItemOutcome = {
  contactId: string
  outcome: 'create' | 'update' | 'unchanged' | 'conflict' | 'skip' | 'fail' | 'delete' | 'clear' | 'absent'
  reason: ItemReason | null
  filled: string[]
  kept: string[]
}
/** Which record is which of ours. */
export type RecordLink = { object: CrmObject; ownId: string; recordId: string }

/**
 * Contacts and their stores, at most a batch. Whoever is interrupted anywhere in here begins again: what was written is then found by our own
 * property, and nothing is created twice.
 */
export async function pushContacts(
  crm: Crm,
  contacts: readonly RevealedContact[],
  { isDryRun }: { isDryRun: boolean },
): Promise<{ outcomes: ItemOutcome[]; links: RecordLink[] }> {
  const stores = [...new Map(contacts.map(({ store }) => [store.id, store])).values()]
  const people = contacts.map(toWantedContact)
  if (isDryRun) {
    const plans = await planRecords(crm, contactKind, people)
    return { outcomes: plans.map((plan) => toOutcome({ plan, recordId: null, fault: null })), links: [] }
  }
  const companies = await send(crm, companyKind, stores.map(toWantedCompany))
  const sent = await send(crm, contactKind, people)
  const companyOf = new Map(companies.map(({ plan, recordId }) => [plan.wanted.id, recordId]))
  const pairs = contacts.flatMap(({ id, store }) => {
    const contact = sent.find(({ plan }) => plan.wanted.id === id)
    const company = companyOf.get(store.id)
    return contact?.recordId && contact.plan.action !== 'conflict' && company
      ? [{ contact: contact.recordId, company }]
      : []
  })
  if (pairs.length > 0) await crm.associate(pairs)
  return {
    outcomes: sent.map(toOutcome),
    links: [...linksOf('companies', companies), ...linksOf('contacts', sent)],
  }
}

type SendResult = { plan: Plan; recordId: string | null; fault: HubspotFault | null }

/** Creates and updates as planned. Where somebody else created the record in between, it is planned once more. */
async function send(crm: Crm, kind: ObjectKind, wanted: readonly DesiredRecord[]): Promise<SendResult[]> {
  const first = await writeAll(crm, kind, await planRecords(crm, kind, wanted))
  const isTaken = ({ fault }: SendResult): boolean => fault?.kind === 'conflict'
  const again = first.filter(isTaken).map(({ plan }) => plan.wanted)
  if (again.length === 0) return first
  const second = await writeAll(crm, kind, await planRecords(crm, kind, again))
  return [...first.filter((one) => !isTaken(one)), ...second]
}

async function writeAll(crm: Crm, kind: ObjectKind, plans: readonly Plan[]): Promise<SendResult[]> {
  const { object } = kind
  const created = await write(
    plans.filter(({ action }) => action === 'create'),
    (some) =>
      crm.createRecords(
        object,
        some.map(({ wanted, changes }) => ({ traceId: wanted.id, properties: changes })),
      ),
    kind.idProperty,
  )
  const updated = await write(
    plans.filter(({ action }) => action === 'update'),
    (some) =>
      crm.updateRecords(
        object,
        some.map(({ wanted, recordId, changes }) => ({ traceId: wanted.id, id: recordId!, properties: changes })),
      ),
    kind.idProperty,
  )
  const untouched = plans.filter(({ action }) => action === 'unchanged' || action === 'conflict')
  return [...created, ...updated, ...untouched.map((plan) => ({ plan, recordId: plan.recordId, fault: null }))]
}

/** A batch that is refused as a whole is halved until what is wrong with it is alone. */
async function write(
  plans: readonly Plan[],
  writeBatch: (plans: readonly Plan[]) => Promise<WrittenBatch>,
  idProperty: string,
): Promise<SendResult[]> {
  if (plans.length === 0) return []
  try {
    const { written, refused } = await writeBatch(plans)
    return plans.map((plan) => {
      const { id } = plan.wanted
      const isIt = (one: CrmRecord) =>
        one.objectWriteTraceId === id || one.id === plan.recordId || one.properties[idProperty] === id
      const record = written.find(isIt)
      const fault = refused.find(({ traceId }) => traceId === id)?.fault
      // Records that HubSpot does not name were not written, whatever the status of the batch.
      return { plan, recordId: record?.id ?? null, fault: fault ?? (record ? null : new HubspotFault('refused')) }
    })
  } catch (error) {
    if (!(error instanceof HubspotFault) || (error.kind !== 'refused' && error.kind !== 'conflict')) throw error
    if (plans.length === 1) return [{ plan: plans[0]!, recordId: null, fault: error }]
    const middle = Math.ceil(plans.length / 2)
    const halves = [plans.slice(0, middle), plans.slice(middle)]
    return [...(await write(halves[0]!, writeBatch, idProperty)), ...(await write(halves[1]!, writeBatch, idProperty))]
  }
}

function toOutcome({ plan, fault }: SendResult): ItemOutcome {
  const { wanted, action, reason, filled, kept } = plan
  if (fault) {
    const why = fault.code === 'INVALID_EMAIL' ? 'invalid_email' : 'refused'
    return { contactId: wanted.id, outcome: 'fail', reason: why, filled: [], kept: [] }
  }
  return { contactId: wanted.id, outcome: action, reason, filled, kept }
}

const linksOf = (object: CrmObject, sent: readonly SendResult[]): RecordLink[] =>
  sent.flatMap(({ plan, recordId }) =>
    recordId === null || plan.action === 'conflict' ? [] : [{ object, ownId: plan.wanted.id, recordId }],
  )

type Plan = {
  wanted: DesiredRecord
  action: 'create' | 'update' | 'unchanged' | 'conflict'
  reason: 'same_email' | 'other_contact' | null
  recordId: string | null
  /** The record as it would be written. */
  changes: Record<string, string>
  /** Names of fields that would be filled, and of those where HubSpot holds something else, which stays. */
  filled: string[]
  kept: string[]
}

/** What sending these would do. Nothing is written. */
async function planRecords(crm: Crm, kind: ObjectKind, wanted: readonly DesiredRecord[]): Promise<Plan[]> {
  const properties = propertiesOf(kind)
  const { object, idProperty } = kind
  const ids = wanted.map(({ id }) => id)
  const ours = byKey(await crm.readRecords(object, ids, { idProperty, properties }), (record) => [
    record.properties[idProperty] ?? '',
  ])
  const keys = wanted.filter(({ id }) => !ours.has(id)).flatMap(({ key }) => (key === null ? [] : [key]))
  const others = byKey(await kind.find(crm, [...new Set(keys)], properties), kind.keysOf)
  const taken = new Map<string, string>()
  return wanted.map((one) => {
    const record = ours.get(one.id) ?? (one.key === null ? undefined : others.get(one.key))
    const claim = record?.id ?? `new ${one.key ?? one.id}`
    const isFirst = !taken.has(claim)
    if (isFirst) taken.set(claim, one.id)
    return planOne(kind, one, record, isFirst)
  })
}

function planOne(kind: ObjectKind, wanted: DesiredRecord, record: CrmRecord | undefined, isFirst: boolean): Plan {
  const plan = { wanted, recordId: record?.id ?? null, reason: null, changes: {}, filled: [], kept: [] }
  if (!isFirst) return { ...plan, action: 'conflict', reason: 'same_email' }
  const { fill, own } = wanted
  if (!record) {
    const known = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
    return { ...plan, action: 'create', changes: { ...fill, ...known, prospector_origin: 'created' } }
  }
  const holder = record.properties[kind.idProperty]
  if (holder && holder !== wanted.id) {
    // A company is there for its contacts to belong to, whichever store it stands for.
    if (kind.object === 'companies') return { ...plan, action: 'unchanged' }
    return { ...plan, action: 'conflict', reason: 'other_contact' }
  }
  const held = new Set(kind.keysOf(record))
  const isKept = (name: string): boolean =>
    !held.has(fill[name]!.toLowerCase()) && plain(name, record.properties[name]!) !== plain(name, fill[name]!)
  const filled = Object.keys(fill).filter((name) => !record.properties[name])
  const kept = Object.keys(fill).filter((name) => record.properties[name] && isKept(name))
  const changes: Record<string, string> = Object.fromEntries(
    Object.entries({ ...own, ...bookkeeping(record, filled) }).filter(
      ([name, value]) => (record.properties[name] ?? '') !== value,
    ),
  )
  for (const name of filled) changes[name] = fill[name]!
  return { ...plan, action: Object.keys(changes).length > 0 ? 'update' : 'unchanged', changes, filled, kept }
}

/** A record that we created is ours as a whole; of another one we remember what we filled. */
function bookkeeping({ properties }: CrmRecord, filled: string[]): Record<string, string> {
  const origin = properties.prospector_origin || 'filled'
  if (origin === 'created') return {}
  const before = (properties.prospector_filled_fields ?? '').split(';').filter(Boolean)
  return { prospector_origin: origin, prospector_filled_fields: [...new Set([...before, ...filled])].join(';') }
}

/** As people compare them: a phone by its digits, an address without its beginning, anything else without case. */
const plain = (name: string, value: string): string =>
  name.includes('phone')
    ? phoneKey(value)
    : value
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\/(www\.)?/, '')
        .replace(/\/$/, '')

/** The first, and so the oldest, of several records with the same key. */
function byKey(records: readonly CrmRecord[], keysOf: (record: CrmRecord) => string[]): Map<string, CrmRecord> {
  const map = new Map<string, CrmRecord>()
  for (const record of records) for (const key of keysOf(record)) if (!map.has(key)) map.set(key, record)
  return map
}
