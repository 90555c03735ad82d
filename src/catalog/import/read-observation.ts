/** An observation says of some apps and pixels whether a store has them, and nothing of all others. */
import { type Fields, RejectedLine, readFields, readTime, type Times, type Warn } from './field-readers.ts'
import { formats } from './line-format.ts'
import {
  type Observation,
  readDomain,
  readNames,
  type StoreFields,
  type StoreRecord,
  storeFieldNames,
} from './read-store.ts'

const kinds = ['apps', 'pixels'] as const
type Kind = (typeof kinds)[number]

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Store records hold lists there. */
export const isObservation = (value: unknown): boolean => isObject(value) && kinds.some((kind) => isObject(value[kind]))

export function readObservation(value: unknown, warn: Warn, times: Times): StoreRecord {
  const line = readFields(value, 'the line', observationFormat, warn)
  const domain = readDomain(line)
  const observed: Observation = {}
  for (const kind of kinds) {
    const given = line[kind]
    if (given === undefined || given === null) continue
    if (!isObject(given)) throw new RejectedLine(`${kind} must be {present, absent}, as in the rest of the line`, kind)
    const [present, absent] = (['present', 'absent'] as const).map((name) => readNames(given, name, [], warn) ?? [])
    observed[kind] = { present: present!, absent: absent! }
  }
  const fields = Object.fromEntries(storeFieldNames.map((name) => [name, name === 'name' ? domain : null]))
  return {
    domain,
    observedAt: readTime(line, 'observed_at', warn, times) ?? null,
    fields: fields as StoreFields,
    absent: storeFieldNames.filter((name) => !Object.hasOwn(observed, name)),
    contacts: null,
    retired: false,
    observed,
  }
}

const { domain, observed_at, apps, pixels } = formats.store
const observationFormat = { domain: domain!, observed_at: observed_at!, apps: apps!, pixels: pixels! }

/** The lists that a store has after an observation, as a line would state them. */
export function applyObservation(record: StoreRecord, before: StoreFields): StoreRecord {
  if (!record.observed) return record
  const fields = { ...record.fields }
  for (const kind of kinds) {
    const seen = record.observed[kind]
    if (!seen) continue
    const kept = (before[kind] ?? []).filter((name) => !has(seen.absent, name) || has(seen.present, name))
    fields[kind] = [...kept, ...seen.present.filter((name) => !has(kept, name))]
  }
  return { ...record, fields }
}

/** Whether the line says something of this app or pixel; a line that states the list says something of every one. */
export const mentions = ({ observed }: StoreRecord, kind: Kind, name: string): boolean => {
  const seen = observed?.[kind]
  return seen === undefined || has(seen.present, name) || has(seen.absent, name)
}

const has = (names: readonly string[], name: string): boolean =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())
