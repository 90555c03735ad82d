import fc from 'fast-check'
import { technologies, technologyKinds } from '../../base/change-types.ts'
import { emailTypes, exportableEmailStatuses } from '../../base/email-kinds.ts'
import type { ChangeRow, ContactRow, StoreRow } from '../indexing/row-feed.ts'
import type { ContactQuery, StoreQuery } from '../schema/filters.ts'
import type { ContactSort, StoreSort } from '../schema/sorts.ts'

/** What the oracle knows of time: the histories of rows, the queries about them, and the answers, read row by row. */

const day = 24 * 60 * 60 * 1000
/** Requests are made within the month before and after; rows have happened in the two years before. */
export const today = Date.UTC(2026, 10, 17, 12)

type Draw = { chance(share: number): boolean; pick<T>(values: readonly T[]): T; random(): number }

/** Some at the very same moment, some a millisecond apart, most anywhere; a few are unknown. */
function momentOf({ chance, random }: Draw): Date {
  const daysAgo = chance(0.5) ? random() * 60 : random() * 700
  const whole = chance(0.3) ? Math.floor(daysAgo) : daysAgo
  return new Date(Math.floor(today - whole * day) + (chance(0.1) ? 1 : 0))
}

const momentOrNull = (draw: Draw): Date | null => (draw.chance(0.1) ? null : momentOf(draw))

export const storeTimes = (draw: Draw) => ({
  firstSeenAt: momentOrNull(draw),
  updatedAt: momentOrNull(draw),
  observedAt: momentOrNull(draw),
})

export function contactTimes(draw: Draw, hasEmail: boolean) {
  const count = hasEmail ? 1 + Math.floor(draw.random() ** 3 * 4) : 0
  return {
    addedAt: momentOrNull(draw),
    updatedAt: momentOrNull(draw),
    emailKinds: Array.from({ length: count }, () => `${draw.pick(exportableEmailStatuses)} ${draw.pick(emailTypes)}`),
    emailsVerifiedAt: Array.from({ length: count }, () => momentOrNull(draw)),
  }
}

const plainTypes = ['store_added', 'theme_changed', 'traffic_tier_up', 'ads_started', 'contact_added']
const technologyTypes = technologyKinds.flatMap((kind) => [technologies[kind].added, technologies[kind].removed])
const values = ['Klaviyo', 'Yotpo', 'Meta', 'Über App']

export function changesOf(draw: Draw): ChangeRow[] {
  return Array.from({ length: Math.floor(draw.random() ** 2 * 8) }, () => {
    const isPlain = draw.chance(0.5)
    const value = draw.pick(values)
    return {
      type: draw.pick(isPlain ? plainTypes : technologyTypes),
      value: isPlain ? '' : draw.chance(0.2) ? value.toUpperCase() : value,
      observedAt: momentOf(draw),
    }
  })
}

// ── the queries ──

const days = fc.constantFrom(1, 7, 30, 31, 90, 365)
export const timedStoreFilters = {
  first_seen_within_days: days,
  changes: fc.record({
    any: fc.array(
      fc.oneof(
        fc.record({ type: fc.constantFrom(...plainTypes, ...technologyTypes), within_days: days }),
        fc.record({
          type: fc.constantFrom(...technologyTypes, 'App_Added'),
          value: fc.constantFrom(...values, 'klaviyo', 'Unheard'),
          within_days: days,
        }),
      ),
      { minLength: 0, maxLength: 3 },
    ),
  }),
}
export const timedPersonFilters = {
  added_within_days: days,
  verified_within_days: days,
  email_statuses_any: fc.array(fc.constantFrom(...exportableEmailStatuses, 'Verified'), { minLength: 1, maxLength: 2 }),
  email_types_any: fc.array(fc.constantFrom(...emailTypes), { minLength: 1, maxLength: 3 }),
}
/** Mostly now, sometimes exactly so many days after a whole one, or later, as time passes. */
export const moments = fc.oneof(
  fc.constant(today),
  fc.integer({ min: -30, max: 30 }).map((after) => today + after * day),
  fc.integer({ min: -30 * day, max: 30 * day }).map((after) => today + after),
)

// ── the answers ──

const isWithin = (time: Date | null | undefined, within: number, asOf: number): boolean =>
  time != null && time.getTime() > asOf - within * day

