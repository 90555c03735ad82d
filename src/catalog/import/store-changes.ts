/**
 * What changed at a store between what is known and what a line says. Such feeds are full of false changes, so: from
 * unknown to known is no change, a technology is removed only when two observations in a row lack it, and one that was
 * missing once and is back is no change.
 */

import { type ChangeType, type Technology, technologies, technologyKinds } from '../../base/change-types.ts'
import { revenueTiers, type Tier, trafficTiers } from '../../base/tiers.ts'
import type { PartlyKnown } from './read-observation.ts'
import type { StoreFields, StoreRecord } from './read-store.ts'

/** `value` is '' where the type has none. */
export type Change = { type: ChangeType; value: string; from: string | null; to: string | null }

/** Names that the observation at `at` (milliseconds) lacked and the one before held. */
export type MissingTechnologies = { [Kind in Technology]?: { at: number; names: string[] } }

export type StoreHistory = {
  fields: StoreFields
  partly: PartlyKnown | null
  missing: MissingTechnologies | null
  firstSeenAt: number | null
  observedAt: number | null
  /** Removals that nobody has decided on yet. */
  held: Change[]
  /** Dated by `observedAt`. */
  changesThen: Change[]
}

type StoreDiff = {
  changes: Change[]
  /** Recorded or held before, and now known to be none. */
  retracted: Change[]
  missing: MissingTechnologies | null
}

type StoreNow = { fields: StoreFields; partly: PartlyKnown | null }

export function diffStore(before: StoreHistory, now: StoreNow, line: StoreRecord, at: number): StoreDiff {
  const after = now.fields
  const diff: StoreDiff = { changes: [], retracted: [], missing: null }
  // Everything that the first observation says is the store itself, in however many lines it comes.
  const isFirst = before.firstSeenAt === at
  // A second line at the same time corrects the first one: what that had recorded is taken back.
  const corrected = before.observedAt === at ? before.changesThen : []
  for (const kind of technologyKinds) {
    const isStated = !line.absent.includes(kind)
    const isMentioned = (name: string) => mentions(line, kind, name)
    const list = after[kind] ?? now.partly?.[kind]?.present ?? null
    const pending = diffNames(diff, kind, { before, after: list, isStated, isMentioned, corrected, at, isFirst })
    if (pending && pending.names.length > 0) diff.missing = { ...diff.missing, [kind]: pending }
  }
  if (isFirst) return { changes: [], retracted: [], missing: diff.missing }
  const compare = (types: readonly ChangeType[], from: string | null, to: string | null, judge: Judge): void => {
    const earlier = corrected.find(({ type }) => types.includes(type))
    if (earlier && from !== to) diff.retracted.push(earlier)
    const origin = earlier && from !== to ? earlier.from : from
    const type = origin === null || to === null || origin === to || from === to ? null : judge(origin, to)
    if (type) diff.changes.push({ type, value: '', from: origin, to })
  }
  const { fields: old } = before
  compare(['traffic_tier_up', 'traffic_tier_down'], old.traffic_tier, after.traffic_tier, (from, to) =>
    byRank(trafficTiers, from, to, ['traffic_tier_up', 'traffic_tier_down']),
  )
  compare(['revenue_tier_up', 'revenue_tier_down'], old.revenue_tier, after.revenue_tier, (from, to) =>
    byRank(revenueTiers, from, to, ['revenue_tier_up', 'revenue_tier_down']),
  )
  compare(
    ['shopify_plus_gained', 'shopify_plus_lost'],
    word(old.shopify_plus),
    word(after.shopify_plus),
    (_from, to) => (to === 'true' ? 'shopify_plus_gained' : 'shopify_plus_lost'),
  )
  compare(['ads_started', 'ads_stopped'], word(old.ads_active), word(after.ads_active), (_from, to) =>
    to === 'true' ? 'ads_started' : 'ads_stopped',
  )
  const [oldTheme, newTheme] = themes(old, after)
  compare(['theme_changed'], oldTheme, newTheme, () => 'theme_changed')
  return diff
}

type Judge = (from: string, to: string) => ChangeType | null

/** A stored tier that no longer exists is not compared. */
function byRank(
  tiers: readonly Tier[],
  from: string,
  to: string,
  [up, down]: readonly [ChangeType, ChangeType],
): ChangeType | null {
  const [before, after] = [from, to].map((value) => tiers.findIndex((tier) => tier.value === value))
  if (before === -1 || after === -1) return null
  return after! > before! ? up : down
}
const word = (flag: boolean | null): string | null => (flag === null ? null : String(flag))

/** By name where both are known, else by type. */
function themes(old: StoreFields, after: StoreFields): [string | null, string | null] {
  if (old.theme_name !== null && after.theme_name !== null) {
    const isSame = old.theme_name.toLowerCase() === after.theme_name.toLowerCase()
    return [old.theme_name, isSame ? old.theme_name : after.theme_name]
  }
  return [old.theme_type, after.theme_type]
}

type Observation = {
  before: StoreHistory
  after: string[] | null
  isStated: boolean
  /** Whether the line says of this one that it is there or not. */
  isMentioned(name: string): boolean
  corrected: Change[]
  at: number
  isFirst: boolean
}

/** What is missing after this observation. */
function diffNames(diff: StoreDiff, kind: Technology, seen: Observation): MissingTechnologies[Technology] {
  const { before, after, isStated, isMentioned, corrected, at, isFirst } = seen
  const pending = before.missing?.[kind]
  const partly = before.partly?.[kind]
  const known = before.fields[kind] ?? partly?.present ?? []
  if (!isStated) return pending
  if (after === null) return undefined
  const { added, removed } = technologies[kind]
  // If the list was never stated, the first mention is not a change.
  const wasGone = (name: string): boolean => before.fields[kind] !== null || has(partly?.absent ?? [], name)
  const find = (changes: Change[], type: ChangeType, name: string): Change | undefined =>
    changes.find((change) => change.type === type && isSame(change.value, name))

  for (const name of after.filter((one) => !has(known, one))) {
    const undone = find([...before.held, ...corrected], removed, name)
    if (undone) diff.retracted.push(undone)
    else if (wasGone(name) && !has(pending?.names ?? [], name))
      diff.changes.push({ type: added, value: name, from: null, to: null })
  }
  const gone: string[] = []
  for (const name of known.filter((one) => !has(after, one))) {
    const undone = find(corrected, added, name)
    if (undone) diff.retracted.push(undone)
    else if (!isFirst) gone.push(name)
  }
  const stillMissing = (pending?.names ?? []).filter((name) => !has(after, name))
  if (pending && pending.at === at) return { at, names: [...stillMissing, ...gone] }
  const confirmed = stillMissing.filter(isMentioned)
  for (const name of confirmed) diff.changes.push({ type: removed, value: name, from: null, to: null })
  return { at, names: [...stillMissing.filter((name) => !isMentioned(name)), ...gone] }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const has = (names: readonly string[], name: string): boolean => names.some((one) => isSame(one, name))

/** Whether the line says something of this app or pixel; a line that states the list says something of every one. */
const mentions = ({ observed }: StoreRecord, kind: Technology, name: string): boolean => {
  const seen = observed?.[kind]
  return seen === undefined || has(seen.present, name) || has(seen.absent, name)
}
