import { domainToUnicode } from 'node:url'
import type { ChannelKeys } from './channel-keys.ts'
import { hashText } from './keyed-hash.ts'

/**
 * The hashes under which an address is found: by itself, and by the SHA-256 of it that somebody else has, who may have written an
 * international domain in letters.
 */
export const emailHashes = (email: string, keys: ChannelKeys): string[] => [
  keys.hashHex('email', email),
  ...writtenForms(email).map((form) => keys.hashHex('email_sha256', hashText(form))),
]

function writtenForms(email: string): string[] {
  const domainAt = email.lastIndexOf('@') + 1
  if (!email.includes('xn--', domainAt)) return [email]
  return [email, email.slice(0, domainAt) + domainToUnicode(email.slice(domainAt))]
}
