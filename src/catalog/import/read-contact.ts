import { type Seniority, seniorities } from '../../base/seniorities.ts'
import { normaliseEmail, type ProfileUrl, phoneKey, readProfileUrl } from '../channel-values.ts'
import {
  type Channels,
  type EmailChannel,
  normaliseEmailStatus,
  normaliseEmailType,
  normalisePhoneType,
  type PhoneChannel,
  type TextsInFull,
} from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { likelyLastName, titleWithoutLastName, withoutLastName } from '../last-names-in-text.ts'
import { type Fields, readFields, readFlag, readList, readText, toSlug, type Warn } from './field-readers.ts'

export type ContactRecord = {
  source_id: string | null
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  channels: Channels
  /** Where previews show less than the source wrote: what a reveal returns instead. */
  in_full?: TextsInFull
  /** The values that identify this person, in the form in which they are compared. */
  marks: Marks
}

type Marks = {
  linkedin: string | null
  /** One for each of `channels.emails`, in its order. */
  emails: string[]
  name: string | null
}

const channelsMax = 100

export function readContact(fields: Fields, warn: Warn): ContactRecord {
  const emails = readEmails(fields, warn)
  const profile = readLinkedin(fields, warn)
  const channels = {
    emails: [...emails.values()],
    phones: readPhones(fields, warn),
    linkedin_url: profile?.url ?? null,
  }
  const own = [channels]
  const lastName = readShownText(fields, 'last_name', own, warn)
  const firstName = readShownText(fields, 'first_name', own, warn)
  const fullName = readShownText(fields, 'full_name', own, warn) ?? joinNames(firstName, lastName)
  const role = readShownText(fields, 'role', own, warn)
  return {
    source_id: readText(fields, 'source_id', warn),
    first_name: firstName,
    last_name: lastName,
    full_name: fullName,
    title: readShownText(fields, 'title', own, warn),
    role: role && readRole(role, lastName ?? likelyLastName(fullName ?? ''), firstName),
    seniority: readSeniority(fields, warn),
    channels,
    marks: { linkedin: profile?.key ?? null, emails: [...emails.keys()], name: nameKey(fullName) },
  }
}

/** Roles are listed in the taxonomy, too: a last name in one is dropped for good. */
export function readRole(role: string, lastName: string | null, firstName: string | null): string | null {
  const shown = lastName ? titleWithoutLastName(role, lastName, firstName) : role
  return shown === null ? null : toSlug(shown)
}

/** Text that previews, searches or the taxonomy show to everybody: null where a source wrote a channel into it. */
export function readShownText(fields: Fields, name: string, own: readonly Channels[], warn: Warn): string | null {
  const text = readText(fields, name, warn)
  if (text === null || !holdsChannel(text, own)) return text
  warn(`${name} holds a channel`)
  return null
}

function joinNames(firstName: string | null, lastName: string | null): string | null {
  if (firstName === null || lastName === null) return firstName ?? lastName
  return `${withoutLastName(firstName, lastName)} ${lastName}`
}

function readSeniority(fields: Fields, warn: Warn): Seniority {
  const text = readText(fields, 'seniority', warn)
  if (text === null) return 'other'
  const slug = toSlug(text)
  const known = seniorities.find((seniority) => seniority === slug)
  if (!known) warn('unknown seniority')
  return known ?? 'other'
}

function readEmails(fields: Fields, warn: Warn): Map<string, EmailChannel> {
  const byAddress = new Map<string, EmailChannel>()
  for (const item of readList(fields, 'emails', channelsMax)) {
    if (item === null) continue
    const channel = typeof item === 'string' ? { email: item } : readFields(item, 'an email')
    const email = readText(channel, 'email', warn)?.replace(/^mailto:/i, '')
    const address = email ? normaliseEmail(email) : null
    if (!email || address === null) {
      warn('an email is not an address')
      continue
    }
    if (byAddress.has(address)) continue
    byAddress.set(address, {
      email,
      status: normaliseEmailStatus(readText(channel, 'status', warn)),
      type: normaliseEmailType(readText(channel, 'type', warn)),
      is_primary: readFlag(channel, 'is_primary'),
    })
  }
  return byAddress
}

function readPhones(fields: Fields, warn: Warn): PhoneChannel[] {
  const byDigits = new Map<string, PhoneChannel>()
  for (const item of readList(fields, 'phones', channelsMax)) {
    if (item === null) continue
    const channel = typeof item === 'string' || typeof item === 'number' ? { phone: item } : readFields(item, 'a phone')
    const phone = readText(channel, 'phone', warn)
    const digits = phone ? phoneKey(phone) : ''
    if (!phone || digits === '' || phone.length > 100) {
      warn('a phone is not a number')
      continue
    }
    if (byDigits.has(digits)) continue
    byDigits.set(digits, {
      phone,
      type: normalisePhoneType(readText(channel, 'type', warn)),
      is_primary: readFlag(channel, 'is_primary'),
    })
  }
  return [...byDigits.values()]
}

function readLinkedin(fields: Fields, warn: Warn): ProfileUrl | null {
  const text = readText(fields, 'linkedin_url', warn)
  if (text === null) return null
  const profile = readProfileUrl(text)
  if (!profile) warn('linkedin_url is not a web address')
  return profile
}

/** Names are the same whatever their case, accents and punctuation. */
export function nameKey(name: string | null): string | null {
  return name === null ? null : toSlug(name)
}
