// Made by "npm run generate" from the descriptions of the API. Do not edit.

export const routes = {
  revealContacts: { method: 'POST', path: '/api/v1/contacts/reveal', meter: 'request' },
  quoteReveal: { method: 'POST', path: '/api/v1/contacts/reveal/quote', meter: 'request' },
  listRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed', meter: 'request' },
  searchRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed/search', meter: 'request' },
  readOwnedContacts: { method: 'POST', path: '/api/v1/contacts/owned', meter: 'request' },
  exportContacts: { method: 'POST', path: '/api/v1/contacts/export', meter: 'request' },
  getContact: { method: 'GET', path: '/api/v1/contacts/{contact_id}', meter: 'request' },
  searchContacts: { method: 'POST', path: '/api/v1/contacts/search', meter: 'request' },
  searchStores: { method: 'POST', path: '/api/v1/stores/search', meter: 'request' },
  getStore: { method: 'GET', path: '/api/v1/stores/{domain}', meter: 'request' },
  listStoreChanges: { method: 'GET', path: '/api/v1/stores/{domain}/changes', meter: 'request' },
  findSimilarStores: { method: 'GET', path: '/api/v1/stores/{domain}/similar', meter: 'request' },
  enrichStores: { method: 'POST', path: '/api/v1/stores/enrich', meter: 'request' },
  exportStores: { method: 'POST', path: '/api/v1/stores/export', meter: 'request' },
  reportBounces: { method: 'POST', path: '/api/v1/bounces', meter: 'own' },
  createList: { method: 'POST', path: '/api/v1/lists', meter: 'own' },
  listLists: { method: 'GET', path: '/api/v1/lists', meter: 'own' },
  getList: { method: 'GET', path: '/api/v1/lists/{list_id}', meter: 'own' },
  updateList: { method: 'PATCH', path: '/api/v1/lists/{list_id}', meter: 'own' },
  deleteList: { method: 'DELETE', path: '/api/v1/lists/{list_id}', meter: 'own' },
  getListItems: { method: 'GET', path: '/api/v1/lists/{list_id}/items', meter: 'own' },
  addListItems: { method: 'POST', path: '/api/v1/lists/{list_id}/items', meter: 'own' },
  removeListItems: { method: 'DELETE', path: '/api/v1/lists/{list_id}/items', meter: 'own' },
  createSavedSearch: { method: 'POST', path: '/api/v1/saved-searches', meter: 'own' },
  listSavedSearches: { method: 'GET', path: '/api/v1/saved-searches', meter: 'own' },
  getSavedSearch: { method: 'GET', path: '/api/v1/saved-searches/{saved_search_id}', meter: 'own' },
  updateSavedSearch: { method: 'PATCH', path: '/api/v1/saved-searches/{saved_search_id}', meter: 'own' },
  deleteSavedSearch: { method: 'DELETE', path: '/api/v1/saved-searches/{saved_search_id}', meter: 'own' },
  runSavedSearch: { method: 'POST', path: '/api/v1/saved-searches/{saved_search_id}/search', meter: 'request' },
  createWatch: { method: 'POST', path: '/api/v1/watches', meter: 'own' },
  listWatches: { method: 'GET', path: '/api/v1/watches', meter: 'own' },
  getWatch: { method: 'GET', path: '/api/v1/watches/{watch_id}', meter: 'own' },
  updateWatch: { method: 'PATCH', path: '/api/v1/watches/{watch_id}', meter: 'own' },
  deleteWatch: { method: 'DELETE', path: '/api/v1/watches/{watch_id}', meter: 'own' },
  listWatchMatches: { method: 'GET', path: '/api/v1/watches/{watch_id}/matches', meter: 'own' },
  previewWatch: { method: 'POST', path: '/api/v1/watches/{watch_id}/preview', meter: 'own' },
  previewNews: { method: 'POST', path: '/api/v1/watches/preview', meter: 'own' },
  visitWatch: { method: 'POST', path: '/api/v1/watches/{watch_id}/visit', meter: 'own' },
  followStore: { method: 'PUT', path: '/api/v1/stores/{domain}/follow', meter: 'own' },
  getStoreFollow: { method: 'GET', path: '/api/v1/stores/{domain}/follow', meter: 'own' },
  unfollowStore: { method: 'DELETE', path: '/api/v1/stores/{domain}/follow', meter: 'own' },
  updateContactWork: { method: 'PATCH', path: '/api/v1/contacts/{contact_id}/work', meter: 'own' },
  getContactWork: { method: 'GET', path: '/api/v1/contacts/{contact_id}/work', meter: 'own' },
  updateStoreWork: { method: 'PATCH', path: '/api/v1/stores/{domain}/work', meter: 'own' },
  getStoreWork: { method: 'GET', path: '/api/v1/stores/{domain}/work', meter: 'own' },
  updateWork: { method: 'PATCH', path: '/api/v1/work-items', meter: 'own' },
  findWork: { method: 'POST', path: '/api/v1/work-items/find', meter: 'own' },
  createJob: { method: 'POST', path: '/api/v1/jobs', meter: 'request' },
  listJobs: { method: 'GET', path: '/api/v1/jobs', meter: 'feed' },
  getJob: { method: 'GET', path: '/api/v1/jobs/{job_id}', meter: 'feed' },
  getJobResults: { method: 'GET', path: '/api/v1/jobs/{job_id}/results', meter: 'feed' },
  pauseJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/pause', meter: 'feed' },
  cancelJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/cancel', meter: 'feed' },
  resumeJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/resume', meter: 'feed' },
  getUsage: { method: 'GET', path: '/api/v1/usage', meter: 'own' },
  getTaxonomy: { method: 'GET', path: '/api/v1/taxonomy', meter: 'own' },
  listCreditEntries: { method: 'GET', path: '/api/v1/credits/entries', meter: 'own' },
  getCreditHistory: { method: 'GET', path: '/api/v1/credits/history', meter: 'own' },
  getBillingStatus: { method: 'GET', path: '/api/v1/billing/status', meter: 'billing' },
  createSubscriptionLink: { method: 'POST', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  getSubscriptionLink: { method: 'GET', path: '/api/v1/billing/subscription-link', meter: 'billing' },
  createPortalLink: { method: 'POST', path: '/api/v1/billing/portal-link', meter: 'billing' },
  getPortalLink: { method: 'GET', path: '/api/v1/billing/portal-link', meter: 'billing' },
  endTrial: { method: 'POST', path: '/api/v1/billing/end-trial', meter: 'billing' },
  createTopUpLink: { method: 'POST', path: '/api/v1/billing/top-up-link', meter: 'billing' },
  listInvoices: { method: 'GET', path: '/api/v1/billing/invoices', meter: 'billing' },
  listEvents: { method: 'GET', path: '/api/v1/events', meter: 'feed' },
  confirmEvent: { method: 'POST', path: '/api/v1/events/{event_id}/confirm', meter: 'feed' },
  putExclusion: { method: 'PUT', path: '/api/v1/exclusions/{label}', meter: 'own' },
  getExclusion: { method: 'GET', path: '/api/v1/exclusions/{label}', meter: 'own' },
  deleteExclusion: { method: 'DELETE', path: '/api/v1/exclusions/{label}', meter: 'own' },
  listExclusions: { method: 'GET', path: '/api/v1/exclusions', meter: 'own' },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks', meter: 'feed' },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks', meter: 'feed' },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}', meter: 'feed' },
  updateWebhook: { method: 'PATCH', path: '/api/v1/webhooks/{webhook_id}', meter: 'feed' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{webhook_id}', meter: 'feed' },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/test', meter: 'feed' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/rotate-secret', meter: 'feed' },
  listWebhookDeliveries: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}/deliveries', meter: 'feed' },
  resendWebhookEvents: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/resend', meter: 'feed' },
  connectHubspot: { method: 'PUT', path: '/api/v1/hubspot', meter: 'feed' },
  getHubspot: { method: 'GET', path: '/api/v1/hubspot', meter: 'feed' },
  disconnectHubspot: { method: 'DELETE', path: '/api/v1/hubspot', meter: 'feed' },
  createHubspotRun: { method: 'POST', path: '/api/v1/hubspot/runs', meter: 'feed' },
  listHubspotRuns: { method: 'GET', path: '/api/v1/hubspot/runs', meter: 'feed' },
  getHubspotRun: { method: 'GET', path: '/api/v1/hubspot/runs/{run_id}', meter: 'feed' },
  listHubspotRunItems: { method: 'GET', path: '/api/v1/hubspot/runs/{run_id}/items', meter: 'feed' },
  createHubspotExclusion: { method: 'POST', path: '/api/v1/hubspot/exclusion', meter: 'feed' },
  advanceTestClock: { method: 'POST', path: '/api/v1/test/clock', meter: 'billing' },
  resetTestMode: { method: 'POST', path: '/api/v1/test/reset', meter: 'billing' },
  getProfile: { method: 'GET', path: '/app/v1/profile', meter: 'session' },
  updateProfile: { method: 'POST', path: '/app/v1/profile', meter: 'session' },
  switchAccount: { method: 'POST', path: '/app/v1/account/switch', meter: 'session' },
  renameAccount: { method: 'POST', path: '/app/v1/account', meter: 'session' },
  leaveAccount: { method: 'POST', path: '/app/v1/account/leave', meter: 'session' },
  listKeys: { method: 'GET', path: '/app/v1/keys', meter: 'session' },
  createKey: { method: 'POST', path: '/app/v1/keys', meter: 'session' },
  updateKey: { method: 'POST', path: '/app/v1/keys/{key_id}', meter: 'session' },
  revokeKey: { method: 'POST', path: '/app/v1/keys/{key_id}/revoke', meter: 'session' },
  listMembers: { method: 'GET', path: '/app/v1/members', meter: 'session' },
  updateMember: { method: 'POST', path: '/app/v1/members/{user_id}', meter: 'session' },
  removeMember: { method: 'POST', path: '/app/v1/members/{user_id}/remove', meter: 'session' },
  listInvitations: { method: 'GET', path: '/app/v1/invitations', meter: 'session' },
  inviteMember: { method: 'POST', path: '/app/v1/invitations', meter: 'session' },
  withdrawInvitation: { method: 'POST', path: '/app/v1/invitations/{invitation_id}/withdraw', meter: 'session' },
  readInvitation: { method: 'POST', path: '/app/v1/invitations/read', meter: 'session' },
  acceptInvitation: { method: 'POST', path: '/app/v1/invitations/accept', meter: 'session' },
  listConnections: { method: 'GET', path: '/app/v1/connections', meter: 'session' },
  updateConnection: { method: 'POST', path: '/app/v1/connections/{connection_id}', meter: 'session' },
  disconnect: { method: 'POST', path: '/app/v1/connections/{connection_id}/disconnect', meter: 'session' },
  listAuditEntries: { method: 'GET', path: '/app/v1/audit/entries', meter: 'session' },
  listErasures: { method: 'GET', path: '/app/v1/erasures', meter: 'session' },
  confirmErasures: { method: 'POST', path: '/app/v1/erasures/confirm', meter: 'session' },
  previewPlanChange: { method: 'POST', path: '/app/v1/billing/plan-change/preview', meter: 'billing' },
  changePlan: { method: 'POST', path: '/app/v1/billing/plan-change', meter: 'billing' },
  cancelPlanChange: { method: 'POST', path: '/app/v1/billing/plan-change/cancel', meter: 'billing' },
  keepSubscription: { method: 'POST', path: '/app/v1/billing/keep-subscription', meter: 'billing' },
  updateAutoTopUp: { method: 'POST', path: '/app/v1/billing/auto-top-up', meter: 'billing' },
  findAnything: { method: 'POST', path: '/app/v1/find', meter: 'request' },
  findBeingRevealed: { method: 'POST', path: '/app/v1/contacts/being-revealed', meter: 'session' },
  sampleContacts: { method: 'POST', path: '/app/v1/contacts/sample', meter: 'sample' },
  sampleStores: { method: 'POST', path: '/app/v1/stores/sample', meter: 'sample' },
  getSampleTaxonomy: { method: 'GET', path: '/app/v1/taxonomy', meter: 'sample' },
} as const

