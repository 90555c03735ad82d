/** An observation says of some apps and pixels whether a store has them, and nothing of all others. */
import { type Technology, technologyKinds } from '../../base/change-types.ts'
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

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Store records hold lists there. */
export const isObservation = (value: unknown): boolean =>
  isObject(value) && technologyKinds.some((kind) => isObject(value[kind]))

export function readObservation(value: unknown, warn: Warn, times: Times): StoreRecord {
  const line = readFields(value, 'the line', observationFormat, warn)
  const domain = readDomain(line)
  const observed: Observation = {}
  for (const kind of technologyKinds) {
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

/** What observations said of single apps or pixels, for lists that nobody has stated. */
export type PartlyKnown = { [Name in Technology]?: { present: string[]; absent: string[] } }

type LineResult = { record: StoreRecord; partly: PartlyKnown | null }

/** The lists that a store has after a line. An observation of a list that nobody has stated does not state it either. */
export function applyLine(record: StoreRecord, before: StoreFields, known: PartlyKnown | null): LineResult {
  const fields = { ...record.fields }
  const partly: PartlyKnown = {}
  for (const kind of technologyKinds) {
    const seen = record.observed?.[kind]
    const list = before[kind]
    if (seen && list) fields[kind] = withSeen(list, seen.absent, seen.present)
    else if (seen)
      partly[kind] = {
        // In the order in which the database returns them: what is known already is compared as text.
        absent: withSeen(known?.[kind]?.absent ?? [], seen.present, onlyAbsent(seen)),
        present: withSeen(known?.[kind]?.present ?? [], seen.absent, seen.present),
      }
    else if (record.absent.includes(kind) && known?.[kind]) partly[kind] = known[kind]
  }
  return { record: { ...record, fields }, partly: Object.keys(partly).length > 0 ? partly : null }
}

/** The names without those that left, and with those that came. One that did both is there. */
const withSeen = (names: readonly string[], left: readonly string[], came: readonly string[]): string[] => {
  const kept = names.filter((name) => !has(left, name) || has(came, name))
  return [...kept, ...came.filter((name) => !has(kept, name))]
}

/** A name that stands in both lists is present. */
const onlyAbsent = ({ present, absent }: { present: string[]; absent: string[] }): string[] =>
  absent.filter((name) => !has(present, name))

const has = (names: readonly string[], name: string): boolean =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())