export function isChangedLately(changes: readonly ChangeRow[], asked: NonNullable<StoreQuery['store']>, asOf: number) {
  const wanted = asked.changes?.any ?? []
  if (wanted.length === 0) return true
  return wanted.some(({ type, value, within_days }) =>
    changes.some(
      (change) =>
        change.type === type.toLowerCase() &&
        (value === undefined || change.value.toLowerCase() === value.toLowerCase()) &&
        isWithin(change.observedAt, within_days, asOf),
    ),
  )
}

export const isSeenLately = (store: StoreRow, asked: NonNullable<StoreQuery['store']>, asOf: number): boolean =>
  asked.first_seen_within_days === undefined || isWithin(store.firstSeenAt, asked.first_seen_within_days, asOf)

export function personFitsInTime(contact: ContactRow, asked: NonNullable<ContactQuery['person']>, asOf: number) {
  const { added_within_days: added, verified_within_days: verified } = asked
  if (added !== undefined && !isWithin(contact.addedAt, added, asOf)) return false
  const { email_statuses_any: someStatuses, email_types_any: someTypes } = asked
  if (verified === undefined && !someStatuses && !someTypes) return true
  return contact.emailKinds.some((kind, at) => {
    const [status, type] = kind.split(' ')
    if (someStatuses && !someStatuses.some((one) => one.toLowerCase() === status)) return false
    if (someTypes && !someTypes.includes(type!)) return false
    return verified === undefined || isWithin(contact.emailsVerifiedAt[at], verified, asOf)
  })
}

/** Types in the thirty days before the request. */
export const changeTypesOf = (changes: readonly ChangeRow[], asOf: number): string[] =>
  changes.filter(({ observedAt }) => isWithin(observedAt, 30, asOf)).map(({ type }) => type)

/** Mondays of the weeks with a change: the week of the request and the 25 before. */
export function changeWeeksOf(changes: readonly ChangeRow[], asOf: number): string[] {
  const mondayBefore = (time: number): number => {
    const midnight = Math.floor(time / day) * day
    return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day
  }
  const thisWeek = mondayBefore(asOf)
  return changes
    .map(({ observedAt }) => mondayBefore(observedAt.getTime()))
    .filter((monday) => monday <= thisWeek && monday > thisWeek - 26 * 7 * day)
    .map((monday) => new Date(monday).toISOString().slice(0, 10))
}

// ── the orders ──

type OracleDocument = { store: StoreRow; contact?: ContactRow; changes: readonly ChangeRow[]; contacts: number }

const trafficTiers = ['under_10k', '10k_50k', '50k_100k', '100k_500k', '500k_1m', '1m_5m', 'over_5m']
const revenueTiers = ['under_10k', '10k_50k', '50k_250k', '250k_1m', '1m_5m', 'over_5m']
const tierPlace = (tiers: string[], tier: string | null): number => (tier === null ? -1 : tiers.indexOf(tier))
const timeOrLast = (time: Date | null | undefined): number => time?.getTime() ?? Number.NEGATIVE_INFINITY
const plain = (name: string): string =>
  name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

/** Positive when the left one comes after the right one; zero among equals, which the order by score decides. */
const comparisons: Record<StoreSort | ContactSort, (left: OracleDocument, right: OracleDocument) => number> = {
  score: () => 0,
  name: (left, right) => {
    const [one, other] = [plain(left.store.name), plain(right.store.name)]
    return one === other ? 0 : one < other ? -1 : 1
  },
  visits: (left, right) =>
    tierPlace(trafficTiers, right.store.trafficTier) - tierPlace(trafficTiers, left.store.trafficTier),
  revenue: (left, right) =>
    tierPlace(revenueTiers, right.store.revenueTier) - tierPlace(revenueTiers, left.store.revenueTier),
  contacts: (left, right) => right.contacts - left.contacts,
  newest: (left, right) => later(left, right, ({ store, contact }) => (contact ? contact.addedAt : store.firstSeenAt)),
  updated: (left, right) => later(left, right, ({ contact }) => contact!.updatedAt),
  last_change: (left, right) =>
    later(left, right, ({ changes }) => changes.map(({ observedAt }) => observedAt).sort((a, b) => +b - +a)[0]),
}

function later(
  left: OracleDocument,
  right: OracleDocument,
  timeOf: (found: OracleDocument) => Date | null | undefined,
): number {
  const [one, other] = [timeOrLast(timeOf(left)), timeOrLast(timeOf(right))]
  return one === other ? 0 : one > other ? -1 : 1
}

export const comparisonBy = (sort: StoreSort | ContactSort) => comparisons[sort]
