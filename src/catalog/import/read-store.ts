import { revenueTiers, type Tier, tierOf, trafficTiers } from '../../base/tiers.ts'
import type { Channels } from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { normaliseDomain } from '../domains.ts'
import {
  cleanText,
  type Fields,
  RejectedLine,
  readFields,
  readFlag,
  readList,
  readNumber,
  readText,
  toSlug,
  type Warn,
} from './field-readers.ts'
import { type ContactRecord, readContact, readShownText } from './read-contact.ts'

/** One line, checked and normalised: what the catalogue will hold of a store and its people. */
export type StoreRecord = {
  domain: string
  name: string
  category: string | null
  country: string | null
  traffic_tier: string | null
  revenue_tier: string | null
  shopify_plus: boolean
  lead_fit_score: number | null
  apps: string[]
  pixels: string[]
  theme_name: string | null
  theme_type: string | null
  ads_active: boolean
  contacts: ContactRecord[]
}

const technologiesMax = 1_000
const contactsMax = 5_000
const noFields: Fields = {}

export function readStore(value: unknown, warn: Warn): StoreRecord {
  const fields = readFields(value, 'the line')
  const domain = readDomain(fields)
  const theme = fields.theme ? readFields(fields.theme, 'theme') : noFields
  const contacts = readList(fields, 'contacts', contactsMax).map((contact, at) => readContactAt(contact, at, warn))
  const own = contacts.map(({ channels }) => channels)
  return {
    domain,
    name: readShownText(fields, 'name', own, warn) ?? domain,
    category: readShownSlug(fields, 'category', own, warn),
    country: readCountry(fields, warn),
    traffic_tier: readTier(fields, 'traffic_tier', trafficTiers, warn),
    revenue_tier: readTier(fields, 'revenue_tier', revenueTiers, warn) ?? deriveRevenueTier(fields, warn),
    shopify_plus: readFlag(fields, 'shopify_plus'),
    lead_fit_score: readScore(fields, warn),
    apps: readNames(fields, 'apps', own, warn),
    pixels: readNames(fields, 'pixels', own, warn),
    theme_name: readShownText(theme, 'name', own, warn),
    theme_type: readShownSlug(theme, 'type', own, warn),
    ads_active: readFlag(fields, 'ads_active'),
    contacts,
  }
}

function readDomain(fields: Fields): string {
  const pasted = fields.domain
  if (pasted === undefined || pasted === null || pasted === '') throw new RejectedLine('domain is missing')
  const domain = typeof pasted === 'string' ? normaliseDomain(pasted) : null
  if (domain === null) throw new RejectedLine('domain is not a domain name')
  return domain
}

function readContactAt(value: unknown, at: number, warn: Warn): ContactRecord {
  try {
    return readContact(readFields(value, 'it'), warn)
  } catch (error) {
    if (error instanceof RejectedLine) throw new RejectedLine(`contacts[${at}]: ${error.message}`)
    throw error
  }
}

function readShownSlug(fields: Fields, name: string, own: readonly Channels[], warn: Warn): string | null {
  const text = readShownText(fields, name, own, warn)
  return text === null ? null : toSlug(text)
}

function readCountry(fields: Fields, warn: Warn): string | null {
  const country = readText(fields, 'country', warn)?.toUpperCase() ?? null
  if (country === null || /^[A-Z]{2}$/.test(country)) return country
  warn('country is not a two-letter code')
  return null
}

function readTier(fields: Fields, name: string, tiers: readonly Tier[], warn: Warn): string | null {
  const text = readText(fields, name, warn)
  const slug = text === null ? null : toSlug(text)
  if (slug === null || tiers.some((tier) => tier.value === slug)) return slug
  warn(`unknown ${name}`)
  return null
}

function deriveRevenueTier(fields: Fields, warn: Warn): string | null {
  const estimate = readNumber(fields, 'monthly_revenue_estimate', warn)
  return estimate === null ? null : tierOf(revenueTiers, estimate)
}

function readScore(fields: Fields, warn: Warn): number | null {
  const score = readNumber(fields, 'lead_fit_score', warn)
  if (score === null || (score >= 0 && score <= 100)) return score
  warn('lead_fit_score is not between 0 and 100')
  return null
}

/** Names of apps or pixels as their source spells them, each once whatever its case. */
function readNames(fields: Fields, name: string, own: readonly Channels[], warn: Warn): string[] {
  const byKey = new Map<string, string>()
  for (const item of readList(fields, name, technologiesMax)) {
    if (item === null) continue
    if (typeof item !== 'string') throw new RejectedLine(`${name} holds something that is not text`)
    const text = cleanText(item).slice(0, 200).toWellFormed()
    const key = text.toLowerCase()
    if (text === '' || byKey.has(key)) continue
    if (holdsChannel(text, own)) warn(`${name} hold a channel`)
    else byKey.set(key, text)
  }
  return [...byKey.values()]
}
