import type { Technology } from '../../base/change-types.ts'
import { countryAliases } from '../../base/country-codes.ts'
import { revenueTiers, type Tier, tierOf, trafficTiers } from '../../base/tiers.ts'
import type { Channels } from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { normaliseDomain } from '../domains.ts'
import { toSlug } from '../slug.ts'
import {
  cleanText,
  type Fields,
  RejectedLine,
  readFields,
  readFlag,
  readList,
  readNumber,
  readText,
  readTime,
  type Times,
  type Warn,
} from './field-readers.ts'
import { formats, limits } from './line-format.ts'
import { type ContactRecord, readContact, readShownText } from './read-contact.ts'

/** What the catalogue holds of a store. A flag or a list is null where nobody has stated it. */
export type StoreFields = {
  name: string
  category: string | null
  country: string | null
  traffic_tier: string | null
  revenue_tier: string | null
  shopify_plus: boolean | null
  lead_fit_score: number | null
  apps: string[] | null
  pixels: string[] | null
  theme_name: string | null
  theme_type: string | null
  ads_active: boolean | null
}

/** One line, checked and normalised. */
export type StoreRecord = {
  domain: string
  /** In milliseconds; null: at the start of the import. */
  observedAt: number | null
  /** As of a new store: what the line does not hold is null, or the domain as the name. */
  fields: StoreFields
  /** The fields that the line does not hold: of a known store, they stay as they are. */
  absent: (keyof StoreFields)[]
  /** Null: the line does not say who works there. */
  contacts: ContactRecord[] | null
  retired: boolean
  /** The line says of some apps and pixels whether they are there; the lists follow from what is stored. */
  observed?: Observation
}

export type Observation = { [Name in Technology]?: { present: string[]; absent: string[] } }

export function readStore(value: unknown, warn: Warn, times: Times): StoreRecord {
  const line = readFields(value, 'the line', formats.store, warn)
  const domain = readDomain(line)
  const contacts = readContacts(line, warn, times)
  const own = contacts?.map(({ channels }) => channels) ?? []
  const theme = readTheme(line, warn)
  const given: { [Name in keyof StoreFields]: StoreFields[Name] | null | undefined } = {
    name: readShownText(line, 'name', own, warn),
    category: readShownSlug(line, 'category', own, warn),
    country: readCountry(line, warn),
    traffic_tier: readTier(line, 'traffic_tier', trafficTiers, warn),
    revenue_tier: readRevenueTier(line, warn),
    shopify_plus: readFlag(line, 'shopify_plus'),
    lead_fit_score: readScore(line, warn),
    apps: readNames(line, 'apps', own, warn),
    pixels: readNames(line, 'pixels', own, warn),
    theme_name: theme && readShownText(theme, 'name', own, within('theme', warn)),
    theme_type: theme && readShownSlug(theme, 'type', own, within('theme', warn)),
    ads_active: readFlag(line, 'ads_active'),
  }
  const absent = storeFieldNames.filter((name) => given[name] === undefined)
  const fields = { ...given, name: given.name ?? domain }
  for (const name of absent) if (name !== 'name') fields[name] = null
  return {
    domain,
    observedAt: readTime(line, 'observed_at', warn, times) ?? null,
    fields: fields as StoreFields,
    absent,
    contacts,
    retired: readFlag(line, 'retired') === true,
  }
}

export const storeFieldNames = [
  'name',
  'category',
  'country',
  'traffic_tier',
  'revenue_tier',
  'shopify_plus',
  'lead_fit_score',
  'apps',
  'pixels',
  'theme_name',
  'theme_type',
  'ads_active',
] as const satisfies (keyof StoreFields)[]

/** Warnings of an object within the line name their place in it. */
const within =
  (place: string, warn: Warn): Warn =>
  (field, reason) =>
    warn(`${place}.${field}`, reason)

