/** Parsers for command line arguments. A value they refuse is a usage error: exit code 2. */
import { InvalidArgumentError } from 'commander'
import { contactIdPattern } from '../src/base/ids.ts'
import { isScope, type Scope, scopes } from '../src/base/scopes.ts'
import { normaliseEmail } from '../src/catalog/channel-values.ts'
import { normaliseDomain } from '../src/catalog/domains.ts'
import { signInEmailLengthMax } from '../src/sign-in/mailbox-of.ts'
import { passwordLength, weaknessOf } from '../src/sign-in/passwords.ts'

/** What the database's integers hold. */
const largest = 2_147_483_647

export function wholeNumber(least: number, most: number = largest): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

export function text(value: string): string {
  const trimmed = value.trim()
  if (trimmed === '') throw new InvalidArgumentError('It must not be empty.')
  return trimmed
}

/** The address of somebody who signs in. */
export function emailAddress(value: string): string {
  const address = value.trim().toLowerCase()
  if (/^[^\s@]+@[^\s@]+$/.test(address) && address.length <= signInEmailLengthMax) return address
  throw new InvalidArgumentError('It must be an email address.')
}

/** The address of a person in the catalogue. */
export function emailOfPerson(value: string): string {
  const address = normaliseEmail(value)
  if (address !== null) return address
  throw new InvalidArgumentError('It must be an email address.')
}

export const passwordOption = [
  '--password <password>',
  `${passwordLength.min} to ${passwordLength.max} characters, not a common password; generated if omitted`,
] as const

/** The service's rules for passwords apply to the operator, too. */
export function password(value: string): string {
  const { min, max } = passwordLength
  if (value.length < min || value.length > max) {
    throw new InvalidArgumentError(`It must have ${min} to ${max} characters.`)
  }
  const weakness = weaknessOf(value, {})
  if (weakness) throw new InvalidArgumentError(weakness)
  return value
}

/** Dates start at midnight UTC, and times without a zone are UTC, whatever the local time zone. */
export function isoDate(value: string): Date {
  const match = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(value)
  const date = match && isDay(match[1]!) ? new Date(match[2] && !match[5] ? `${value}Z` : value) : new Date(Number.NaN)
  if (!Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError('It must be a date such as 2027-01-31 or 2027-01-31T12:00:00Z.')
}

/** JavaScript reads the 30th of February as the 2nd of March. */
function isDay(day: string): boolean {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

export function scopeList(value: string): Scope[] {
  const named = value.split(',').map((part) => part.trim())
  const unknown = named.filter((name) => !isScope(name))
  if (unknown.length === 0) return [...new Set(named as Scope[])]
  throw new InvalidArgumentError(`There is no scope "${unknown[0]}". Scopes: ${scopes.join(', ')}.`)
}

export function contactId(value: string): string {
  if (new RegExp(contactIdPattern).test(value)) return value
  throw new InvalidArgumentError('It must be a contact id: ct_live_ followed by 16 letters.')
}

export function domainName(value: string): string {
  if (normaliseDomain(value) !== null) return value
  throw new InvalidArgumentError('It must be a domain, such as acme.example.')
}
