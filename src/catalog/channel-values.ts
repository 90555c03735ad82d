import { domainToASCII } from 'node:url'
import { plainText } from './plain-text.ts'

/** Of an email address of a person. Who can be imported can be named wherever people are named. */
export const emailLengthMax = 320
/** Most addresses need no closer look. */
const plainAddress = /^[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

/** An address as it is compared and hashed: without regard to case and to how its domain is written. Null for what is none. */
export function normaliseEmail(pasted: string): string | null {
  if (pasted.length <= emailLengthMax && plainAddress.test(pasted)) return pasted.toLowerCase()
  const address = pasted
    .trim()
    .replace(/^mailto:/i, '')
    .normalize('NFC')
    .toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > emailLengthMax || /[\s\p{Cc}<>,;"]/u.test(address) || address.indexOf('@') !== at)
    return null
  const written = address.slice(at + 1)
  const domain = /^[a-z0-9.-]+$/.test(written) ? written : domainToASCII(written)
  return domain.includes('.') ? `${address.slice(0, at)}@${domain}` : null
}

/** Enough to recognise one's own address, too little to use it. */
export function maskEmail(normalisedEmail: string): string {
  const at = normalisedEmail.lastIndexOf('@')
  return `${String.fromCodePoint(normalisedEmail.codePointAt(0)!)}***${normalisedEmail.slice(at)}`
}

export type ProfileUrl = {
  url: string
  /** The part of the address that identifies a profile. */
  key: string
}

const profileLengthMax = 2000
/** Most profiles are written like this, and need no parser. */
const plainProfile = /^https:\/\/(?:www\.)?linkedin\.com(\/in\/[\w-]+)\/?$/

/** A profile address with its scheme, and the part by which it is compared: `uk.linkedin.com/in/Jane/?x` is `…/in/jane`. */
export function readProfileUrl(pasted: string): ProfileUrl | null {
  const plain = plainProfile.exec(pasted)
  if (plain && pasted.length <= profileLengthMax) return { url: pasted, key: `linkedin.com${plain[1]!.toLowerCase()}` }
  const text = pasted.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || url.pathname.length < 2) return null
  if (url.username || url.password || text.length > profileLengthMax) return null
  const host = url.hostname.replace(/^(?:www|m|[a-z]{2})\.(?=linkedin\.)/, '')
  return { url: /^https?:/i.test(text) ? text : url.href, key: `${host}${readablePath(url.pathname)}` }
}

function readablePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  if (!trimmed.includes('%')) return trimmed.toLowerCase()
  try {
    return decodeURIComponent(trimmed).normalize('NFC').toLowerCase()
  } catch {
    return trimmed.toLowerCase()
  }
}

/** A phone is returned as its source wrote it; it is compared by its digits, of whatever script, those of an extension included. */
export function phoneKey(phone: string): string {
  return plainText(phone).replace(/\D/g, '')
}

/** The digits of the number itself: an extension (`x12`, `ext. 12`, `;ext=12`, `,,12`, `#12`) is dialled after it. */
export function numberWithoutExtension(phone: string): string {
  const parts = plainText(phone)
    .split(/[\p{L}#;]+|,,+/u)
    .map(phoneKey)
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest))
}
