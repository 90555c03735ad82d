import { domainToASCII } from 'node:url'

/** In ASCII. The web application has a copy of it, made by `npm run generate`. */
export const plainHostname = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
export const hostnameLengthMax = 253
/** No address bar holds more; longer input is not examined. */
const pastedLengthMax = 10_000

/** The hostname in anything a person would paste, in ASCII and without `www.`, or null where there is none. */
export function normaliseDomain(pasted: string): string | null {
  if (pasted.length > pastedLengthMax) return null
  // Most are written as they are kept.
  if (pasted.length <= hostnameLengthMax && plainHostname.test(pasted)) return withoutWww(pasted)
  const host = hostnameOf(pasted)
  const ascii = plainHostname.test(host) ? host : domainToASCII(host)
  const name = withoutWww(withoutTail(ascii, /\./))
  return name.length <= hostnameLengthMax && plainHostname.test(name) ? name : null
}

function hostnameOf(pasted: string): string {
  return withoutTail(pasted, /[\s<>"'`)\],;]/)
    .replace(/^[\s<>"'`([]+/, '')
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/|^(?:https?|mailto):\/*/i, '')
    .replace(/[/\\?#][\s\S]*$/, '')
    .replace(/^[\s\S]*@/, '')
    .replace(/:\d*$/, '')
    .toLowerCase()
}

/** Reads from the end: a pattern like `\s+$` starts over at every blank in the middle, so its time would be quadratic. */
function withoutTail(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** `www.com` is itself a shop's name; `www.shop.com` is not. */
function withoutWww(name: string): string {
  return name.startsWith('www.') && name.indexOf('.', 4) > 0 ? name.slice(4) : name
}

/** The domains of a search's store filter. A text that is not a domain stays as it is and matches no store. */
export function withNormalisedDomains<Query extends { store?: { domains?: string[] } }>(query: Query): Query {
  const domains = query.store?.domains
  if (domains === undefined) return query
  return { ...query, store: { ...query.store, domains: domains.map((pasted) => normaliseDomain(pasted) ?? pasted) } }
}
