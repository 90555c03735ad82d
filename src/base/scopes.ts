/**
 * Who has a scope without asking for it by name. `members`: everybody in an account; the others are for those who administer it.
 * `agents`: offered at `/mcp`, where the operations that need it are tools. `clients`: OAuth clients that register themselves and name no
 * scope. `newKeys`: ticked in the form for a new key, which begins with what reads. `support`: an operator's view of an account, as far as the
 * member has it whom they look over the shoulder of; admission lets a view only read, and none of these shows a channel or hands out a link.
 */
type OpenTo = 'members' | 'agents' | 'clients' | 'newKeys' | 'support'

/** `spends`: it costs credits, as consent pages and docs say. */
type ScopeEntry = { meaning: string; spends: boolean; openTo: readonly OpenTo[] }

/** What a credential may do. */
export const scopeMeanings = {
  'contacts:reveal': {
    meaning: 'Reveal contacts and read contacts revealed before',
    spends: true,
    openTo: ['members', 'agents', 'clients'],
  },
  'contacts:search': {
    meaning: 'Search contacts and see masked previews',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'newKeys', 'support'],
  },
  'stores:read': {
    meaning: 'Search, look up and enrich stores',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'newKeys', 'support'],
  },
  'usage:read': {
    meaning: 'Read usage, quotas and the credit ledger',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'newKeys', 'support'],
  },
  'lists:read': {
    meaning: 'Read lists and saved searches',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'newKeys', 'support'],
  },
  'lists:write': {
    meaning: 'Change lists and saved searches',
    spends: false,
    openTo: ['members', 'agents', 'clients'],
  },
  'events:read': {
    meaning: 'Read what happens in the account',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'newKeys'],
  },
  'webhooks:manage': { meaning: 'Have events sent to an address', spends: false, openTo: ['clients', 'support'] },
  'hubspot:manage': {
    meaning: 'Connect HubSpot, and have revealed contacts sent there',
    spends: false,
    openTo: ['clients'],
  },
  'billing:read': {
    meaning: 'Read the billing status',
    spends: false,
    openTo: ['members', 'agents', 'clients', 'support'],
  },
  'billing:manage': { meaning: 'Create subscription and billing portal links', spends: false, openTo: [] },
} as const satisfies Record<string, ScopeEntry>

export type Scope = keyof typeof scopeMeanings
export const scopes = Object.keys(scopeMeanings) as Scope[]

export const scopesOpenTo = (who: OpenTo): Scope[] =>
  scopes.filter((scope) => (scopeMeanings[scope] as ScopeEntry).openTo.includes(who))

export const scopesNotOf = (who: OpenTo): Scope[] => scopes.filter((scope) => !scopesOpenTo(who).includes(scope))

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

/** What an operator's view of an account may use. */
export const supportScopes: readonly (Scope | SessionScope)[] = [...scopesOpenTo('support'), ...sessionScopes]

const memberScopes: readonly (Scope | SessionScope)[] = [
  ...scopesOpenTo('members'),
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

/** Who manages the members also sees and limits what they connected. */
export const managesMembers = (role: Role): boolean => scopesOfRole[role].includes('members:manage')
