/** Providers that deliver `ada+anything@` to `ada@`. Elsewhere the part after + may be another person. */
const plusProviders = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'fastmail.com',
  'proton.me',
  'zoho.com',
  'hey.com',
]
/** Providers that ignore dots before the @. */
const dotProviders = ['gmail.com']
const sameProvider: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
}

/** The mailbox that an address leads to, as far as its provider's rules are known. */
export function foldEmail(email: string): string {
  const [local = '', domain = ''] = splitAtLast(email.trim().toLowerCase(), '@')
  const provider = sameProvider[domain] ?? domain
  const withoutTag = plusProviders.includes(provider) ? local.split('+')[0]! : local
  const mailbox = dotProviders.includes(provider) ? withoutTag.replaceAll('.', '') : withoutTag
  return `${mailbox}@${provider}`
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
