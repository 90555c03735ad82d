/**
 * What a line of an import may hold: every field with its type, its meaning and its limits. The readers take names and
 * limits from here, and the JSON Schema and the table in docs/import.md are made from it.
 */
import { emailTypes, exportableEmailStatuses } from '../../base/email-kinds.ts'
import { seniorities } from '../../base/seniorities.ts'
import { revenueTiers, trafficTiers } from '../../base/tiers.ts'
import { emailStatuses, phoneTypes, sameStatus } from '../channels.ts'

export const limits = {
  /** Longer text is cut, with a warning. */
  textLength: 1_000,
  technologies: 1_000,
  technologyLength: 200,
  contacts: 5_000,
  channels: 100,
  phoneLength: 100,
} as const

export type FieldFormat = {
  /** In the words of JSON Schema, without null, which every field but `domain` may be. */
  schema: Record<string, unknown>
  meaning: string
  /** The effect of null; unset: it clears what is stored. */
  whenNull?: string
  /** The effect of a line without the field; unset: none. */
  whenAbsent?: string
}

type ObjectFormat = Record<string, FieldFormat>

const text = { type: 'string' }
const flag = { type: 'boolean' }
const time = { type: 'string' }
const timeForm =
  'As 2026-01-31 or 2026-01-31T12:00:00Z (without a zone, UTC). A date in the future is read as now, anything else is ignored, both with a warning.'
/** Numbers may come as text, as spreadsheets write them. */
const number = { type: ['number', 'string'] }
const names = { type: 'array', items: { type: ['string', 'null'] }, maxItems: limits.technologies }
const values = (list: readonly string[]): string => list.map((value) => `\`${value}\``).join(', ')
const tiers = (list: readonly { value: string }[]): string => values(list.map(({ value }) => value))

const theme: ObjectFormat = {
  name: { schema: text, meaning: 'The name of the theme.' },
  type: { schema: text, meaning: 'Such as `free`, `paid` or `custom`; stored as a lower-case slug.' },
}

const primary: FieldFormat = {
  schema: flag,
  meaning: 'Whether it is the one to use first. Of several, the first counts.',
  whenNull: 'As if absent.',
  whenAbsent: 'It is not.',
}

const emailFormat: ObjectFormat = {
  email: { schema: text, meaning: 'The address. Anything else is left out, with a warning.', whenAbsent: 'Left out.' },
  status: {
    schema: text,
    meaning:
      `One of ${values(emailStatuses)}. Only ${values(exportableEmailStatuses)} can be revealed. ` +
      Object.entries(Object.groupBy(Object.keys(sameStatus), (word) => sameStatus[word]!))
        .map(([status, words]) => `${values(words)} ${words.length > 1 ? 'are' : 'is'} read as \`${status}\`, `)
        .join('') +
      'other words as `unknown`, with a warning.',
    whenNull: '`unknown`, with a warning.',
    whenAbsent: '`unknown`, with a warning.',
  },
  type: {
    schema: text,
    meaning: `One of ${values(emailTypes)}; anything else is \`other\`.`,
    whenNull: '`other`.',
    whenAbsent: '`other`.',
  },
  is_primary: primary,
  verified_at: {
    schema: time,
    meaning: `When the address was last verified. ${timeForm}`,
    whenAbsent: 'Unknown.',
    whenNull: 'Unknown.',
  },
}

const phoneFormat: ObjectFormat = {
  phone: {
    schema: { type: ['string', 'number'] },
    meaning: 'The number, as people write it.',
    whenAbsent: 'Left out.',
  },
  type: {
    schema: text,
    meaning: `One of ${values(phoneTypes)}; anything else is \`other\`.`,
    whenNull: '`other`.',
    whenAbsent: '`other`.',
  },
  is_primary: primary,
  verified_at: {
    schema: time,
    meaning: 'When the number was last verified, as with emails.',
    whenAbsent: 'Unknown.',
    whenNull: 'Unknown.',
  },
}

const channelList = (items: ObjectFormat, short: string[]): Record<string, unknown> => ({
  type: 'array',
  maxItems: limits.channels,
  items: { anyOf: [{ type: [...short, 'null'] }, objectSchema(items)] },
})

