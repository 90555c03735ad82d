/** What a credential may do. `spends` marks the ones that cost credits, for consent pages and docs. */
export const scopeMeanings = {
  'contacts:reveal': { meaning: 'Reveal contacts and read those revealed before', spends: true },
  'contacts:search': { meaning: 'Search contacts and see masked previews', spends: false },
  'stores:read': { meaning: 'Search, look up and enrich stores', spends: false },
  'usage:read': { meaning: 'Read usage, quotas and the credit ledger', spends: false },
  'billing:read': { meaning: 'Read the billing status', spends: false },
  'billing:manage': { meaning: 'Create subscription and billing portal links', spends: false },
} as const

export type Scope = keyof typeof scopeMeanings
export const scopes = Object.keys(scopeMeanings) as Scope[]

export const isScope = (text: string): text is Scope => text in scopeMeanings
