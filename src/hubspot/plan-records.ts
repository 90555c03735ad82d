import { phoneKey } from '../catalog/channel-values.ts'
import type { Crm, CrmRecord } from './crm.ts'
import { type DesiredRecord, type ObjectKind, propertiesOf } from './properties.ts'

export type Plan = {
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
export async function planRecords(crm: Crm, kind: ObjectKind, wanted: readonly DesiredRecord[]): Promise<Plan[]> {
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

/** Of several records with the same key the first, which is the oldest. */
function byKey(records: readonly CrmRecord[], keysOf: (record: CrmRecord) => string[]): Map<string, CrmRecord> {
  const map = new Map<string, CrmRecord>()
  for (const record of records) for (const key of keysOf(record)) if (!map.has(key)) map.set(key, record)
  return map
}