export function readDomain(line: Fields): string {
  const pasted = line.domain
  if (pasted === undefined || pasted === null || pasted === '') throw new RejectedLine('domain is missing', 'domain')
  const domain = typeof pasted === 'string' ? normaliseDomain(pasted) : null
  if (domain === null) throw new RejectedLine('domain is not a domain name', 'domain')
  return domain
}

function readContacts(line: Fields, warn: Warn, times: Times): ContactRecord[] | null {
  const list = readList(line, 'contacts', limits.contacts)
  return list?.map((contact, at) => readContactAt(contact, at, warn, times)) ?? null
}

function readContactAt(value: unknown, at: number, warn: Warn, times: Times): ContactRecord {
  // Its place is put into words only where there is something to say of it.
  try {
    return readContact(value, (field, reason) => warn(`contacts[${at}].${field}`, reason), times)
  } catch (error) {
    if (!(error instanceof RejectedLine)) throw error
    const place = `contacts[${at}]`
    throw new RejectedLine(`${place}: ${error.message}`, [place, error.field].filter(Boolean).join('.'))
  }
}

/** Cleared with null; an empty object states nothing. */
function readTheme(line: Fields, warn: Warn): Fields | null | undefined {
  const { theme } = line
  if (theme === undefined || theme === null || theme === '') return theme === undefined ? undefined : null
  return readFields(theme, 'theme', formats.theme, within('theme', warn))
}

function readShownSlug(fields: Fields, name: string, own: readonly Channels[], warn: Warn): string | null | undefined {
  const text = readShownText(fields, name, own, warn)
  return text && toSlug(text)
}

/** A value that is not one of those we know counts as missing. */
function readCountry(line: Fields, warn: Warn): string | null | undefined {
  const country = readText(line, 'country', warn)?.toUpperCase()
  if (country === undefined) return line.country === undefined ? undefined : null
  if (/^[A-Z]{2}$/.test(country)) return countryAliases[country] ?? country
  warn('country', 'not a two-letter code, ignored')
  return undefined
}

function readTier(line: Fields, name: string, tiers: readonly Tier[], warn: Warn): string | null | undefined {
  const text = readText(line, name, warn)
  if (text === undefined || text === null) return text
  const slug = toSlug(text)
  if (tiers.some((tier) => tier.value === slug)) return slug
  warn(name, 'unknown tier, ignored')
  return undefined
}

function readRevenueTier(line: Fields, warn: Warn): string | null | undefined {
  const tier = readTier(line, 'revenue_tier', revenueTiers, warn)
  if (tier) return tier
  const estimate = readNumber(line, 'monthly_revenue_estimate', warn)
  return typeof estimate === 'number' ? tierOf(revenueTiers, estimate) : tier === null ? null : estimate
}

function readScore(line: Fields, warn: Warn): number | null | undefined {
  const score = readNumber(line, 'lead_fit_score', warn)
  if (typeof score !== 'number' || (score >= 0 && score <= 100)) return score
  warn('lead_fit_score', 'not between 0 and 100, ignored')
  return undefined
}

/** Names of apps or pixels as their source spells them, each once whatever its case. */
export function readNames(
  line: Fields,
  name: string,
  own: readonly Channels[],
  warn: Warn,
): string[] | null | undefined {
  const list = readList(line, name, limits.technologies)
  if (!list) return list as null | undefined
  const byKey = new Map<string, string>()
  for (const item of list) {
    if (item === null) continue
    if (typeof item !== 'string') throw new RejectedLine(`${name} holds something that is not text`, name)
    const clean = cleanText(item)
    const text = clean.length > limits.technologyLength ? clean.slice(0, limits.technologyLength).toWellFormed() : clean
    const key = text.toLowerCase()
    if (text === '' || byKey.has(key)) continue
    if (holdsChannel(text, own, 'technology')) warn(name, 'holds a channel, dropped')
    else byKey.set(key, text)
  }
  return [...byKey.values()]
}
