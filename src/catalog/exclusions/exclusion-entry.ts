import type { ChannelKeys } from '../channel-keys.ts'
import { normaliseEmail, readProfileUrl } from '../channel-values.ts'
import { normaliseDomain } from '../domains.ts'

export const exclusionKinds = ['email', 'domain', 'linkedin_url', 'email_sha256'] as const
export type ExclusionKind = (typeof exclusionKinds)[number]

/** Where a contact of the catalogue holds the hashes that entries of a kind are compared with; null: its store is compared. */
const comparedWith = {
  email: 'email_hashes',
  domain: null,
  linkedin_url: 'linkedin_hash',
  email_sha256: 'email_hashes',
} as const satisfies Record<ExclusionKind, string | null>
export type HashColumn = NonNullable<(typeof comparedWith)[ExclusionKind]>
export const hashColumns = [...new Set(Object.values(comparedWith))].filter((column) => column !== null)

/** An entry as it is kept, and the domain of one that names a store: it is needed once, to find the store. */
export type ExclusionEntry = { kind: ExclusionKind; hash: Buffer; domain: string | null }

/** Null for what is no value of its kind. */
export function readExclusionEntry(kind: ExclusionKind, value: string, keys: ChannelKeys): ExclusionEntry | null {
  const normalised = normalisers[kind](value)
  if (normalised === null) return null
  const hash = hashers[kind](normalised, keys)
  return { kind, hash: Buffer.from(hash, 'hex'), domain: comparedWith[kind] === null ? normalised : null }
}

const normalisers: Record<ExclusionKind, (value: string) => string | null> = {
  email: normaliseEmail,
  domain: normaliseDomain,
  linkedin_url: (value) => readProfileUrl(value)?.key ?? null,
  email_sha256: (value) => (/^[0-9a-f]{64}$/.test(value) ? value : null),
}

const hashers: Record<ExclusionKind, (normalised: string, keys: ChannelKeys) => string> = {
  email: (email, keys) => keys.hashHex('email', email),
  domain: (domain, keys) => domainHash(domain, keys),
  linkedin_url: (profile, keys) => keys.hashHex('linkedin', profile),
  email_sha256: (digest, keys) => keys.hashHex('email_sha256', digest),
}

export const domainHash = (domain: string, keys: ChannelKeys): string => keys.hashHex('domain', domain)
