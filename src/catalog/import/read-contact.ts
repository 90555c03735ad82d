import { type Seniority, seniorities } from '../../base/seniorities.ts'
import type { Channels, Corrected, TextsInFull } from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { likelyLastName, titleWithoutLastName, withoutLastName } from '../last-names-in-text.ts'
import { nameKey, toSlug } from '../slug.ts'
import { type Fields, readFields, readFlag, readText, readTime, type Times, type Warn } from './field-readers.ts'
import { formats } from './line-format.ts'
import { readEmails, readLinkedin, readPhones } from './read-channels.ts'
import { splitName } from './split-name.ts'

export type ContactRecord = {
  source_id: string | null
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  channels: Channels
  /** In milliseconds. */
  collected_at: number | null
  /** The fields that the line does not hold: of a known contact, they stay as they are. */
  absent: ContactField[]
  retired: boolean
  /** Where previews show less than the source wrote: what a reveal returns instead. */
  in_full?: TextsInFull
  /** Of a stored contact: what its person corrected. */
  corrected?: Corrected
  /** The values that identify this person, in the form in which they are compared. */
  marks: Marks
}

/** Names that were made from the other names of the line count as absent: what is stored may be better. */
export type ContactField = (typeof contactFieldNames)[number]

const contactFieldNames = [
  'source_id',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'role',
  'seniority',
  'emails',
  'phones',
  'linkedin_url',
  'collected_at',
] as const

type Marks = {
  linkedin: string | null
  /** One for each of `channels.emails`, in its order. */
  emails: string[]
  name: string | null
}

export function readContact(value: unknown, warn: Warn, times: Times): ContactRecord {
  const fields = readFields(value, 'it', formats.contact, warn)
  const emails = readEmails(fields, warn, times)
  const phones = readPhones(fields, warn, times)
  const profile = readLinkedin(fields, warn)
  const channels: Channels = {
    emails: emails ? [...emails.values()] : [],
    phones: phones ?? [],
    linkedin_url: profile?.url ?? null,
  }
  const own = [channels]
  const given = {
    source_id: readText(fields, 'source_id', warn),
    first_name: readShownText(fields, 'first_name', own, warn),
    last_name: readShownText(fields, 'last_name', own, warn),
    full_name: readShownText(fields, 'full_name', own, warn),
    title: readShownText(fields, 'title', own, warn),
    role: readShownText(fields, 'role', own, warn),
    seniority: readSeniority(fields, warn),
    emails,
    phones,
    linkedin_url: profile,
    collected_at: readTime(fields, 'collected_at', warn, times),
  }
  const names = completeNames(given)
  return {
    source_id: given.source_id ?? null,
    ...names,
    title: given.title ?? null,
    role: given.role
      ? readRole(given.role, names.last_name ?? likelyLastName(names.full_name ?? ''), names.first_name)
      : null,
    seniority: given.seniority ?? 'other',
    channels,
    collected_at: given.collected_at ?? null,
    absent: contactFieldNames.filter((name) => given[name] === undefined),
    retired: readFlag(fields, 'retired') === true,
    marks: {
      linkedin: profile?.key ?? null,
      emails: emails ? [...emails.keys()] : [],
      name: nameKey(names.full_name),
    },
  }
}

type Names = { first_name: string | null; last_name: string | null; full_name: string | null }

/** Sources give the full name, its parts or both. */
export function completeNames(given: { [Name in keyof Names]?: string | null | undefined }): Names {
  const { first_name = null, last_name = null, full_name = null } = given
  if (full_name !== null && first_name === null && last_name === null) {
    const { first, last } = splitName(full_name)
    return { first_name: first, last_name: last, full_name }
  }
  return { first_name, last_name, full_name: full_name ?? joinNames(first_name, last_name) }
}

/** Roles are listed in the taxonomy, too: a last name in one is dropped for good. */
export function readRole(role: string, lastName: string | null, firstName: string | null): string | null {
  const shown = lastName ? titleWithoutLastName(role, lastName, firstName) : role
  return shown === null ? null : toSlug(shown)
}

/** Text that previews, searches or the taxonomy show to everybody: null where a source wrote a channel into it. */
export function readShownText(
  fields: Fields,
  name: string,
  own: readonly Channels[],
  warn: Warn,
): string | null | undefined {
  const text = readText(fields, name, warn)
  if (!text || !holdsChannel(text, own)) return text
  warn(name, 'holds a channel, dropped')
  return null
}

function joinNames(firstName: string | null, lastName: string | null): string | null {
  if (firstName === null || lastName === null) return firstName ?? lastName
  return `${withoutLastName(firstName, lastName)} ${lastName}`
}

function readSeniority(fields: Fields, warn: Warn): Seniority | undefined {
  const text = readText(fields, 'seniority', warn)
  if (text === undefined) return undefined
  if (text === null) return 'other'
  const slug = toSlug(text)
  const known = seniorities.find((seniority) => seniority === slug)
  if (!known) warn('seniority', 'unknown value, read as other')
  return known ?? 'other'
}
