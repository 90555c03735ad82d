import { normaliseEmail, type ProfileUrl, phoneKey, readProfileUrl } from '../channel-values.ts'
import {
  type Channels,
  type EmailChannel,
  normaliseEmailStatus,
  normaliseEmailType,
  normalisePhoneType,
  type PhoneChannel,
} from '../channels.ts'
import { type Seniority, seniorities } from '../seniorities.ts'
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
  /** What tells this person from others, in the form in which it is compared. */
  marks: Marks
}

export type Marks = {
  linkedin: string | null
  /** One for each of `channels.emails`, in its order. */
  emails: string[]
  name: string | null
}

const maxChannels = 100

export function readContact(fields: Fields, warn: Warn): ContactRecord {
  const lastName = readShownText(fields, 'last_name', warn)
  const firstName = withoutLastName(readShownText(fields, 'first_name', warn), lastName)
  const bothNames = firstName && lastName ? `${firstName} ${lastName}` : (firstName ?? lastName)
  const fullName = readShownText(fields, 'full_name', warn) ?? bothNames
  const role = readShownText(fields, 'role', warn)
  const emails = readEmails(fields, warn)
  const profile = readLinkedin(fields, warn)
  return {
    source_id: readText(fields, 'source_id', warn),
    first_name: firstName,
    last_name: lastName,
    full_name: fullName,
    title: readShownText(fields, 'title', warn),
    role: role === null ? null : toSlug(role),
    seniority: readSeniority(fields, warn),
    channels: {
      emails: [...emails.values()],
      phones: readPhones(fields, warn),
      linkedin_url: profile?.url ?? null,
    },
    marks: { linkedin: profile?.key ?? null, emails: [...emails.keys()], name: nameKey(fullName) },
  }
}

/** Names and titles are shown in previews, so a source that wrote a channel into one of them must not leak it there. */
function readShownText(fields: Fields, name: string, warn: Warn): string | null {
  const text = readText(fields, name, warn)
  if (text === null || !/\S@\S+\.\S|linkedin\.com\//i.test(text)) return text
  warn(`${name} holds a channel`)
  return null
}

/** Previews show first names in full and last names masked: `Jane Doe` as the first name of a Doe would tell both. */
function withoutLastName(firstName: string | null, lastName: string | null): string | null {
  if (firstName === null || lastName === null) return firstName
  if (!firstName.toLowerCase().endsWith(` ${lastName.toLowerCase()}`)) return firstName
  return firstName.slice(0, -lastName.length).trim() || null
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
  for (const item of readList(fields, 'emails', maxChannels)) {
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
  for (const item of readList(fields, 'phones', maxChannels)) {
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