export type Operations = {
  revealContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: RevealContactsRequest
    reply: ContactRevealResult
  }
  quoteReveal: {
    params: Record<never, never>
    query: Record<never, never>
    body: QuoteRevealRequest
    reply: ContactRevealQuote
  }
  listRevealedContacts: {
    params: Record<never, never>
    query: { list_id?: string; since?: string; work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"; limit?: number; cursor?: string }
    body: undefined
    reply: RevealedContactList
  }
  searchRevealedContacts: {
    params: Record<never, never>
    query: { words?: string; spelling?: "exact" | "near"; list_id?: string; since?: string; work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"; limit?: number; cursor?: string }
    body: undefined
    reply: SearchRevealedContactsReply
  }
  readOwnedContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: ReadOwnedContactsRequest
    reply: ReadOwnedContactsReply
  }
  exportContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: ExportContactsRequest
    reply: ContactExport
  }
  getContact: {
    params: { contact_id: string }
    query: Record<never, never>
    body: undefined
    reply: RevealedContactReply
  }
  searchContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: SearchContactsRequest
    reply: ContactPreviewList
  }
  searchStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: SearchStoresRequest
    reply: StoreList
  }
  getStore: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: StoreReply
  }
  listStoreChanges: {
    params: { domain: string }
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: StoreChangeList
  }
  findSimilarStores: {
    params: { domain: string }
    query: { limit?: number }
    body: undefined
    reply: SimilarStoreList
  }
  enrichStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: EnrichStoresRequest
    reply: StoreEnrichmentResult
  }
  exportStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: ExportStoresRequest
    reply: StoreExport
  }
  reportBounces: {
    params: Record<never, never>
    query: Record<never, never>
    body: ReportBouncesRequest
    reply: BounceResult
  }
  createList: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateListRequest
    reply: SavedList
  }
  listLists: {
    params: Record<never, never>
    query: { kind?: "contacts" | "stores"; limit?: number; cursor?: string }
    body: undefined
    reply: SavedListList
  }
  getList: {
    params: { list_id: string }
    query: Record<never, never>
    body: undefined
    reply: SavedList
  }
  updateList: {
    params: { list_id: string }
    query: Record<never, never>
    body: UpdateListRequest
    reply: SavedList
  }
  deleteList: {
    params: { list_id: string }
    query: Record<never, never>
    body: undefined
    reply: DeleteListReply
  }
  getListItems: {
    params: { list_id: string }
    query: { work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"; sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"; limit?: number; cursor?: string }
    body: undefined
    reply: GetListItemsReply
  }
  addListItems: {
    params: { list_id: string }
    query: Record<never, never>
    body: AddListItemsRequest
    reply: AddListItemsReply
  }
  removeListItems: {
    params: { list_id: string }
    query: Record<never, never>
    body: AddListItemsRequest
    reply: RemoveListItemsReply
  }
  createSavedSearch: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateSavedSearchRequest
    reply: SavedSearch
  }
  listSavedSearches: {
    params: Record<never, never>
    query: { kind?: "contacts" | "stores"; limit?: number; cursor?: string }
    body: undefined
    reply: SavedSearchList
  }
  getSavedSearch: {
    params: { saved_search_id: string }
    query: Record<never, never>
    body: undefined
    reply: SavedSearch
  }
  updateSavedSearch: {
    params: { saved_search_id: string }
    query: Record<never, never>
    body: UpdateSavedSearchRequest
    reply: SavedSearch
  }
  deleteSavedSearch: {
    params: { saved_search_id: string }
    query: Record<never, never>
    body: undefined
    reply: DeleteSavedSearchReply
  }
  runSavedSearch: {
    params: { saved_search_id: string }
    query: Record<never, never>
    body: RunSavedSearchRequest
    reply: RunSavedSearchReply
  }
  createWatch: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateWatchRequest
    reply: Watch
  }
  listWatches: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: WatchList
  }
  getWatch: {
    params: { watch_id: string }
    query: Record<never, never>
    body: undefined
    reply: Watch
  }
  updateWatch: {
    params: { watch_id: string }
    query: Record<never, never>
    body: UpdateWatchRequest
    reply: Watch
  }
  deleteWatch: {
    params: { watch_id: string }
    query: Record<never, never>
    body: undefined
    reply: DeleteWatchReply
  }
  listWatchMatches: {
    params: { watch_id: string }
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: WatchMatchList
  }
  previewWatch: {
    params: { watch_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: WatchPreview
  }
  previewNews: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewNewsRequest
    reply: WatchPreview
  }
  visitWatch: {
    params: { watch_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: Watch
  }
  followStore: {
    params: { domain: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: StoreFollow
  }
  getStoreFollow: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: StoreFollow
  }
  unfollowStore: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: StoreFollow
  }
  updateContactWork: {
    params: { contact_id: string }
    query: Record<never, never>
    body: UpdateContactWorkRequest
    reply: Work
  }
  getContactWork: {
    params: { contact_id: string }
    query: Record<never, never>
    body: undefined
    reply: GetContactWorkReply
  }
  updateStoreWork: {
    params: { domain: string }
    query: Record<never, never>
    body: UpdateContactWorkRequest
    reply: Work
  }
  getStoreWork: {
    params: { domain: string }
    query: Record<never, never>
    body: undefined
    reply: GetStoreWorkReply
  }
  updateWork: {
    params: Record<never, never>
    query: Record<never, never>
    body: UpdateWorkRequest
    reply: WorkUpdate
  }
  findWork: {
    params: Record<never, never>
    query: Record<never, never>
    body: FindWorkRequest
    reply: WorkFound
  }
  createJob: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateJobRequest
    reply: CreatedJob | QuotedJob
  }
  listJobs: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: JobList
  }
  getJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: undefined
    reply: GetJobReply
  }
  getJobResults: {
    params: { job_id: string }
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: JobResultLineList
  }
  pauseJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: PauseJobReply
  }
  cancelJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: CancelJobReply
  }
  resumeJob: {
    params: { job_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: ResumeJobReply
  }
  getUsage: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Usage
  }
  getTaxonomy: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Taxonomy
  }
  listCreditEntries: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string; kind?: "grant" | "spend" | "expire" | "refund" | "adjust" }
    body: undefined
    reply: CreditEntryList
  }
  getCreditHistory: {
    params: Record<never, never>
    query: { days?: number }
    body: undefined
    reply: CreditHistory
  }
  getBillingStatus: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: BillingStatus
  }
  createSubscriptionLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateSubscriptionLinkRequest
    reply: BillingLink
  }
  getSubscriptionLink: {
    params: Record<never, never>
    query: { plan?: string; interval?: "month" | "year" }
    body: undefined
    reply: BillingLink
  }
  createPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: BillingLink
  }
  getPortalLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: BillingLink
  }
  endTrial: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: BillingStatus
  }
  createTopUpLink: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateTopUpLinkRequest
    reply: BillingLink
  }
  listInvoices: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: InvoiceList
  }
  listEvents: {
    params: Record<never, never>
    query: { after?: number; types?: string; limit?: number; wait?: number }
    body: undefined
    reply: EventList
  }
  confirmEvent: {
    params: { event_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: ErasureConfirmation
  }
  putExclusion: {
    params: { label: string }
    query: Record<never, never>
    body: PutExclusionRequest
    reply: Exclusion
  }
  getExclusion: {
    params: { label: string }
    query: Record<never, never>
    body: undefined
    reply: Exclusion
  }
  deleteExclusion: {
    params: { label: string }
    query: Record<never, never>
    body: undefined
    reply: DeleteExclusionReply
  }
  listExclusions: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: ExclusionList
  }
  createWebhook: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateWebhookRequest
    reply: Webhook
  }
  listWebhooks: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: WebhookList
  }
  getWebhook: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: undefined
    reply: GetWebhookReply
  }
  updateWebhook: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: UpdateWebhookRequest
    reply: UpdateWebhookReply
  }
  deleteWebhook: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: undefined
    reply: DeleteWebhookReply
  }
  testWebhook: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: WebhookDelivery
  }
  rotateWebhookSecret: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: Webhook
  }
  listWebhookDeliveries: {
    params: { webhook_id: string }
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: WebhookDeliveryList
  }
  resendWebhookEvents: {
    params: { webhook_id: string }
    query: Record<never, never>
    body: ResendWebhookEventsRequest
    reply: WebhookResend
  }
  connectHubspot: {
    params: Record<never, never>
    query: Record<never, never>
    body: ConnectHubspotRequest
    reply: HubspotConnection
  }
  getHubspot: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: HubspotConnection
  }
  disconnectHubspot: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: HubspotConnection
  }
  createHubspotRun: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateHubspotRunRequest
    reply: HubspotRun
  }
  listHubspotRuns: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string }
    body: undefined
    reply: HubspotRunList
  }
  getHubspotRun: {
    params: { run_id: string }
    query: Record<never, never>
    body: undefined
    reply: HubspotRun
  }
  listHubspotRunItems: {
    params: { run_id: string }
    query: { limit?: number; cursor?: string; outcome?: "create" | "update" | "unchanged" | "conflict" | "skip" | "fail" | "delete" | "clear" | "absent" }
    body: undefined
    reply: HubspotRunItemList
  }
  createHubspotExclusion: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateHubspotExclusionRequest
    reply: HubspotRun
  }
  advanceTestClock: {
    params: Record<never, never>
    query: Record<never, never>
    body: AdvanceTestClockRequest
    reply: TestClock
  }
  resetTestMode: {
    params: Record<never, never>
    query: Record<never, never>
    body: ResetTestModeRequest
    reply: TestReset
  }
  getProfile: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Profile
  }
  updateProfile: {
    params: Record<never, never>
    query: Record<never, never>
    body: UpdateProfileRequest
    reply: Profile
  }
  switchAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: SwitchAccountRequest
    reply: Profile
  }
  renameAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: UpdateProfileRequest
    reply: Profile
  }
  leaveAccount: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Departure
  }
  listKeys: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: KeyList
  }
  createKey: {
    params: Record<never, never>
    query: Record<never, never>
    body: CreateKeyRequest
    reply: NewKey
  }
  updateKey: {
    params: { key_id: string }
    query: Record<never, never>
    body: UpdateKeyRequest
    reply: KeyResult
  }
  revokeKey: {
    params: { key_id: string }
    query: Record<never, never>
    body: undefined
    reply: KeyResult
  }
  listMembers: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: MemberList
  }
  updateMember: {
    params: { user_id: string }
    query: Record<never, never>
    body: UpdateMemberRequest
    reply: MemberResult
  }
  removeMember: {
    params: { user_id: string }
    query: Record<never, never>
    body: undefined
    reply: Departure
  }
  listInvitations: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: InvitationList
  }
  inviteMember: {
    params: Record<never, never>
    query: Record<never, never>
    body: InviteMemberRequest
    reply: InvitationResult
  }
  withdrawInvitation: {
    params: { invitation_id: string }
    query: Record<never, never>
    body: undefined
    reply: InvitationResult
  }
  readInvitation: {
    params: Record<never, never>
    query: Record<never, never>
    body: ReadInvitationRequest
    reply: InvitationOffer
  }
  acceptInvitation: {
    params: Record<never, never>
    query: Record<never, never>
    body: ReadInvitationRequest
    reply: Profile
  }
  listConnections: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: ConnectionList
  }
  updateConnection: {
    params: { connection_id: string }
    query: Record<never, never>
    body: UpdateConnectionRequest
    reply: ConnectionResult
  }
  disconnect: {
    params: { connection_id: string }
    query: Record<never, never>
    body: undefined
    reply: ConnectionResult
  }
  listAuditEntries: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string; action?: "sign_in.succeeded" | "sign_in.failed" | "session.ended" | "password.changed" | "password.reset" | "two_factor.enabled" | "two_factor.disabled" | "two_factor.codes_created" | "account.created" | "account.changed" | "account.renamed" | "account.suspended" | "account.lifted" | "account.viewed" | "account.erased" | "member.invited" | "member.invitation_withdrawn" | "member.joined" | "member.changed" | "member.removed" | "member.left" | "key.created" | "key.changed" | "key.revoked" | "connection.granted" | "connection.changed" | "connection.ended" | "webhook.created" | "webhook.changed" | "webhook.resent" | "webhook.secret_rotated" | "webhook.deleted" | "hubspot.connected" | "hubspot.changed" | "hubspot.disconnected" | "hubspot.sent" | "watch.created" | "watch.changed" | "watch.deleted" | "job.cancelled" | "billing.link_created" | "billing.plan_changed" | "billing.plan_change_cancelled" | "billing.cancelled" | "billing.cancellation_withdrawn" | "billing.subscription_kept" | "billing.trial_ended" | "billing.auto_top_up_changed" | "billing.settled" | "billing.status_changed" | "credits.granted" | "credits.refunded" | "bounces.decided" | "data.exported" | "oauth_client.created" | "oauth_client.revoked" | "catalogue.imported" | "catalogue.import_undone" | "changes.released" | "changes.discarded" | "plans.changed" | "operator.created" | "operator.removed" | "operator.reset" | "operator_key.created" | "operator_key.revoked" | "source.changed" | "contact.suppressed" | "contact.unsuppressed" | "contact.erased" | "contact.deletion_confirmed" | "privacy.drop_run" | "privacy.drop_amended" | "privacy.notices_sent" | "privacy.notices_told" | "privacy.withholding_changed" | "privacy.answered"; actor_id?: string; since?: string; until?: string }
    body: undefined
    reply: AuditEntryList
  }
  listErasures: {
    params: Record<never, never>
    query: { limit?: number; cursor?: string; state?: "waiting" | "confirmed" }
    body: undefined
    reply: ErasureList
  }
  confirmErasures: {
    params: Record<never, never>
    query: Record<never, never>
    body: ConfirmErasuresRequest
    reply: ConfirmErasuresReply
  }
  previewPlanChange: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewPlanChangeRequest
    reply: PlanChangePreview
  }
  changePlan: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewPlanChangeRequest
    reply: BillingStatus
  }
  cancelPlanChange: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: BillingStatus
  }
  keepSubscription: {
    params: Record<never, never>
    query: Record<never, never>
    body: PreviewWatchRequest
    reply: BillingStatus
  }
  updateAutoTopUp: {
    params: Record<never, never>
    query: Record<never, never>
    body: UpdateAutoTopUpRequest
    reply: AutoTopUp
  }
  findAnything: {
    params: Record<never, never>
    query: Record<never, never>
    body: FindAnythingRequest
    reply: Found
  }
  findBeingRevealed: {
    params: Record<never, never>
    query: Record<never, never>
    body: FindBeingRevealedRequest
    reply: ContactBeingRevealedList
  }
  sampleContacts: {
    params: Record<never, never>
    query: Record<never, never>
    body: SampleContactsRequest
    reply: SampleContactsReply
  }
  sampleStores: {
    params: Record<never, never>
    query: Record<never, never>
    body: SampleStoresRequest
    reply: SampleStoresReply
  }
  getSampleTaxonomy: {
    params: Record<never, never>
    query: Record<never, never>
    body: undefined
    reply: Taxonomy
  }
}

