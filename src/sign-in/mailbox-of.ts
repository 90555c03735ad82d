/** Of an address that somebody signs in with: no longer one receives mail (RFC 5321). */
export const signInEmailLengthMax = 254

/** Hosts that deliver `g.r.a.c.e@` and `grace@` to one mailbox, and the name that counts for those with several. */
const ignoresDots: Record<string, string> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/** The mailbox that an address most likely leads to: without the part after a plus, and without dots where they mean nothing. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const host = address.slice(at + 1)
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const canonical = ignoresDots[host]
  return canonical ? `${name.replaceAll('.', '')}@${canonical}` : `${name}@${host}`
}
