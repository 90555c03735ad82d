import { phoneKey } from './channel-values.ts'
import type { Channels, EmailChannel } from './channels.ts'
import { lettersIn, plainText } from './plain-text.ts'

/**
 * Sources write channels into names and titles, and previews show those to everybody. True for a text that holds one of
 * the channels in `own`, or what reads like one of anybody's. Such a text is dropped: it can't be stored unencrypted,
 * and it is unknown whether the channel may leave.
 */
export function holdsChannel(text: string, own: readonly Channels[], kind: TextKind = 'words'): boolean {
  if (isOrdinary(text)) return false
  const plain = plainText(withoutEscapes(text))
  return holdsAddress(plain, own) || holdsProfile(plain, own) || holdsPhone(plain, own, kind)
}

/** Apps and pixels are often named by their number, such as `Google Ads 1234567890`; people write their own into names and titles. */
type TextKind = 'words' | 'technology'

/** Most texts are a few words, and hold no channel, whoever's. A dot inside a word makes it look like a domain. */
export const isOrdinary = (text: string): boolean => !/[^a-z &,'.-]|\.[a-z]|[ -]at[ -]|linkedin|lnkd/i.test(text)

/** The at sign and the dot as web pages and addresses escape them. */
function withoutEscapes(text: string): string {
  if (!/[&%]/.test(text)) return text
  return text.replace(/&#0*64;?|&#x0*40;?|&commat;|%40/gi, '@').replace(/&#0*46;?|&#x0*2e;?|&period;|%2e/gi, '.')
}

/** `jane [at] shop (dot) com` is an address. In bare words only one's own is: `Buyer at Polka Dot Shop` is a title. */
function holdsAddress(plain: string, own: readonly Channels[]): boolean {
  const plainLetters = lettersIn(plain)
  if (own.some(({ emails }) => emails.some((email) => holdsOwnAddress(plainLetters, email)))) return true
  // Without any of these, nothing below would become an at sign.
  if (!/[@[({<]|[-_]at[-_]/.test(plain)) return false
  const spelled = plain
    .replace(/\s*[[({<]\s*(?:at|a|@)\s*[\])}>]\s*/g, '@')
    .replace(/([-_])at\1(?=[a-z0-9-]+\.[a-z]{2})/g, '@')
    .replace(/\s*[[({<]\s*(?:dot|\.)\s*[\])}>]\s*/g, '.')
  return /[^\s@]@[^\s@]+\.[^\s@.]/.test(spelled)
}

/** An address in the form in which texts are searched for it: what stands before the at sign, and the labels of its domain. */
type OwnAddress = { name: string; labels: string[]; length: number }

const addresses = new Map<string, OwnAddress>()
const addressesMax = 1_000

/** The texts of a line are searched one after the other. Not a WeakMap, which the garbage of an import would be held against. */
function addressOf({ email }: EmailChannel): OwnAddress {
  const known = addresses.get(email)
  if (known) return known
  // Forgotten together: what is left of an import must not stay for long.
  if (addresses.size === addressesMax) addresses.clear()
  const at = email.indexOf('@')
  const name = lettersIn(plainText(email.slice(0, at)))
  const labels = plainText(email.slice(at + 1))
    .split('.')
    .map(lettersIn)
  const address = { name, labels, length: labels.reduce((sum, label) => sum + label.length, name.length) }
  addresses.set(email, address)
  return address
}

/** One's own, whatever stands between its letters: spaces, signs, or the words for the at sign and the dot. */
function holdsOwnAddress(plainLetters: string, channel: EmailChannel): boolean {
  const { name, labels, length } = addressOf(channel)
  // Nearly every text ends here, long before an expression is worth compiling.
  if (name === '' || length < 6 || plainLetters.length < length || !plainLetters.includes(name)) return false
  return new RegExp(`${name}(?:at|a)?${labels.join('(?:dot)?')}`, 'u').test(plainLetters)
}

/** `in/jane` alone could be `in/outbound`: it counts only next to the word LinkedIn, or as a text of its own. */
function holdsProfile(plain: string, own: readonly Channels[]): boolean {
  const isNamed = /linkedin|lnkd/.test(plain)
  if (!isNamed && !plain.includes('in/')) return false
  if (/linkedin\.[a-z]|lnkd\.in|\/in\/\w|linkedin.*\bin\/\w/.test(plain)) return true
  return own.some(({ linkedin_url }) => {
    const name = linkedin_url?.toLowerCase().match(/\/in\/([^/?#]+)/)?.[1]
    return name !== undefined && plain.includes(isNamed ? name : `in/${name}`)
  })
}

/** Digits with what people put between them, unless they go on from a word, as in `UA-123456789-1`. */
const digitRuns = /(?<![\p{L}\d][-_]?)[+(]?\d(?:[\s()./·•_\u2010-\u2015-]{0,3}\d){6,}/gu
const comparedDigits = 7

function holdsPhone(plain: string, own: readonly Channels[], kind: TextKind): boolean {
  const digits = phoneKey(plain)
  if (digits.length < comparedDigits) return false
  const runs = (plain.match(digitRuns) ?? []).filter((run) => kind === 'words' || !/^[1-9]\d*$/.test(run))
  if (runs.some(readsLikePhone)) return true
  return own.some(({ phones }) => phones.some(({ phone }) => shareRun(phoneKey(phone), digits)))
}

/** Seven digits in a row are one number, whatever stands before and between them. */
function shareRun(one: string, other: string): boolean {
  for (let at = 0; at + comparedDigits <= one.length; at += 1) {
    if (other.includes(one.slice(at, at + comparedDigits))) return true
  }
  return false
}

/** The less a run says about itself, the longer it must be: years, dates, standards and article numbers are not phones. */
function readsLikePhone(run: string): boolean {
  const { length } = phoneKey(run)
  if (run.startsWith('+')) return length <= 15
  if (run.split(/\D+/).every((part) => /^(?:19|20)\d\d$/.test(part))) return false
  return length >= (/^[0(]/.test(run) ? 9 : 10) && length <= 14
}