const contactFormat: ObjectFormat = {
  source_id: {
    schema: { type: ['string', 'number'] },
    meaning: 'The id of the person at your source. Kept as a keyed hash.',
  },
  first_name: {
    schema: text,
    meaning: 'The first name.',
    whenAbsent: 'Taken from `full_name` if `last_name` is absent, too; else what is stored stays.',
  },
  last_name: {
    schema: text,
    meaning: 'The last name. Masked until a contact is revealed.',
    whenAbsent: 'Like `first_name`.',
  },
  full_name: {
    schema: text,
    meaning: 'The whole name, as the person writes it.',
    whenAbsent: 'Made from first and last name.',
  },
  title: { schema: text, meaning: 'The job title. Shown before a reveal, without the last name.' },
  role: { schema: text, meaning: 'Such as `head_of_ecommerce`; stored as a lower-case slug.' },
  seniority: {
    schema: text,
    meaning: `One of ${values(seniorities)}; anything else is \`other\`, with a warning.`,
    whenNull: '`other`.',
  },
  linkedin_url: { schema: text, meaning: 'The profile. What is not a web address is left out, with a warning.' },
  email: { schema: text, meaning: 'A single address: short for `emails` with one item. Ignored next to `emails`.' },
  emails: {
    schema: channelList(emailFormat, ['string']),
    meaning: 'Addresses, as objects or as text. The list replaces the stored one.',
  },
  phones: {
    schema: channelList(phoneFormat, ['string', 'number']),
    meaning: 'Numbers, as objects or as text. The list replaces the stored one.',
  },
  collected_at: { schema: time, meaning: `When your source collected the person. ${timeForm}` },
  retired: {
    schema: flag,
    meaning: '`true` retires the person, who is found by `source_id`, `linkedin_url` or an email.',
    whenNull: 'Nothing.',
    whenAbsent: 'Nothing: nobody is retired by being left out, unless with `--replace`.',
  },
}

const storeFormat: ObjectFormat = {
  domain: {
    schema: text,
    meaning: 'The store’s domain, in any form that people paste. The store is found by it.',
    whenNull: 'The line is rejected.',
    whenAbsent: 'The line is rejected.',
  },
  observed_at: {
    schema: time,
    meaning: `When the line was true of the store; dates every change that it brings. A line older than what is stored for the store changes nothing. ${timeForm}`,
    whenNull: 'The start of the import.',
    whenAbsent: 'The start of the import.',
  },
  name: {
    schema: text,
    meaning: 'The name of the store.',
    whenNull: 'The domain is shown.',
    whenAbsent: 'What is stored stays; of a new store, the domain.',
  },
  category: { schema: text, meaning: 'Such as `health_beauty`; stored as a lower-case slug.' },
  country: { schema: text, meaning: 'Two letters (ISO 3166). Anything else is ignored, with a warning.' },
  traffic_tier: {
    schema: text,
    meaning: `Visits a month: ${tiers(trafficTiers)}. Anything else is ignored, with a warning.`,
  },
  revenue_tier: {
    schema: text,
    meaning: `USD a month: ${tiers(revenueTiers)}. Anything else is ignored, with a warning.`,
    whenNull: 'It is taken from `monthly_revenue_estimate`; without one it is cleared.',
    whenAbsent: 'It is taken from `monthly_revenue_estimate`; without one what is stored stays.',
  },
  monthly_revenue_estimate: {
    schema: number,
    meaning: 'USD a month. Not stored; gives `revenue_tier` where that is missing.',
  },
  shopify_plus: {
    schema: flag,
    meaning: 'Whether the store is on Shopify Plus.',
    whenNull: 'Unknown; shown as false.',
  },
  lead_fit_score: {
    schema: number,
    meaning: '0 to 100. Results are sorted by it. Anything else is ignored, with a warning.',
  },
  apps: {
    schema: names,
    meaning: `Names of apps, up to ${limits.technologies} of ${limits.technologyLength} characters. The list replaces the stored one.`,
    whenNull: 'Unknown; shown as `[]`.',
  },
  pixels: { schema: names, meaning: 'Names of pixels, as with `apps`.', whenNull: 'Unknown; shown as `[]`.' },
  theme: { schema: objectSchema(theme), meaning: 'The theme of the store.', whenNull: 'Name and type are cleared.' },
  ads_active: { schema: flag, meaning: 'Whether the store runs ads.', whenNull: 'Unknown; shown as false.' },
  contacts: {
    schema: { type: 'array', maxItems: limits.contacts, items: objectSchema(contactFormat) },
    meaning: `People who work there, up to ${limits.contacts}. With \`--replace\` the list is the whole list; without it, people who are not in it stay.`,
    whenNull: 'Nothing.',
    whenAbsent: 'The people stay as they are.',
  },
  retired: {
    schema: flag,
    meaning: '`true` retires the store and its people. Other fields of the line are ignored then.',
    whenNull: 'Nothing.',
    whenAbsent: 'Nothing.',
  },
}

export const formats = { store: storeFormat, theme, contact: contactFormat, email: emailFormat, phone: phoneFormat }

function objectSchema(format: ObjectFormat, required: string[] = []): Record<string, unknown> {
  const properties = Object.entries(format).map(([name, { schema, meaning }]) => [
    name,
    required.includes(name) ? { ...schema, description: meaning } : { ...orNull(schema), description: meaning },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
}

function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  const types = [schema.type].flat() as string[]
  return { ...schema, type: types.includes('null') ? types : [...types, 'null'] }
}

/** Other fields are allowed: an import ignores them with a warning. */
export const lineSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of an import: a store with its people',
  ...objectSchema(storeFormat, ['domain']),
}
