// Made by "npm run generate" from the lists of the server. Do not edit.

export const scopeMeanings = {
  'contacts:reveal': 'Reveal contacts and read contacts revealed before (spends credits)',
  'contacts:search': 'Search contacts and see masked previews',
  'stores:read': 'Search, look up and enrich stores',
  'usage:read': 'Read usage, quotas and the credit ledger',
  'lists:read': 'Read lists and saved searches',
  'lists:write': 'Change lists and saved searches',
  'events:read': 'Read what happens in the account',
  'webhooks:manage': 'Have events sent to an address',
  'hubspot:manage': 'Connect HubSpot, and have revealed contacts sent there',
  'billing:read': 'Read the billing status',
  'billing:manage': 'Create subscription and billing portal links',
} as const

export const usualScopes = ['contacts:search', 'stores:read', 'usage:read', 'lists:read', 'events:read'] as const
