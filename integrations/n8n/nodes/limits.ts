// Made by "npm run generate" from the constants of the server and the description of its API. Do not edit.

export const limits = {
  pageRowsMax: 100,
  pageRowsDefault: 25,
  rowsPerJobMax: 100_000,
} as const

/** How many items one request takes, by operation and field. */
export const perRequest = {
  revealContacts: { contact_ids: 10 },
  quoteReveal: { contact_ids: 10, accept: 10 },
  readOwnedContacts: { contact_ids: 100 },
  exportContacts: { contact_ids: 1_000 },
  searchContacts: { facets: 11 },
  searchStores: { facets: 9 },
  enrichStores: { domains: 100 },
  exportStores: { domains: 500 },
  reportBounces: { bounces: 1_000 },
  addListItems: { ids: 1_000 },
  removeListItems: { ids: 1_000 },
  updateContactWork: { tags: 20 },
  updateStoreWork: { tags: 20 },
  updateWork: { ids: 1_000, tags: 20 },
  findWork: { ids: 1_000 },
  createJob: { contact_ids: 10_000, people: 10_000, domains: 100_000, accept: 10 },
  putExclusion: { entries: 10_000 },
  createWebhook: { types: 50 },
  updateWebhook: { types: 50 },
  resendWebhookEvents: { event_ids: 1_000 },
  createHubspotRun: { contact_ids: 10_000 },
} as const