export type AddListItemsReply = { id: string; object: "saved_list"; kind: "contacts" | "stores"; name: string; private: boolean; items: number; created_by: string; created_at: string; request_id: string; added: number; unavailable_ids: (string)[] }

export type AddListItemsRequest = { ids: (string)[] }

export type AdvanceTestClockRequest = { advance_seconds: number }

export type ApiAccessAction = { action: "create_subscription_link" | "manage_billing"; url: string; endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link" }

export type BestEmail = { status: "verified" | "matched" | "found" | "reported"; type: "work" | "personal" | "generic" | "other"; verified_at: string | null }

export type BillingAction = TrialCreditAction | ApiAccessAction

export type BillingLink = { object: "billing_link"; kind: "subscription" | "portal" | "top_up"; url: string; expires_at: string; request_id: string }

export type BillingStatus = { object: "billing_status"; provider: "stripe" | "sandbox" | "off"; plan: BillingStatusPlan; cancel_at_period_end: boolean; cancels_at: string | null; scheduled_change: BillingStatusScheduledChange | null; grace_ends_at: string | null; payment_method_on_file: boolean; payment_method: BillingStatusPaymentMethod | null; plans: (BillingStatusPlanItem)[]; credit_packs: (BillingStatusCreditPack)[]; auto_top_up: BillingStatusAutoTopUp; billing: TrialCreditAction | ApiAccessAction | null; request_id: string }

export type BillingStatusAutoTopUp = { enabled: boolean; pack_id: string | null; threshold: number; monthly_credit_ceiling: number; bought_this_month: number }

export type BillingStatusCreditPack = { id: string; name: string; credits: number; amount: number; currency: string; label: string; valid_months: number }

export type BillingStatusPaymentMethod = { brand: string; brand_name: string; last4: string; exp_month: number; exp_year: number }

export type BillingStatusPlan = { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; interval: "month" | "year" | null; trial_ends_at: string | null; period: BillingStatusPlanPeriod | null }

export type BillingStatusPlanItem = { id: string; name: string; price_label: string; prices: (BillingStatusPlanPrice)[]; change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable"; credits_per_month: number; requests_per_minute: number; requests_per_day: number; search_rows_per_month: number; web_search_rows_per_month: number; watches: number; trial: BillingStatusPlanTrial | null }

export type BillingStatusPlanPeriod = { start: string; end: string }

export type BillingStatusPlanPrice = { interval: "month" | "year"; amount: number; currency: string; label: string; change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable" }

export type BillingStatusPlanTrial = { credits: number; days: number }

export type BillingStatusScheduledChange = { plan_id: string; interval: "month" | "year"; at: string }

export type BounceResult = { object: "bounce_result"; data: (BounceResultData)[]; credits: BounceResultCredits; request_id: string }

export type BounceResultCredits = { returned: number; remaining: number }

export type BounceResultData = { email: string | null; contact_id: string | null; verdict: "returned" | "already_returned" | "not_revealed" | "too_old" | "soft" | "other_email_delivered" | "limit" }

export type CancelJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type ChangeFilter = { type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"; value?: string; within_days: number }

export type ChangesFilter = { any?: (ChangeFilter)[] }

export type ConnectHubspotRequest = { token?: string; automatic?: boolean }

export type ContactErasedEvent = { type: "contact.erased"; timestamp: string; data: ContactSuppressedEventData }

export type ContactExport = { object: "contact_export"; rows: number; request_id: string }

export type ContactExportLine = { index: number; id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; best_email: BestEmail | null; added_at: string | null; updated_at: string | null; store: ContactPreviewStore; excluded?: boolean }

export type ContactPreview = { id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; best_email: BestEmail | null; added_at: string | null; updated_at: string | null; store: ContactPreviewStore; excluded?: boolean }

export type ContactPreviewList = { object: "list"; data: (ContactPreview)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: ContactPreviewListFacets; warnings: (SearchWarning)[] }

export type ContactPreviewListFacets = { role?: (FacetCount)[]; seniority?: (FacetCount)[]; country?: (FacetCount)[]; category?: (FacetCount)[]; traffic_tier?: (FacetCount)[]; revenue_tier?: (FacetCount)[]; theme_type?: (FacetCount)[]; app?: (FacetCount)[]; pixel?: (FacetCount)[]; change?: (FacetCount)[]; change_week?: (FacetCount)[] }

export type ContactPreviewStore = { id: string; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; technologies: ContactPreviewStoreTechnologies }

export type ContactPreviewStoreTechnologies = { apps: (string)[]; pixels: (string)[] }

export type ContactQuery = { person?: PersonFilters; store?: StoreFilters; work?: WorkFilters; sort?: "score" | "newest" | "updated" }

export type ContactRevealQuote = { object: "contact_reveal_quote"; credits: ContactRevealQuoteCredits; data: (ContactRevealQuoteData)[]; counts: ContactRevealQuoteCounts; emails: ContactRevealQuoteEmails; email_types: ContactRevealQuoteEmailTypes; request_id: string }

export type ContactRevealQuoteCounts = { new: number; already_revealed: number; unavailable: number; excluded: number }

export type ContactRevealQuoteCredits = { required: number; remaining: number; spendable_now: number }

export type ContactRevealQuoteData = { id: string; outcome: "new" | "already_revealed" | "unavailable" | "excluded" }

export type ContactRevealQuoteEmailTypes = { work: number; personal: number; generic: number; other: number }

export type ContactRevealQuoteEmails = { verified: number; matched: number; found: number; reported: number; none: number }

export type ContactRevealResult = { object: "contact_reveal_result"; credits: ContactRevealResultCredits; data: (RevealedContact)[]; unavailable_contact_ids: (string)[]; excluded_contact_ids: (string)[]; reference: string | null; request_id: string }

export type ContactRevealResultCredits = { spent: number; remaining: number; spendable_now: number }

export type ContactSuppressedEvent = { type: "contact.suppressed"; timestamp: string; data: ContactSuppressedEventData }

export type ContactSuppressedEventData = { contact_ids: (string)[]; sequence: number }

export type ContactUpdatedEvent = { type: "contact.updated"; timestamp: string; data: ContactUpdatedEventData }

export type ContactUpdatedEventData = { contact_ids: (string)[]; sequence: number }

export type CreateHubspotExclusionRequest = { label?: string }

export type CreateHubspotRunRequest = { contact_ids?: (string)[]; list_id?: string; dry_run?: boolean }

export type CreateJobRequest = { kind: "reveal" | "enrich" | "export"; contact_ids?: (string)[]; list_id?: string; people?: (JobPerson)[]; search?: CreateJobRequestSearch; max?: number; per_store?: number; domains?: (string)[]; include?: ("contact_previews")[]; add_to_list_id?: string; accept?: ("verified" | "matched" | "found" | "reported")[]; reference?: string; allow_excluded?: boolean; max_credits?: number; on_short_balance?: "refuse" | "stop"; dry_run?: boolean }

export type CreateJobRequestSearch = { person?: PersonFilters; store?: StoreFilters; contacts?: StoreContactFilters; work?: WorkFilters; sort?: "score" | "newest" | "updated" | "name" | "visits" | "revenue" | "contacts" | "last_change" }

export type CreateListRequest = { name: string; kind: "contacts" | "stores"; private?: boolean }

export type CreateSavedSearchRequest = { name: string; kind: "contacts" | "stores"; query: Record<never, never> }

export type CreateSubscriptionLinkRequest = { plan?: string; interval?: "month" | "year" }

export type CreateTopUpLinkRequest = { pack: string }

export type CreateWatchRequest = { saved_search_id?: string; list_id?: string; mail?: "off" | "daily" | "weekly"; events?: boolean; add_to_list_id?: string | null }

export type CreateWebhookRequest = { url: string; types?: ("reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped")[] | null }

export type CreatedJob = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type CreatedJobCounts = { total: number; done: number; newly_revealed?: number; already_revealed?: number; excluded?: number; unavailable?: number; no_match?: number; found?: number; not_found?: number; exported?: number }

export type CreatedJobCredits = { spent: number; max: number | null }

export type CreatedJobError = { code: "job_failed"; message: string }

export type CreditEntry = { id: string; object: "credit_entry"; kind: "grant" | "spend" | "expire" | "refund" | "adjust"; amount: number; balance_after: number; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: { type?: string; id?: string; name?: string } | null; reason: string | null; contact_ids: (string)[]; lots: (CreditEntryLot)[]; request_id: string | null; job_id: string | null; reference: string | null; spend_id: string | null; created_at: string }

export type CreditEntryList = { object: "list"; data: (CreditEntry)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type CreditEntryLot = { id: string | null; source: "period" | "pack" | "goodwill" | "returned"; amount: number }

export type CreditHistory = { object: "credit_history"; data: (CreditHistoryData)[]; request_id: string }

export type CreditHistoryData = { date: string; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: CreditHistoryDataActor; spent: number }

export type CreditHistoryDataActor = { type: string | null; id: string | null; name: string | null }

export type CreditLot = { id: string; source: "period" | "pack" | "goodwill" | "returned"; granted: number; remaining: number; expires_at: string | null }

export type CreditsExhaustedEvent = { type: "credits.exhausted"; timestamp: string; data: CreditsExhaustedEventData }

export type CreditsExhaustedEventData = { granted: number; resets_at: string | null; sequence: number }

export type CreditsExpiringEvent = { type: "credits.expiring"; timestamp: string; data: CreditsExpiringEventData }

export type CreditsExpiringEventData = { credits: number; expires_at: string; sequence: number }

export type CreditsLowEvent = { type: "credits.low"; timestamp: string; data: CreditsLowEventData }

export type CreditsLowEventData = { remaining: number; granted: number; resets_at: string | null; sequence: number }

export type CreditsRenewedEvent = { type: "credits.renewed"; timestamp: string; data: CreditsRenewedEventData }

export type CreditsRenewedEventData = { granted: number; remaining: number; period: BillingStatusPlanPeriod; sequence: number }

export type DeleteExclusionReply = { id: string; object: "exclusion"; deleted: true; request_id: string }

export type DeleteListReply = { id: string; object: "saved_list"; deleted: true; request_id: string }

export type DeleteSavedSearchReply = { id: string; object: "saved_search"; deleted: true; request_id: string }

export type DeleteWatchReply = { id: string; object: "watch"; deleted: true; request_id: string }

export type DeleteWebhookReply = { id: string; object: "webhook"; deleted: true; request_id: string }

export type EitherQuery = { person?: PersonFilters; store?: StoreFilters; contacts?: StoreContactFilters; work?: WorkFilters; sort?: "score" | "newest" | "updated" | "name" | "visits" | "revenue" | "contacts" | "last_change" }

export type EmailChannel = { email: string; status: "verified" | "matched" | "found" | "reported"; type: "work" | "personal" | "generic" | "other"; is_primary: boolean; verified_at: string | null }

export type EnrichJobLine = { index: number; domain: string; inputs: (string)[]; status: "found" | "not_found" | "not_reached"; store: Store | null; contact_previews?: (ContactPreview)[] }

export type EnrichStoresRequest = { domains: (string)[]; include?: ("contact_previews")[] }

export type ErasureConfirmation = { id: string; object: "erasure_confirmation"; contact_ids: (string)[]; confirmed_at: string; request_id: string }

export type Event = { id: string; object: "event"; sequence: number; type: "reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped"; created_at: string; data: Record<never, never> }

export type EventList = { object: "list"; data: (Event)[]; has_more: boolean; next_after: number; request_id: string; total: number }

export type ExceededLimit = { name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "feed_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"; limit: number; remaining: number; resets_at: string }

export type Exclusion = { label: string; object: "exclusion"; counts: ExclusionCounts; created_at: string; updated_at: string; expires_at: string | null; request_id: string }

export type ExclusionCounts = { total: number; email: number; domain: number; linkedin_url: number; email_sha256: number }

export type ExclusionList = { object: "list"; data: (ExclusionListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type ExclusionListData = { label: string; object: "exclusion"; counts: ExclusionCounts; created_at: string; updated_at: string; expires_at: string | null }

export type ExportContactsRequest = { format?: "csv" | "hubspot" | "salesforce" | "pipedrive"; contact_ids?: (string)[]; words?: string; list_id?: string; since?: string; work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none" }

export type ExportStoresRequest = { domains: (string)[] }

export type FacetCount = { value: string; count: number }

export type FindWorkRequest = { kind: "contacts" | "stores"; ids: (string)[] }

export type GetContactWorkReply = { object: "work"; id: string; status: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id: string | null; tags: (string)[]; note: string | null; changed_at: string | null; changed_by: string | null; history: (WorkHistoryItem)[]; request_id: string }

export type GetJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type GetListItemsReply = { object: "list"; data: (ContactPreview | RevealedContact | Store)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type GetStoreWorkReply = { object: "work"; id: string; status: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id: string | null; tags: (string)[]; note: string | null; changed_at: string | null; changed_by: string | null; history: (WorkHistoryItem)[]; request_id: string }

export type GetWebhookReply = { id: string; object: "webhook"; url: string; types: (string)[] | null; status: "enabled" | "disabled"; created_at: string; last_success_at: string | null; failing_since: string | null; request_id: string }

export type HubspotConnection = { object: "hubspot_connection"; status: "not_connected" | "connected" | "stopped"; portal_id: number | null; automatic: boolean; problem: "token_refused" | "scopes_missing" | null; problem_message: string | null; missing_scopes: (string)[]; paused_until: string | null; failing_since: string | null; connected_at: string | null; last_success_at: string | null; request_id: string }

export type HubspotRun = { id: string; object: "hubspot_run"; kind: "push" | "dry_run" | "erasure" | "exclusion"; origin: "request" | "reveal.created" | "contact.erased" | "contact.suppressed"; status: "running" | "finished" | "failed"; reason: string | null; total: number; counts: HubspotRunCounts; label: string | null; created_at: string; finished_at: string | null; request_id: string }

export type HubspotRunCounts = { create: number; update: number; unchanged: number; conflict: number; skip: number; fail: number; delete: number; clear: number; absent: number; kept: number; exclude: number }

export type HubspotRunItem = { object: "hubspot_run_item"; contact_id: string; outcome: "create" | "update" | "unchanged" | "conflict" | "skip" | "fail" | "delete" | "clear" | "absent" | null; reason: "same_email" | "other_contact" | "unavailable" | "invalid_email" | "refused" | null; filled_fields: (string)[]; kept_fields: (string)[] }

export type HubspotRunItemList = { object: "list"; data: (HubspotRunItem)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type HubspotRunList = { object: "list"; data: (HubspotRunListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type HubspotRunListData = { id: string; object: "hubspot_run"; kind: "push" | "dry_run" | "erasure" | "exclusion"; origin: "request" | "reveal.created" | "contact.erased" | "contact.suppressed"; status: "running" | "finished" | "failed"; reason: string | null; total: number; counts: HubspotRunCounts; label: string | null; created_at: string; finished_at: string | null }

export type HubspotStoppedEvent = { type: "hubspot.stopped"; timestamp: string; data: HubspotStoppedEventData }

export type HubspotStoppedEventData = { reason: "token_refused" | "scopes_missing"; missing_scopes: (string)[]; sequence: number }

export type Invoice = { id: string; object: "invoice"; number: string | null; description: string; status: "paid" | "open" | "void" | "uncollectible" | "refunded" | "partly_refunded" | "disputed"; total: number; currency: string; total_label: string; created_at: string; url: string | null; pdf_url: string | null }

export type InvoiceList = { object: "list"; data: (Invoice)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type Job = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null }

export type JobFinishedEvent = { type: "job.finished"; timestamp: string; data: JobFinishedEventData }

export type JobFinishedEventData = { job_id: string; kind: string; status: string; total: number; done: number; credits_spent: number; sequence: number }

export type JobList = { object: "list"; data: (Job)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type JobPerson = { email?: string; linkedin_url?: string; first_name?: string; last_name?: string; domain?: string; ref?: string }

export type JobResultLine = RevealJobLine | EnrichJobLine | StoreExportLine | ContactExportLine

export type JobResultLineList = { object: "list"; data: (JobResultLine)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type LastChange = { type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"; value: string | null; observed_at: string }

export type LimitReachedEvent = { type: "limit.reached"; timestamp: string; data: LimitReachedEventData }

export type LimitReachedEventData = { of: "key" | "member" | "connection"; id: string; limit: number; sequence: number }

export type NamedPerson = { email?: string; linkedin_url?: string; first_name?: string; last_name?: string; domain?: string }

export type PauseJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type Period = { start: string; end: string }

export type PersonFilters = { roles_any?: (string)[]; seniority_any?: ("executive" | "decision_maker" | "other")[]; has_verified_email?: boolean; has_phone?: boolean; has_linkedin?: boolean; email_statuses_any?: ("verified" | "matched" | "found" | "reported")[]; email_types_any?: ("work" | "personal" | "generic" | "other")[]; verified_within_days?: number; added_within_days?: number; revealed?: boolean; title?: string; query?: string }

export type PhoneChannel = { phone: string; type: "direct" | "mobile" | "company" | "other"; is_primary: boolean }

export type PlanChangedEvent = { type: "plan.changed"; timestamp: string; data: PlanChangedEventData }

export type PlanChangedEventData = { plan_id: string | null; status: string; previous: PlanChangedEventDataPrevious; sequence: number }

export type PlanChangedEventDataPrevious = { plan_id: string | null; status: string }

export type PreviewNewsRequest = { saved_search_id?: string; list_id?: string; search?: PreviewNewsRequestSearch }

export type PreviewNewsRequestSearch = { kind: "contacts" | "stores"; query: Record<never, never> }

export type PreviewWatchRequest = Record<never, never>

export type Problem = { error: ProblemDetails }

export type ProblemDetails = { type: "authentication_error" | "permission_error" | "invalid_request_error" | "rate_limit_error" | "quota_error" | "not_found_error" | "server_error"; code: "invalid_request" | "invalid_json" | "invalid_contact_id" | "invalid_cursor" | "invalid_idempotency_key" | "missing_credentials" | "invalid_credentials" | "insufficient_contact_credits" | "key_credit_limit_reached" | "member_credit_limit_reached" | "connection_credit_limit_reached" | "payment_failed" | "api_access_required" | "test_key_required" | "account_suspended" | "insufficient_scope" | "host_not_allowed" | "no_revealable_contacts" | "contact_not_found" | "store_not_found" | "billing_customer_not_found" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "subscription_required" | "not_in_trial" | "billing_not_configured" | "plan_not_for_sale" | "too_many_jobs" | "too_many_watches" | "watch_too_broad" | "too_many_webhooks" | "too_many_exclusions" | "webhook_disabled" | "hubspot_not_connected" | "too_many_hubspot_runs" | "events_expired" | "idempotency_conflict" | "job_is_over" | "job_not_stopped" | "request_timeout" | "request_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limit_exceeded" | "headers_too_large" | "internal_error" | "billing_provider_error" | "hubspot_unavailable" | "service_unavailable"; message: string; param?: string; billing?: BillingAction; limit?: ExceededLimit; oldest_sequence?: number; doc_url: string; request_id: string }

export type PutExclusionRequest = { entries: (PutExclusionRequestEntry)[]; mode?: "add" | "replace"; expires_at?: string | null }

export type PutExclusionRequestEntry = { email?: string; domain?: string; linkedin_url?: string; email_sha256?: string }

export type QuoteRevealRequest = { contact_ids: (string)[]; accept?: ("verified" | "matched" | "found" | "reported")[]; reference?: string; allow_excluded?: boolean }

export type QuotedJob = { object: "job_quote"; credits: QuotedJobCredits; counts: ContactRevealQuoteCounts; emails: ContactRevealQuoteEmails; email_types: ContactRevealQuoteEmailTypes; being_revealed: number; request_id: string }

export type QuotedJobCredits = { required: number; remaining: number; spendable_now: number }

export type ReadOwnedContactsReply = { object: "list"; data: (RevealedContact)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type ReadOwnedContactsRequest = { contact_ids: (string)[] }

export type RemoveListItemsReply = { id: string; object: "saved_list"; kind: "contacts" | "stores"; name: string; private: boolean; items: number; created_by: string; created_at: string; request_id: string; removed: number }

export type ReportBouncesRequest = { bounces: (ReportBouncesRequestBounce)[] }

export type ReportBouncesRequestBounce = { email?: string; contact_id?: string; code?: string; bounced_at?: string }

export type ResendWebhookEventsRequest = { event_ids?: (string)[]; since?: number }

export type ResetTestModeRequest = { status?: "none" | "trialing" | "active" | "past_due" | "lapsed" }

export type ResumeJobReply = { id: string; object: "job"; kind: "reveal" | "enrich" | "export"; status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"; stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null; error: CreatedJobError | null; counts: CreatedJobCounts; credits: CreatedJobCredits; list_id: string | null; created_by: string; created_at: string; started_at: string | null; ended_at: string | null; expires_at: string | null; request_id: string }

export type RevealContactsRequest = { contact_ids: (string)[] }

export type RevealCreatedEvent = { type: "reveal.created"; timestamp: string; data: RevealCreatedEventData }

export type RevealCreatedEventData = { contact_ids: (string)[]; credits: number; door: string; sequence: number }

export type RevealJobLine = { index: number; input: string | NamedPerson; ref: string | null; outcome: "newly_revealed" | "already_revealed" | "excluded" | "unavailable" | "no_match" | "not_reached"; charged: boolean; contact: RevealedContact | null }

export type RevealedContact = { id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: (EmailChannel)[]; phones: (PhoneChannel)[]; store: RevealedContactStore; revealed_at: string; updated_at: string | null; source: string | null; legal_basis: string | null }

export type RevealedContactList = { object: "list"; data: (RevealedContact)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type RevealedContactReply = { id: string; object: "contact"; full_name: string | null; first_name: string | null; last_name: string | null; title: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; linkedin_url: string | null; reveal_status: "newly_revealed" | "already_revealed"; charged: boolean; emails: (EmailChannel)[]; phones: (PhoneChannel)[]; store: RevealedContactStore; revealed_at: string; updated_at: string | null; source: string | null; legal_basis: string | null; request_id: string }

export type RevealedContactStore = { id: string; domain: string; name: string }

export type RunSavedSearchReply = { object: "list"; data: (ContactPreview | Store)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: ContactPreviewListFacets; warnings: (SearchWarning)[] }

export type RunSavedSearchRequest = { limit?: number; cursor?: string | null; facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[] }

export type SavedList = { id: string; object: "saved_list"; kind: "contacts" | "stores"; name: string; private: boolean; items: number; created_by: string; created_at: string; request_id: string }

export type SavedListList = { object: "list"; data: (SavedListListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type SavedListListData = { id: string; object: "saved_list"; kind: "contacts" | "stores"; name: string; private: boolean; items: number; created_by: string; created_at: string }

export type SavedSearch = { id: string; object: "saved_search"; name: string; kind: "contacts" | "stores"; query: Record<never, never>; created_by: string; created_at: string; request_id: string }

export type SavedSearchList = { object: "list"; data: (SavedSearchListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type SavedSearchListData = { id: string; object: "saved_search"; name: string; kind: "contacts" | "stores"; query: Record<never, never>; created_by: string; created_at: string }

export type ScoreRange = { min?: number; max?: number }

export type SearchContactsRequest = { person?: PersonFilters; store?: StoreFilters; work?: WorkFilters; sort?: "score" | "newest" | "updated"; excluded?: "hide" | "show" | "only"; limit?: number; cursor?: string | null; facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[] }

export type SearchRevealedContactsReply = { object: "list"; data: (RevealedContact)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: null }

export type SearchStoresRequest = { store?: StoreFilters; contacts?: StoreContactFilters; work?: WorkFilters; sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"; excluded?: "hide" | "show" | "only"; limit?: number; cursor?: string | null; facets?: ("country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[] }

export type SearchWarning = { param: string; value: string; message: string; nearest: string | null }

export type SimilarStore = { store: Store; similarity: number; reasons: (SimilarityReason)[] }

export type SimilarStoreList = { object: "list"; data: (SimilarStore)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type SimilarityReason = { field: string; value: string; weight: number }

export type Store = { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary; first_seen_at: string | null; updated_at: string | null; observed_at: string | null; last_change: LastChange | null }

export type StoreChange = { object: "store_change"; type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"; value: string | null; from: string | null; to: string | null; observed_at: string }

export type StoreChangeList = { object: "list"; data: (StoreChange)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type StoreContactFilters = { available?: boolean; verified_email?: boolean; roles_any?: (string)[] }

export type StoreContactsSummary = { total: number; has_revealable_contacts: boolean; verified_email_count: number; roles: (string)[] }

export type StoreEnrichmentResult = { object: "store_enrichment_result"; data: (StoreEnrichmentResultData)[]; found: number; not_found: number; request_id: string }

export type StoreEnrichmentResultData = { domain: string; inputs: (string)[]; status: "found" | "not_found"; store: Store | null; contact_previews?: (ContactPreview)[] }

export type StoreExport = { object: "store_export"; rows: number; request_id: string }

export type StoreExportLine = { index: number; id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary; first_seen_at: string | null; updated_at: string | null; observed_at: string | null; last_change: LastChange | null }

export type StoreFilters = { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: ("under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m")[]; revenue_tiers?: ("under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m")[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: ScoreRange; domains?: (string)[]; list_id?: string; query?: string; apps?: ValueChoice; pixels?: ValueChoice; changes?: ChangesFilter; first_seen_within_days?: number }

export type StoreFollow = { object: "store_follow"; store_id: string; followed: boolean; watch_id: string | null; list_id: string | null; request_id: string }

export type StoreList = { object: "list"; data: (Store)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number; facets?: StoreListFacets; warnings: (SearchWarning)[] }

export type StoreListFacets = { country?: (FacetCount)[]; category?: (FacetCount)[]; traffic_tier?: (FacetCount)[]; revenue_tier?: (FacetCount)[]; theme_type?: (FacetCount)[]; app?: (FacetCount)[]; pixel?: (FacetCount)[]; change?: (FacetCount)[]; change_week?: (FacetCount)[] }

export type StoreQuery = { store?: StoreFilters; contacts?: StoreContactFilters; work?: WorkFilters; sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change" }

export type StoreReply = { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary; first_seen_at: string | null; updated_at: string | null; observed_at: string | null; last_change: LastChange | null; request_id: string }

export type StoreTechnologies = { apps: (string)[]; pixels: (string)[]; theme: StoreTechnologiesTheme }

export type StoreTechnologiesTheme = { name: string | null; type: string | null }

export type Taxonomy = { object: "taxonomy"; roles: (TaxonomyValue)[]; seniorities: (TaxonomyValue)[]; categories: (TaxonomyValue)[]; countries: (TaxonomyValue)[]; traffic_tiers: (TaxonomyTier)[]; revenue_tiers: (TaxonomyTier)[]; theme_types: (TaxonomyValue)[]; apps: (TaxonomyValue)[]; pixels: (TaxonomyValue)[]; email_statuses: (TaxonomyValue)[]; email_types: (TaxonomyValue)[]; phone_types: (TaxonomyValue)[]; change_types: (TaxonomyValue)[]; request_id: string }

export type TaxonomyTier = { value: string; label: string; count: number | null; min: number; max: number | null }

export type TaxonomyValue = { value: string; label: string; count: number | null }

export type TestClock = { object: "test_clock"; now: string; ahead_seconds: number; request_id: string }

export type TestReset = { object: "test_reset"; account_id: string; request_id: string }

export type TrialCreditAction = { action: "end_trial_to_unlock_pro_credits"; current_limit: number; paid_plan_limit: number; trial_ends_at: string | null; url: string; can_unlock_paid_credits_now?: boolean }

export type TrialEndingEvent = { type: "trial.ending"; timestamp: string; data: TrialEndingEventData }

export type TrialEndingEventData = { trial_ends_at: string; sequence: number }

export type UpdateContactWorkRequest = { status?: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id?: string | null; tags?: (string)[]; note?: string | null }

export type UpdateListRequest = { name?: string; private?: boolean }

export type UpdateSavedSearchRequest = { name?: string; kind?: "contacts" | "stores"; query?: Record<never, never> }

export type UpdateWatchRequest = { mail?: "off" | "daily" | "weekly"; events?: boolean; add_to_list_id?: string | null }

export type UpdateWebhookReply = { id: string; object: "webhook"; url: string; types: (string)[] | null; status: "enabled" | "disabled"; created_at: string; last_success_at: string | null; failing_since: string | null; request_id: string }

export type UpdateWebhookRequest = { url?: string; types?: ("reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped")[] | null; status?: "enabled" | "disabled" }

export type UpdateWorkRequest = { kind: "contacts" | "stores"; ids: (string)[]; status?: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id?: string | null; tags?: (string)[]; note?: string | null }

export type Usage = { object: "usage"; account: UsageAccount; plan: UsagePlan; api_access: UsageApiAccess; requests: UsageRequests; own_requests: UsageOwnRequests; feed_requests: UsageOwnRequests; billing_requests: UsageOwnRequests; web_requests: UsageOwnRequests | null; search_rows: UsageWindow; web_search_rows: UsageWindow; contact_credits: UsageContactCredits; limits: (UsageLimit)[]; request_id: string }

export type UsageAccount = { id: string; name: string }

export type UsageApiAccess = { enabled: boolean; billing: ApiAccessAction | null }

export type UsageContactCredits = { limit: number; used: number; remaining: number; resets_at: string; trial_limit: number | null; paid_plan_limit: number; lots: (CreditLot)[]; low_at: number; spendable_now: number }

export type UsageLimit = { of: "key" | "member" | "connection"; limit: number; used: number; remaining: number; resets_at: string; low_at: number }

export type UsageOwnRequests = { minute: UsageWindow }

export type UsagePlan = { id: string; name: string; status: "none" | "trialing" | "active" | "past_due" | "lapsed"; trial_ends_at: string | null; period: Period; ends_at: string | null }

export type UsageRequests = { minute: UsageWindow; day: UsageWindow }

export type UsageWindow = { name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "feed_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"; limit: number; used: number; remaining: number; resets_at: string }

export type ValueChoice = { any?: (string)[]; all?: (string)[]; none?: (string)[] }

export type Watch = { id: string; object: "watch"; saved_search_id: string | null; list_id: string | null; name: string; kind: "contacts" | "stores"; mail: "off" | "daily" | "weekly"; events: boolean; add_to_list_id: string | null; new_matches: number; created_by: string; created_at: string; request_id: string }

export type WatchList = { object: "list"; data: (WatchListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type WatchListData = { id: string; object: "watch"; saved_search_id: string | null; list_id: string | null; name: string; kind: "contacts" | "stores"; mail: "off" | "daily" | "weekly"; events: boolean; add_to_list_id: string | null; new_matches: number; created_by: string; created_at: string }

export type WatchMatch = { object: "watch_match"; contact: ContactPreview | null; store: Store | null; changes: (WatchMatchChange)[]; new: boolean; matched_at: string }

export type WatchMatchChange = { type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"; value: string | null; observed_at: string }

export type WatchMatchList = { object: "list"; data: (WatchMatch)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type WatchMatchedEvent = { type: "watch.matched"; timestamp: string; data: WatchMatchedEventData }

export type WatchMatchedEventData = { watch_id: string; saved_search_id: string | null; list_id: string | null; name: string; kind: "contacts" | "stores"; count: number; last_match: number; data: (Record<never, never>)[]; next_cursor: string | null; sequence: number }

export type WatchPreview = { object: "watch_preview"; days: number; total: number; data: (WatchMatch)[]; request_id: string }

export type Webhook = { id: string; object: "webhook"; url: string; types: (string)[] | null; status: "enabled" | "disabled"; created_at: string; last_success_at: string | null; failing_since: string | null; secret: string; request_id: string }

export type WebhookDelivery = { object: "webhook_delivery"; event_id: string; attempt: number; outcome: "succeeded" | "failed" | "pending"; status_code: number | null; attempted_at: string | null; next_attempt_at: string | null; response: string | null; request_id: string }

export type WebhookDeliveryList = { object: "list"; data: (WebhookDeliveryListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type WebhookDeliveryListData = { object: "webhook_delivery"; event_id: string; attempt: number; outcome: "succeeded" | "failed" | "pending"; status_code: number | null; attempted_at: string | null; next_attempt_at: string | null; response: string | null }

export type WebhookDisabledEvent = { type: "webhook.disabled"; timestamp: string; data: WebhookDisabledEventData }

export type WebhookDisabledEventData = { webhook_id: string; reason: "gone" | "failing" | "secret_unreadable"; sequence: number }

export type WebhookList = { object: "list"; data: (WebhookListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type WebhookListData = { id: string; object: "webhook"; url: string; types: (string)[] | null; status: "enabled" | "disabled"; created_at: string; last_success_at: string | null; failing_since: string | null }

export type WebhookResend = { object: "webhook_resend"; resent: number; next_since: number | null; request_id: string }

export type Work = { object: "work"; id: string; status: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id: string | null; tags: (string)[]; note: string | null; changed_at: string | null; changed_by: string | null; request_id: string }

export type WorkActor = { type: string; id: string }

export type WorkChangedEvent = { type: "work.changed"; timestamp: string; data: WorkChangedEventData }

export type WorkChangedEventData = { kind: "contact" | "store"; id: string; changes: WorkChangedEventDataChanges; note_changed: boolean; actor: WorkChangedEventDataActor; sequence: number }

export type WorkChangedEventDataActor = { type: string; id: string }

export type WorkChangedEventDataChanges = { status?: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id?: string | null; tags?: (string)[] }

export type WorkChanges = { status?: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id?: string | null; tags?: (string)[]; note?: string | null }

export type WorkFilters = { status_any?: ("new" | "contacted" | "replied" | "won" | "lost" | null)[]; tags_any?: (string)[]; owner_any?: (string)[]; untouched_for_days?: number }

export type WorkFound = { object: "work_found"; data: (WorkFoundData)[]; request_id: string }

export type WorkFoundData = { object: "work"; id: string; status: "new" | "contacted" | "replied" | "won" | "lost" | null; owner_id: string | null; tags: (string)[]; note: string | null; changed_at: string | null; changed_by: string | null }

export type WorkHistoryItem = { changed_at: string; actor: WorkActor; changes: WorkChanges }

export type WorkUpdate = { object: "work_update"; changed: number; unchanged: number; unavailable_ids: (string)[]; request_id: string }

export type AuditEntry = { id: string; object: "audit_entry"; action: "sign_in.succeeded" | "sign_in.failed" | "session.ended" | "password.changed" | "password.reset" | "two_factor.enabled" | "two_factor.disabled" | "two_factor.codes_created" | "account.created" | "account.changed" | "account.renamed" | "account.suspended" | "account.lifted" | "account.viewed" | "account.erased" | "member.invited" | "member.invitation_withdrawn" | "member.joined" | "member.changed" | "member.removed" | "member.left" | "key.created" | "key.changed" | "key.revoked" | "connection.granted" | "connection.changed" | "connection.ended" | "webhook.created" | "webhook.changed" | "webhook.resent" | "webhook.secret_rotated" | "webhook.deleted" | "hubspot.connected" | "hubspot.changed" | "hubspot.disconnected" | "hubspot.sent" | "watch.created" | "watch.changed" | "watch.deleted" | "job.cancelled" | "billing.link_created" | "billing.plan_changed" | "billing.plan_change_cancelled" | "billing.cancelled" | "billing.cancellation_withdrawn" | "billing.subscription_kept" | "billing.trial_ended" | "billing.auto_top_up_changed" | "billing.settled" | "billing.status_changed" | "credits.granted" | "credits.refunded" | "bounces.decided" | "data.exported" | "oauth_client.created" | "oauth_client.revoked" | "catalogue.imported" | "catalogue.import_undone" | "changes.released" | "changes.discarded" | "plans.changed" | "operator.created" | "operator.removed" | "operator.reset" | "operator_key.created" | "operator_key.revoked" | "source.changed" | "contact.suppressed" | "contact.unsuppressed" | "contact.erased" | "contact.deletion_confirmed" | "privacy.drop_run" | "privacy.drop_amended" | "privacy.notices_sent" | "privacy.notices_told" | "privacy.withholding_changed" | "privacy.answered"; label: string; sentence: string; door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"; actor: { type: string; id: string; name: string | null } | null; target: { type: string; id: string; name: string | null } | null; details: (AuditEntryDetail)[]; address: string | null; user_agent: string | null; request_id: string | null; created_at: string }

export type AuditEntryDetail = { name: string; value: string | null }

export type AuditEntryList = { object: "list"; data: (AuditEntry)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type AutoTopUp = { object: "auto_top_up"; auto_top_up: BillingStatusAutoTopUp; request_id: string }

export type ConfirmErasuresReply = { object: "erasure_confirmation"; contact_ids: (string)[]; confirmed_at: string; request_id: string }

export type ConfirmErasuresRequest = { contact_ids: (string)[] }

export type Connection = { id: string; object: "connection"; client: ConnectionClient; member: ProfileAccount; scopes: (string)[]; credit_limit: number | null; limit_set_by: { id: string; name: string } | null; credits_spent: number; created_at: string }

export type ConnectionClient = { id: string; name: string; uri: string | null }

export type ConnectionList = { object: "list"; data: (Connection)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type ConnectionResult = { object: "connection_result"; connection: Connection; request_id: string }

export type ContactBeingRevealed = { contact_id: string; job_id: string }

export type ContactBeingRevealedList = { object: "list"; data: (ContactBeingRevealed)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type ContactPreviewListData = { id: string; object: "contact_preview"; first_name: string | null; last_name_obfuscated: string | null; role: string | null; seniority: "executive" | "decision_maker" | "other"; title: string | null; has_verified_email: boolean; has_phone: boolean; has_linkedin: boolean; revealed: boolean; best_email: BestEmail | null; added_at: string | null; updated_at: string | null; store: ContactPreviewStore; excluded?: boolean; synthetic: true }

export type ContactPreviewListFacetsItem = { role?: (FacetShare)[]; seniority?: (FacetShare)[]; country?: (FacetShare)[]; category?: (FacetShare)[]; traffic_tier?: (FacetShare)[]; revenue_tier?: (FacetShare)[]; theme_type?: (FacetShare)[]; app?: (FacetShare)[]; pixel?: (FacetShare)[]; change?: (FacetShare)[]; change_week?: (FacetShare)[] }

export type CreateKeyRequest = { name: string; mode?: "live" | "test"; scopes?: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "lists:read" | "lists:write" | "events:read" | "webhooks:manage" | "hubspot:manage" | "billing:read" | "billing:manage")[]; credit_limit?: number | null; expires_at?: string | null }

export type Departure = { object: "departure"; account_id: string; user_id: string; request_id: string }

export type Erasure = { contact_id: string; object: "erasure"; revealed_at: string | null; told_at: string; confirmed_at: string | null; confirmed_by: string | null }

export type ErasureList = { object: "list"; data: (Erasure)[]; has_more: boolean; next_cursor: string | null; request_id: string; total: number }

export type FacetShare = { value: string; share: number }

export type FindAnythingRequest = { text: string }

export type FindBeingRevealedRequest = { contact_ids: (string)[] }

export type Found = { object: "found"; stores: FoundStores; people: FoundPeople; owned: FoundOwned; request_id: string }

export type FoundOwned = { data: (FoundPerson)[] }

export type FoundPeople = { total: number; searched_as: string; at_store: string | null; data: (FoundPerson)[] }

export type FoundPerson = { id: string; name: string; title: string | null; owned: boolean; store: FoundPersonStore }

export type FoundPersonStore = { domain: string; name: string }

export type FoundStore = { domain: string; name: string; country: string | null; category: string | null }

export type FoundStores = { total: number; searched_as: string; data: (FoundStore)[] }

export type Invitation = { id: string; object: "invitation"; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; invited_by: { id: string; name: string } | null; created_at: string; expires_at: string; status: "pending" | "accepted" | "withdrawn" | "expired" }

export type InvitationList = { object: "list"; data: (Invitation)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type InvitationOffer = { object: "invitation_offer"; account_name: string; inviter_name: string; role: "owner" | "admin" | "member"; credit_limit: number | null; request_id: string }

export type InvitationResult = { object: "invitation_result"; invitation: Invitation; request_id: string }

export type InviteMemberRequest = { email: string; role: "owner" | "admin" | "member"; credit_limit?: number | null }

export type Key = { id: string; object: "key"; mode: "live" | "test"; name: string; prefix: string; scopes: ("contacts:reveal" | "contacts:search" | "stores:read" | "usage:read" | "lists:read" | "lists:write" | "events:read" | "webhooks:manage" | "hubspot:manage" | "billing:read" | "billing:manage")[]; credit_limit: number | null; credits_spent: number; created_by: { id: string; name: string } | null; created_at: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }

export type KeyList = { object: "list"; data: (Key)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type KeyResult = { object: "key_result"; key: Key; request_id: string }

export type Member = { user_id: string; object: "member"; name: string; email: string; role: "owner" | "admin" | "member"; credit_limit: number | null; credits_spent: number; two_factor_enabled: boolean; joined_at: string; is_you: boolean }

export type MemberList = { object: "list"; data: (Member)[]; has_more: false; next_cursor: null; request_id: string; total: number }

export type MemberResult = { object: "member_result"; member: Member; request_id: string }

export type NewKey = { object: "new_key"; key: Key; api_key: string; request_id: string }

export type PlanChangePreview = { object: "plan_change_preview"; plan_id: string; interval: "month" | "year"; effective: "now" | "period_end"; effective_at: string; amount_due: number; currency: string; amount_due_label: string; credits_added: number; request_id: string }

export type PreviewPlanChangeRequest = { plan: string; interval: "month" | "year" }

export type Profile = { object: "profile"; user: ProfileUser; account: ProfileAccount; api_access: ProfileApiAccess; role: "owner" | "admin" | "member"; scopes: (string)[]; credit_limit: number | null; accounts: (ProfileAccountItem)[]; support_view: ProfileSupportView | null; request_id: string }

export type ProfileAccount = { id: string; name: string }

export type ProfileAccountItem = { id: string; name: string; role: "owner" | "admin" | "member" }

export type ProfileApiAccess = { enabled: boolean; billing: ApiAccessAction | null }

export type ProfileSupportView = { operator: string; ends_at: string }

export type ProfileUser = { id: string; email: string; name: string; two_factor_enabled: boolean; created_at: string }

export type ReadInvitationRequest = { token: string }

export type SampleContactsReply = { object: "list"; data: (ContactPreviewListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total_about: number; facets?: ContactPreviewListFacetsItem; warnings: (SearchWarning)[] }

export type SampleContactsRequest = { person?: SampleContactsRequestPerson; store?: SampleContactsRequestStore; facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[] }

export type SampleContactsRequestPerson = { roles_any?: (string)[]; seniority_any?: ("executive" | "decision_maker" | "other")[]; has_verified_email?: boolean; has_phone?: boolean; has_linkedin?: boolean; email_statuses_any?: ("verified" | "matched" | "found" | "reported")[]; email_types_any?: ("work" | "personal" | "generic" | "other")[]; verified_within_days?: number; added_within_days?: number }

export type SampleContactsRequestStore = { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: ("under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m")[]; revenue_tiers?: ("under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m")[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: ScoreRange; apps?: ValueChoice; pixels?: ValueChoice; changes?: ChangesFilter; first_seen_within_days?: number }

export type SampleStoresReply = { object: "list"; data: (StoreListData)[]; has_more: boolean; next_cursor: string | null; request_id: string; total_about: number; facets?: StoreListFacetsItem; warnings: (SearchWarning)[] }

export type SampleStoresRequest = { store?: SampleStoresRequestStore; contacts?: StoreContactFilters; facets?: ("country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[] }

export type SampleStoresRequestStore = { countries?: (string)[]; categories?: (string)[]; traffic_tiers?: ("under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m")[]; revenue_tiers?: ("under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m")[]; theme_types?: (string)[]; shopify_plus?: boolean; ads_active?: boolean; lead_fit_score?: ScoreRange; apps?: ValueChoice; pixels?: ValueChoice; changes?: ChangesFilter; first_seen_within_days?: number }

export type SessionProblem = { error: SessionProblemDetails }

export type SessionProblemDetails = { type: "authentication_error" | "permission_error" | "invalid_request_error" | "rate_limit_error" | "quota_error" | "not_found_error" | "server_error"; code: "invalid_request" | "invalid_json" | "invalid_contact_id" | "invalid_cursor" | "missing_credentials" | "invalid_credentials" | "payment_failed" | "api_access_required" | "owner_required" | "admin_required" | "account_suspended" | "insufficient_scope" | "host_not_allowed" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "subscription_required" | "billing_not_configured" | "plan_not_for_sale" | "last_owner" | "request_timeout" | "request_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limit_exceeded" | "headers_too_large" | "internal_error" | "billing_provider_error" | "service_unavailable"; message: string; param?: string; billing?: BillingAction; limit?: ExceededLimit; oldest_sequence?: number; doc_url: string; request_id: string }

export type StoreListData = { id: string; object: "store"; domain: string; name: string; category: string | null; country: string | null; traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null; revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null; shopify_plus: boolean; lead_fit_score: number | null; technologies: StoreTechnologies; contacts_summary: StoreContactsSummary; first_seen_at: string | null; updated_at: string | null; observed_at: string | null; last_change: LastChange | null; synthetic: true }

export type StoreListFacetsItem = { country?: (FacetShare)[]; category?: (FacetShare)[]; traffic_tier?: (FacetShare)[]; revenue_tier?: (FacetShare)[]; theme_type?: (FacetShare)[]; app?: (FacetShare)[]; pixel?: (FacetShare)[]; change?: (FacetShare)[]; change_week?: (FacetShare)[] }

export type SwitchAccountRequest = { account_id: string }

export type UpdateAutoTopUpRequest = { enabled: boolean; pack_id?: string; threshold?: number; monthly_credit_ceiling?: number }

export type UpdateConnectionRequest = { credit_limit: number | null }

export type UpdateKeyRequest = { name?: string; credit_limit?: number | null; expires_at?: string | null }

export type UpdateMemberRequest = { role?: "owner" | "admin" | "member"; credit_limit?: number | null }

export type UpdateProfileRequest = { name: string }
