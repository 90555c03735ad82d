/** What a credential may do. `spends` marks the ones that cost credits, for consent pages and docs. */
export const scopeMeanings = {
  'contacts:reveal': { meaning: 'Reveal contacts and read contacts revealed before', spends: true },
  'contacts:search': { meaning: 'Search contacts and see masked previews', spends: false },
  'stores:read': { meaning: 'Search, look up and enrich stores', spends: false },
  'usage:read': { meaning: 'Read usage, quotas and the credit ledger', spends: false },
  'lists:read': { meaning: 'Read lists and saved searches', spends: false },
  'lists:write': { meaning: 'Change lists and saved searches', spends: false },
  'events:read': { meaning: 'Read what happens in the account', spends: false },
  'webhooks:manage': { meaning: 'Have events sent to an address', spends: false },
  'hubspot:manage': { meaning: 'Connect HubSpot, and have revealed contacts sent there', spends: false },
  'billing:read': { meaning: 'Read the billing status', spends: false },
  'billing:manage': { meaning: 'Create subscription and billing portal links', spends: false },
} as const

export type Scope = keyof typeof scopeMeanings
export const scopes = Object.keys(scopeMeanings) as Scope[]

export const isScope = (text: string): text is Scope => text in scopeMeanings

/** What only a person in the web application may do: no key and no token can hold these. */
const sessionScopes = [
  'profile:manage',
  'members:read',
  'members:manage',
  'keys:manage',
  'connections:manage',
  'audit:read',
] as const
export type SessionScope = (typeof sessionScopes)[number]

export const isSessionScope = (scope: string): scope is SessionScope =>
  (sessionScopes as readonly string[]).includes(scope)

/** For whoever administers the account. */
export const adminScopes: readonly Scope[] = ['billing:manage', 'webhooks:manage', 'hubspot:manage']

/**
 * What an operator's view of an account may use, as far as the member has it whom they look over the shoulder of. Admission lets a view only
 * read: these are the scopes that reads need, none of which shows a channel or hands out a link.
 */
export const supportScopes: readonly (Scope | SessionScope)[] = [
  ...(['contacts:search', 'stores:read', 'usage:read', 'lists:read', 'webhooks:manage', 'billing:read'] as const),
  ...sessionScopes,
]

const memberScopes: readonly (Scope | SessionScope)[] = [
  ...scopes.filter((scope) => !adminScopes.includes(scope)),
  'profile:manage',
  'members:read',
  'connections:manage',
]

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** What a role allows, in the web application and as the upper bound of what its person can grant an integration. */
export const scopesOfRole: Record<Role, readonly (Scope | SessionScope)[]> = {
  owner: [...scopes, ...sessionScopes],
  // The audit log is for the people who are responsible for the account.
  admin: [...scopes, ...sessionScopes.filter((scope) => scope !== 'audit:read')],
  member: memberScopes,
}
