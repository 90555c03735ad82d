import type { ChangeType } from '../../base/change-types.ts'
import type { ContactsSummary, LastChange, StoreFacts } from '../../base/store-facts.ts'
import { lowerBound } from '../columns/binary-search.ts'
import { hasBit } from '../columns/bitset.ts'
import { prefixesOf, unpackId } from '../columns/opaque-ids.ts'
import { carries } from '../columns/posting-lists.ts'
import { spellingOf, textOf } from '../columns/term-dictionary.ts'
import { readText, readTextOf } from '../columns/texts.ts'
import { timeOf } from '../columns/times.ts'
import type { OwnEmail } from '../query/own-emails.ts'
import { lastChangeOf } from '../segments/changes.ts'
import { bestEmailOf, emailsPath } from '../segments/emails.ts'
import type { Field } from '../segments/field.ts'
import type { LiveSegment } from '../segments/live-segment.ts'
import { noScore } from '../segments/result-order.ts'
import type { Segment } from '../segments/segment.ts'
import type { Hit } from './segment-search.ts'

/** Documents as objects, for whoever needs them as such; answers over HTTP are written as bytes instead. */

type IndexedStore = StoreFacts & { lastChange: LastChange | null }

type IndexedContact = {
  id: string
  firstName: string | null
  lastNameObfuscated: string | null
  role: string | null
  seniority: string
  title: string | null
  hasVerifiedEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
  bestEmail: { status: string; type: string; verifiedAt: Date | null } | null
  addedAt: Date | null
  updatedAt: Date | null
  store: IndexedStore
}

export const flagOf = ({ fields }: Segment, path: string, document: number): boolean =>
  carries(fields[path]!.postings, 0, document)

function shownValue({ fields }: Segment, path: string, document: number): string | null {
  const { docValues, dictionary } = fields[path]!
  return docValues![document] === 0 ? null : spellingOf(dictionary!, docValues![document]! - 1)
}

function listOf({ asWritten, lists, dictionary }: Field, document: number): string[] {
  const place = asWritten === undefined ? 0 : lowerBound(asWritten.documents, document)
  if (asWritten?.documents[place] === document) return JSON.parse(jsonAt(asWritten, place)) as string[]
  const { offsets, terms } = lists!
  return Array.from(terms.subarray(offsets[document]!, offsets[document + 1]!), (term) => spellingOf(dictionary!, term))
}

const jsonAt = ({ bytes, offsets }: { bytes: Uint8Array; offsets: Uint32Array }, at: number): string =>
  textOf(bytes, offsets[at]!, offsets[at + 1]!)

export const scoreOf = ({ scores }: Segment, store: number): number | null =>
  scores[store] === noScore ? null : scores[store]!

export function readStore({ live: { segment }, document }: Pick<Hit, 'live' | 'document'>): IndexedStore {
  const { fields, previews } = segment
  return {
    id: unpackId(prefixesOf(segment).store, segment.storeIds, document),
    domain: domainAt(segment, document),
    name: readText(previews.storeNames, document),
    category: shownValue(segment, 'store.categories', document),
    country: shownValue(segment, 'store.countries', document),
    trafficTier: shownValue(segment, 'store.traffic_tiers', document),
    revenueTier: shownValue(segment, 'store.revenue_tiers', document),
    shopifyPlus: flagOf(segment, 'store.shopify_plus', document),
    leadFitScore: scoreOf(segment, document),
    apps: listOf(fields['store.apps']!, document),
    pixels: listOf(fields['store.pixels']!, document),
    themeName: readTextOf(previews.themeNames, document),
    themeType: shownValue(segment, 'store.theme_types', document),
    firstSeenAt: dateOf(timeOf(segment.times.firstSeen, document)),
    updatedAt: dateOf(timeOf(segment.times.storeUpdated, document)),
    observedAt: dateOf(timeOf(segment.times.observed, document)),
    lastChange: readLastChange(segment, document),
  }
}

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time))

function readLastChange({ changes }: Segment, store: number): IndexedStore['lastChange'] {
  const last = lastChangeOf(changes, store)
  return last && { ...last, type: last.type as ChangeType, observedAt: new Date(last.observedAt) }
}

function readBestEmail({ emails, fields }: Segment, contact: number): IndexedContact['bestEmail'] {
  const best = bestEmailOf(emails, fields[emailsPath]!.dictionary!, contact)
  return best && { ...best, verifiedAt: dateOf(best.verifiedAt) }
}

/** The domain of the store at which a contact works. */
export const storeDomainOf = ({ live: { segment }, document }: Hit): string =>
  domainAt(segment, segment.storeOf[document]!)

const domainAt = ({ domains: { bytes, offsets } }: Segment, store: number): string =>
  textOf(bytes, offsets[store]!, offsets[store + 1]!)

export function readContact({ live, document }: Hit): IndexedContact {
  const { segment } = live
  const { previews } = segment
  return {
    id: unpackId(prefixesOf(segment).contact, segment.contactIds, document),
    firstName: readTextOf(previews.firstNames, document),
    lastNameObfuscated: readTextOf(previews.maskedLastNames, document),
    role: shownValue(segment, 'person.roles_any', document),
    seniority: shownValue(segment, 'person.seniority_any', document)!,
    title: readTextOf(previews.titles, document),
    hasVerifiedEmail: flagOf(segment, 'person.has_verified_email', document),
    hasPhone: flagOf(segment, 'person.has_phone', document),
    hasLinkedin: flagOf(segment, 'person.has_linkedin', document),
    bestEmail: readBestEmail(segment, document),
    addedAt: dateOf(timeOf(segment.times.added, document)),
    updatedAt: dateOf(timeOf(segment.times.contactUpdated, document)),
    store: readStore({ live, document: segment.storeOf[document]! }),
  }
}

/** The same for an account that reported some of the emails as bounced; unset: it did not. */
export function withOwnEmails(contact: IndexedContact, own: readonly OwnEmail[] | undefined): IndexedContact {
  if (own === undefined) return contact
  const [best] = own
  return { ...contact, hasVerifiedEmail: best !== undefined, bestEmail: best ? toBestEmail(best) : null }
}

function toBestEmail({ kind, verifiedAt }: OwnEmail): IndexedContact['bestEmail'] {
  const [status, type] = kind.split(' ')
  return { status: status!, type: type!, verifiedAt: dateOf(verifiedAt) }
}

/** Counted when it is asked for: a store has a handful of contacts. */
export function summarise({ segment, contacts, present }: LiveSegment, store: number): ContactsSummary {
  const { contactsFrom } = segment
  const { docValues, dictionary } = segment.fields['person.roles_any']!
  const roles = new Set<number>()
  const summary = { total: 0, hasRevealableContacts: false, verifiedEmailCount: 0 }
  for (let contact = contactsFrom[store]!; contact < contactsFrom[store + 1]!; contact++) {
    if (!hasBit(present, contact)) continue
    summary.total++
    if (docValues![contact] !== 0) roles.add(docValues![contact]! - 1)
    summary.hasRevealableContacts ||= hasBit(contacts, contact)
    if (flagOf(segment, 'person.has_verified_email', contact)) summary.verifiedEmailCount++
  }
  return { ...summary, roles: Array.from(roles, (term) => spellingOf(dictionary!, term)).sort() }
}
