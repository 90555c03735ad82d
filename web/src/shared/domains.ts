import { hostnameLengthMax, plainHostname } from '../api/hostname.ts'

/** Whether the server finds a domain in an address or a bare name. What it doesn't take as a domain is not sent as one. */
export function holdsDomain(pasted: string): boolean {
  const host = pasted
    .replace(/^(https?:)?\/\//i, '')
    .replace(/[/?#][\s\S]*$/, '')
    .replace(/:\d*$/, '')
    .toLowerCase()
  const name = plainHostname.test(host) ? host : inAscii(host)
  return name.length <= hostnameLengthMax && plainHostname.test(name)
}

/** Names in other letters, as browsers send them; nothing where there is no name. */
function inAscii(host: string): string {
  // A browser would read these as something else than a part of the name.
  if (/[\s@:%\\]/.test(host)) return ''
  try {
    return new URL(`https://${host}`).hostname.replace(/\.$/, '')
  } catch {
    return ''
  }
}
