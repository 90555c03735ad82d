import { normaliseEmail, type ProfileUrl, phoneKey, readProfileUrl } from '../channel-values.ts'
import {
  type EmailChannel,
  normaliseEmailStatus,
  normaliseEmailType,
  normalisePhoneType,
  type PhoneChannel,
} from '../channels.ts'
import {
  type Fields,
  readFields,
  readFlag,
  readList,
  readText,
  readTime,
  type Times,
  type Warn,
} from './field-readers.ts'
import { formats, limits } from './line-format.ts'

/** By the address in the form in which it is compared. Null: the line says that there are none. */
export function readEmails(fields: Fields, warn: Warn, times: Times): Map<string, EmailChannel> | null | undefined {
  const list = fields.emails === undefined ? readSingle(fields) : readList(fields, 'emails', limits.channels)
  if (!list) return list as null | undefined
  const byAddress = new Map<string, EmailChannel>()
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at]
    if (item === null) continue
    const warnHere: Warn = (field, reason) => warn(`emails[${at}].${field}`, reason)
    const channel = typeof item === 'string' ? { email: item } : readFields(item, 'an email', formats.email, warnHere)
    const email = readText(channel, 'email', warnHere)?.replace(/^mailto:/i, '')
    const address = email ? normaliseEmail(email) : null
    if (!email || address === null) {
      warnHere('email', 'not an address, left out')
      continue
    }
    if (byAddress.has(address)) continue
    byAddress.set(address, {
      email,
      status: readStatus(channel, warnHere),
      type: normaliseEmailType(readText(channel, 'type', warnHere)),
      is_primary: readFlag(channel, 'is_primary') === true,
      ...verifiedAt(channel, warnHere, times),
    })
  }
  return byAddress
}

/** Left out where it is unknown: most sources don't state it. */
function verifiedAt(channel: Fields, warn: Warn, times: Times): { verified_at?: string } {
  const time = readTime(channel, 'verified_at', warn, times)
  return typeof time === 'number' ? { verified_at: new Date(time).toISOString() } : {}
}

function readSingle(fields: Fields): unknown[] | null | undefined {
  const { email } = fields
  return email === undefined || email === null ? email : email === '' ? null : [email]
}

/** Most addresses that nobody can reveal are so because of a word that a source writes for "verified". */
function readStatus(channel: Fields, warn: Warn): string {
  const written = readText(channel, 'status', warn)
  const status = normaliseEmailStatus(written)
  if (!written) warn('status', 'no status, read as unknown: the email can’t be revealed')
  else if (status === null)
    warn('status', `unknown word${named(written)}, read as unknown: the email can’t be revealed`)
  return status ?? 'unknown'
}

/** Shown to whoever has to translate it. Anything but a short word is something else that got into the column. */
const named = (word: string): string => (/^[\p{L} _-]{1,20}$/u.test(word) ? ` “${word.toLowerCase()}”` : '')

/** What spreadsheets make of a long number: its last digits are lost. */
const isRounded = (phone: string): boolean => /^\d[.,]?\d*e\+?\d+$/i.test(phone)

export function readPhones(fields: Fields, warn: Warn, times: Times): PhoneChannel[] | null | undefined {
  const list = readList(fields, 'phones', limits.channels)
  if (!list) return list as null | undefined
  const byDigits = new Map<string, PhoneChannel>()
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at]
    if (item === null) continue
    const warnHere: Warn = (field, reason) => warn(`phones[${at}].${field}`, reason)
    const isShort = typeof item === 'string' || typeof item === 'number'
    const channel = isShort ? { phone: item } : readFields(item, 'a phone', formats.phone, warnHere)
    const phone = readText(channel, 'phone', warnHere)
    const digits = phone ? phoneKey(phone) : ''
    if (phone && isRounded(phone)) {
      warnHere('phone', 'a number that a spreadsheet has rounded, left out')
      continue
    }
    if (!phone || digits === '' || phone.length > limits.phoneLength) {
      warnHere('phone', 'not a phone number, left out')
      continue
    }
    if (byDigits.has(digits)) continue
    byDigits.set(digits, {
      phone,
      type: normalisePhoneType(readText(channel, 'type', warnHere)),
      is_primary: readFlag(channel, 'is_primary') === true,
      ...verifiedAt(channel, warnHere, times),
    })
  }
  return [...byDigits.values()]
}

export function readLinkedin(fields: Fields, warn: Warn): ProfileUrl | null | undefined {
  const text = readText(fields, 'linkedin_url', warn)
  if (!text) return text as null | undefined
  const profile = readProfileUrl(text)
  if (profile) return profile
  warn('linkedin_url', 'not a web address, ignored')
  return undefined
}
