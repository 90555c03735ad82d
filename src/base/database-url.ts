const wantedSessions = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'] as const
export type SessionKind = (typeof wantedSessions)[number]

type Address = { urls: string[]; wanted: SessionKind }

/** The fault in an address, worded to follow the name of the setting; null if it can be used. */
export function faultOfDatabaseUrl(text: string): string | null {
  try {
    readAddress(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** As libpq reads it: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. */
export function readAddress(text: string): Address {
  const parts = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(text)
  if (!parts) throw new Error('must start with postgres:// or postgresql://.')
  const [, scheme, user, hosts, rest] = parts as unknown as [string, string, string, string, string]
  const names = hosts.split(',')
  const urls = names.map((host) => scheme + user + host + rest)
  if (names.length > 1 && names.includes('')) throw new Error('names an empty host between commas.')
  if (!urls.every((url) => URL.canParse(url))) {
    throw new Error('is not a URL. Example: postgres://user:password@host:5432/name')
  }
  const given = urls.map((url) => new URL(url))
  const wanted = given[0]!.searchParams.get('target_session_attrs')
  if (wanted !== null && !wantedSessions.includes(wanted as SessionKind)) {
    throw new Error(`has an unknown target_session_attrs: it must be one of ${wantedSessions.join(', ')}.`)
  }
  for (const url of given) url.searchParams.delete('target_session_attrs')
  const fallback = names.length > 1 ? 'read-write' : 'any'
  return { urls: given.map((url) => url.href), wanted: (wanted as SessionKind | null) ?? fallback }
}
