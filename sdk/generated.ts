// Made by "npm run generate" from the description of the API. Do not edit.
import type { Call, CallOptions } from './call.ts'

export const version = '1.1.0'

/** As much as one request takes. */
export const contactsPerReveal = 10
export const eventsPerPage = 100
export const eventsWaitSeconds = 20

/** `keyed`: takes an Idempotency-Key. `reads`: a POST that changes nothing. */
export const routes = {
  revealContacts: { method: 'POST', path: '/api/v1/contacts/reveal', keyed: true },
  quoteReveal: { method: 'POST', path: '/api/v1/contacts/reveal/quote', reads: true },
  listRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed' },
  searchRevealedContacts: { method: 'GET', path: '/api/v1/contacts/revealed/search' },
  readOwnedContacts: { method: 'POST', path: '/api/v1/contacts/owned', reads: true },
  exportContacts: { method: 'POST', path: '/api/v1/contacts/export', reads: true },
  getContact: { method: 'GET', path: '/api/v1/contacts/{contact_id}' },
  searchContacts: { method: 'POST', path: '/api/v1/contacts/search', reads: true },
  searchStores: { method: 'POST', path: '/api/v1/stores/search', reads: true },
  getStore: { method: 'GET', path: '/api/v1/stores/{domain}' },
  listStoreChanges: { method: 'GET', path: '/api/v1/stores/{domain}/changes' },
  findSimilarStores: { method: 'GET', path: '/api/v1/stores/{domain}/similar' },
  enrichStores: { method: 'POST', path: '/api/v1/stores/enrich', reads: true },
  exportStores: { method: 'POST', path: '/api/v1/stores/export', reads: true },
  reportBounces: { method: 'POST', path: '/api/v1/bounces' },
  createList: { method: 'POST', path: '/api/v1/lists' },
  listLists: { method: 'GET', path: '/api/v1/lists' },
  getList: { method: 'GET', path: '/api/v1/lists/{list_id}' },
  updateList: { method: 'PATCH', path: '/api/v1/lists/{list_id}' },
  deleteList: { method: 'DELETE', path: '/api/v1/lists/{list_id}' },
  getListItems: { method: 'GET', path: '/api/v1/lists/{list_id}/items' },
  addListItems: { method: 'POST', path: '/api/v1/lists/{list_id}/items' },
  removeListItems: { method: 'DELETE', path: '/api/v1/lists/{list_id}/items' },
  createSavedSearch: { method: 'POST', path: '/api/v1/saved-searches' },
  listSavedSearches: { method: 'GET', path: '/api/v1/saved-searches' },
  getSavedSearch: { method: 'GET', path: '/api/v1/saved-searches/{saved_search_id}' },
  updateSavedSearch: { method: 'PATCH', path: '/api/v1/saved-searches/{saved_search_id}' },
  deleteSavedSearch: { method: 'DELETE', path: '/api/v1/saved-searches/{saved_search_id}' },
  runSavedSearch: { method: 'POST', path: '/api/v1/saved-searches/{saved_search_id}/search', reads: true },
  createWatch: { method: 'POST', path: '/api/v1/watches' },
  listWatches: { method: 'GET', path: '/api/v1/watches' },
  getWatch: { method: 'GET', path: '/api/v1/watches/{watch_id}' },
  updateWatch: { method: 'PATCH', path: '/api/v1/watches/{watch_id}' },
  deleteWatch: { method: 'DELETE', path: '/api/v1/watches/{watch_id}' },
  listWatchMatches: { method: 'GET', path: '/api/v1/watches/{watch_id}/matches' },
  previewWatch: { method: 'POST', path: '/api/v1/watches/{watch_id}/preview', reads: true },
  previewNews: { method: 'POST', path: '/api/v1/watches/preview', reads: true },
  visitWatch: { method: 'POST', path: '/api/v1/watches/{watch_id}/visit' },
  followStore: { method: 'PUT', path: '/api/v1/stores/{domain}/follow' },
  getStoreFollow: { method: 'GET', path: '/api/v1/stores/{domain}/follow' },
  unfollowStore: { method: 'DELETE', path: '/api/v1/stores/{domain}/follow' },
  updateContactWork: { method: 'PATCH', path: '/api/v1/contacts/{contact_id}/work' },
  getContactWork: { method: 'GET', path: '/api/v1/contacts/{contact_id}/work' },
  updateStoreWork: { method: 'PATCH', path: '/api/v1/stores/{domain}/work' },
  getStoreWork: { method: 'GET', path: '/api/v1/stores/{domain}/work' },
  updateWork: { method: 'PATCH', path: '/api/v1/work-items' },
  findWork: { method: 'POST', path: '/api/v1/work-items/find', reads: true },
  createJob: { method: 'POST', path: '/api/v1/jobs', keyed: true },
  listJobs: { method: 'GET', path: '/api/v1/jobs' },
  getJob: { method: 'GET', path: '/api/v1/jobs/{job_id}' },
  getJobResults: { method: 'GET', path: '/api/v1/jobs/{job_id}/results' },
  pauseJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/pause' },
  cancelJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/cancel' },
  resumeJob: { method: 'POST', path: '/api/v1/jobs/{job_id}/resume' },
  getUsage: { method: 'GET', path: '/api/v1/usage' },
  getTaxonomy: { method: 'GET', path: '/api/v1/taxonomy' },
  listCreditEntries: { method: 'GET', path: '/api/v1/credits/entries' },
  getCreditHistory: { method: 'GET', path: '/api/v1/credits/history' },
  getBillingStatus: { method: 'GET', path: '/api/v1/billing/status' },
  createSubscriptionLink: { method: 'POST', path: '/api/v1/billing/subscription-link' },
  getSubscriptionLink: { method: 'GET', path: '/api/v1/billing/subscription-link' },
  createPortalLink: { method: 'POST', path: '/api/v1/billing/portal-link' },
  getPortalLink: { method: 'GET', path: '/api/v1/billing/portal-link' },
  endTrial: { method: 'POST', path: '/api/v1/billing/end-trial' },
  createTopUpLink: { method: 'POST', path: '/api/v1/billing/top-up-link' },
  listInvoices: { method: 'GET', path: '/api/v1/billing/invoices' },
  listEvents: { method: 'GET', path: '/api/v1/events' },
  confirmEvent: { method: 'POST', path: '/api/v1/events/{event_id}/confirm' },
  putExclusion: { method: 'PUT', path: '/api/v1/exclusions/{label}' },
  getExclusion: { method: 'GET', path: '/api/v1/exclusions/{label}' },
  deleteExclusion: { method: 'DELETE', path: '/api/v1/exclusions/{label}' },
  listExclusions: { method: 'GET', path: '/api/v1/exclusions' },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks' },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks' },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}' },
  updateWebhook: { method: 'PATCH', path: '/api/v1/webhooks/{webhook_id}' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{webhook_id}' },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/test' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/rotate-secret' },
  listWebhookDeliveries: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}/deliveries' },
  resendWebhookEvents: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/resend' },
  connectHubspot: { method: 'PUT', path: '/api/v1/hubspot' },
  getHubspot: { method: 'GET', path: '/api/v1/hubspot' },
  disconnectHubspot: { method: 'DELETE', path: '/api/v1/hubspot' },
  createHubspotRun: { method: 'POST', path: '/api/v1/hubspot/runs' },
  listHubspotRuns: { method: 'GET', path: '/api/v1/hubspot/runs' },
  getHubspotRun: { method: 'GET', path: '/api/v1/hubspot/runs/{run_id}' },
  listHubspotRunItems: { method: 'GET', path: '/api/v1/hubspot/runs/{run_id}/items' },
  createHubspotExclusion: { method: 'POST', path: '/api/v1/hubspot/exclusion' },
  advanceTestClock: { method: 'POST', path: '/api/v1/test/clock' },
  resetTestMode: { method: 'POST', path: '/api/v1/test/reset' },
} as const

export interface Methods {
/** Reveal contacts. Reveals full identity and channels of up to 10 contacts. The first reveal of a contact by an account spends one contact credit; revealing it again is free. All or nothing: if the new contacts cost more than is left, nothing is spent. Contacts that can’t be revealed cost nothing and are listed in `unavailable_contact_ids`, those that the account excludes in `excluded_contact_ids`.  Scope: `contacts:reveal`. */
revealContacts(request: RevealContactsRequest, options?: CallOptions): Call<ContactRevealResult>
/** Quote a reveal. Says what a reveal of these contacts would cost right now, and which of them are new. Spends nothing.  Scope: `contacts:reveal`. */
quoteReveal(request: QuoteRevealRequest, options?: CallOptions): Call<ContactRevealQuote>
/** List revealed contacts. Everything this account has revealed, newest first, with channels as they are now, or what is in one list, was revealed since a moment, or has a status of work. Spends nothing. With `Accept: text/csv` all of it is streamed as a spreadsheet.  Scope: `contacts:reveal`. */
listRevealedContacts(request?: {
/** Only those in this list. */
list_id?: string
/** Only what was revealed at this moment or later. */
since?: string
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<RevealedContactList>
/** Search revealed contacts. What this account has revealed and matches words in name, title, role, store, email or phone, newest first, optionally in one list, since a moment, or with a status of work. Spends nothing.  Scope: `contacts:reveal`. */
searchRevealedContacts(request?: {
/** All of them must occur. */
words?: string
/** `near`: words of 3 letters or more may have one typo. `exact`, the default: none has. */
spelling?: "exact" | "near"
/** Only those in this list. */
list_id?: string
/** Only what was revealed at this moment or later. */
since?: string
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<SearchRevealedContactsReply>
/** Read revealed contacts by id. Those of these contacts that this account has revealed, in full, the latest revealed first. Others are left out, and nothing is ever spent.  Scope: `contacts:reveal`. */
readOwnedContacts(request: ReadOwnedContactsRequest, options?: CallOptions): Call<ReadOwnedContactsReply>
/** Export revealed contacts. Contacts that this account has revealed, as a spreadsheet, in plain columns or in those that a CRM imports. Optionally only certain ids, one list, those revealed since a moment, with a status of work, or those that match words. Spends nothing. Send `Accept: text/csv`. As JSON it says how many rows there are.  Scope: `contacts:reveal`. */
exportContacts(request?: ExportContactsRequest, options?: CallOptions): Call<ContactExport>
/** Read a revealed contact. One contact that this account has revealed, with its channels as they are now. Spends nothing. A contact that the account has not revealed answers like one that does not exist.  Scope: `contacts:reveal`. */
getContact(request: {
/** Such as `ct_live_QwErTyUiOpAsDfGh`. */
contact_id: string
}, options?: CallOptions): Call<RevealedContactReply>
/** Search contacts. Masked previews of contacts that a reveal could return something for, best lead fit first, with the exact total. Spends no credits; rows returned count against the monthly search rows. Filters combine with AND, the values of one list with OR; `false` means without.  Scope: `contacts:search`. */
searchContacts(request?: SearchContactsRequest, options?: CallOptions): Call<ContactPreviewList>
/** Search stores. Stores by technology, size, place and the contacts they have, best lead fit first, with the exact total. Rows returned count against the monthly search rows. `contacts.roles_any` and `contacts.verified_email` must hold for the same contact.  Scope: `stores:read`. */
searchStores(request?: SearchStoresRequest, options?: CallOptions): Call<StoreList>
/** Look up a store. One store by its domain, in any form a person would paste, or by its id. Percent-encode it into the path.  Scope: `stores:read`. */
getStore(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}, options?: CallOptions): Call<StoreReply>
/** List what changed at a store. Apps and pixels that came and went, tiers, theme, Shopify Plus, ads and new contacts, newest first. A technology counts as removed when two observations in a row lack it.  Scope: `stores:read`. */
listStoreChanges(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
} & {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<StoreChangeList>
/** Find similar stores. Up to 25 stores most like this one by technologies, category, size and country, the most similar first, with the reasons. Spends no credits and no search rows.  Scope: `stores:read`. */
findSimilarStores(request: {
/** A domain, in any form a person would paste. */
domain: string
} & {
/** How many to list. */
limit?: number
}, options?: CallOptions): Call<SimilarStoreList>
/** Enrich domains. Store profiles for up to 100 domains, in any form a person would paste: one item per distinct domain, in order of first occurrence. `include: ["contact_previews"]` adds up to 10 masked previews a store and needs the scope `contacts:search` too. Spends no credits.  Scope: `stores:read`. */
enrichStores(request: EnrichStoresRequest, options?: CallOptions): Call<StoreEnrichmentResult>
/** Export stores. The stores of up to 500 domains as a spreadsheet, in the order they were given, those that the catalogue does not hold included. Spends nothing. Send `Accept: text/csv`. As JSON it says how many rows there are.  Scope: `stores:read`. */
exportStores(request: ExportStoresRequest, options?: CallOptions): Call<StoreExport>
/** Report bounced emails. An address that you paid for bounced: report it, and its credit comes back. One verdict for each bounce, in order. A contact returns at most one credit, ever, and stays revealed; reporting again changes nothing. Returned credits are valid until the period ends, and for at least 30 days. A reported address is no longer returned to you.  Scope: `contacts:reveal`. */
reportBounces(request: ReportBouncesRequest, options?: CallOptions): Call<BounceResult>
/** Create a list. A list of contacts, revealed or not, or of stores. Everybody in the account sees it, unless the person who makes it keeps it private.  Scope: `lists:write`. */
createList(request: CreateListRequest, options?: CallOptions): Call<SavedList>
/** List the lists. The lists of the account and the caller’s private ones, by name.  Scope: `lists:read`. */
listLists(request?: {
/** Only lists of this kind. */
kind?: "contacts" | "stores"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<SavedListList>
/** Look up a list. Its name, its kind and how many items it holds.  Scope: `lists:read`. */
getList(request: {
/** The id of the list. */
list_id: string
}, options?: CallOptions): Call<SavedList>
/** Change a list. Renames it, shares it, or makes it private, which only the person who made it can.  Scope: `lists:write`. */
updateList(request: {
/** The id of the list. */
list_id: string
} & UpdateListRequest, options?: CallOptions): Call<SavedList>
/** Delete a list. For everybody who sees it, and its watches with it. Revealed contacts stay revealed.  Scope: `lists:write`. */
deleteList(request: {
/** The id of the list. */
list_id: string
}, options?: CallOptions): Call<DeleteListReply>
/** List the items of a list. Contacts as masked previews, or in full where they are revealed and the caller has the scope `contacts:reveal`; stores as profiles. The latest that were added come first, those that were added together or by one job in the order given; or a list of stores in the order of `sort`. `work_status` narrows them down. Who opted out and what left the catalogue is not shown.  Scope: `lists:read`. */
getListItems(request: {
/** The id of the list. */
list_id: string
} & {
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** The order of a list of stores, over all pages, as a search of stores has it: the highest or newest first, names from A to Z, unknown last. Left out: the latest that were added. */
sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<GetListItemsReply>
/** Add to a list. Contacts need not be revealed; stores may be given by id or domain. What is in the list already stays. All that fit are added, or none: a list holds at most 10,000 items.  Scope: `lists:write`. */
addListItems(request: {
/** The id of the list. */
list_id: string
} & AddListItemsRequest, options?: CallOptions): Call<AddListItemsReply>
/** Remove from a list. What is not in the list is skipped. Revealed contacts stay revealed.  Scope: `lists:write`. */
removeListItems(request: {
/** The id of the list. */
list_id: string
} & AddListItemsRequest, options?: CallOptions): Call<RemoveListItemsReply>
/** Save a search. Keeps the filters of a search, and its order, under a name, for everybody in the account.  Scope: `lists:write`. */
createSavedSearch(request: CreateSavedSearchRequest, options?: CallOptions): Call<SavedSearch>
/** List saved searches. The saved searches of the account, by name.  Scope: `lists:read`. */
listSavedSearches(request?: {
/** Only searches of this kind. */
kind?: "contacts" | "stores"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<SavedSearchList>
/** Look up a saved search. Its name and its filters.  Scope: `lists:read`. */
getSavedSearch(request: {
/** The id of the saved search. */
saved_search_id: string
}, options?: CallOptions): Call<SavedSearch>
/** Change a saved search. Renames it, or replaces what it searches. `kind` is what it was unless it is given, and then `query` is, too. What its watches report begins anew: what it finds at that moment is not reported, everything that comes later is.  Scope: `lists:write`. */
updateSavedSearch(request: {
/** The id of the saved search. */
saved_search_id: string
} & UpdateSavedSearchRequest, options?: CallOptions): Call<SavedSearch>
/** Delete a saved search. Deletes it for everybody in the account, and its watches with it.  Scope: `lists:write`. */
deleteSavedSearch(request: {
/** The id of the saved search. */
saved_search_id: string
}, options?: CallOptions): Call<DeleteSavedSearchReply>
/** Run a saved search. The answer of the search that was saved: previews of contacts, which need the scope `contacts:search`, or stores, which need `stores:read`. Counts as that search would, with its rows.  Scope: `contacts:search` or `stores:read`. */
runSavedSearch(request: {
/** The id of the saved search. */
saved_search_id: string
} & RunSavedSearchRequest, options?: CallOptions): Call<RunSavedSearchReply>
/** Watch a saved search or a list. From now on, after each change of the catalogue: a saved search tells each contact or store once when it begins to match, and again for each later change of its store that the search’s `store.changes` asks for. A list tells each recorded change of its stores, or of the stores of its contacts. News is reported as the event `watch.matched`, by mail, and by `GET /watches/{watch_id}/matches`. What matches already is not reported.  Scope: `lists:write`. */
createWatch(request?: CreateWatchRequest, options?: CallOptions): Call<Watch>
/** List watches. The watches of the account, the oldest first, with how many matches are new to the caller. Watches of private lists of others are left out.  Scope: `lists:read`. */
listWatches(request?: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<WatchList>
/** Get a watch. A watch, with how many matches are new to the caller.  Scope: `lists:read`. */
getWatch(request: {
/** The id of the watch. */
watch_id: string
}, options?: CallOptions): Call<Watch>
/** Change a watch. How often it mails, whether it tells events, and which list news is added to. What is left out stays.  Scope: `lists:write`. */
updateWatch(request: {
/** The id of the watch. */
watch_id: string
} & UpdateWatchRequest, options?: CallOptions): Call<Watch>
/** Stop watching. Its matches are gone with it; its events stay in the feed. The saved search or list stays.  Scope: `lists:write`. */
deleteWatch(request: {
/** The id of the watch. */
watch_id: string
}, options?: CallOptions): Call<DeleteWatchReply>
/** List the matches of a watch. Matches of a watch from the last 90 days, newest first. People who opted out or left the catalogue since are left out, and to others than the maker of the watch what its search found while it was held to a list that they don’t see.  Scope: `lists:read`. */
listWatchMatches(request: {
/** The id of the watch. */
watch_id: string
} & {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<WatchMatchList>
/** Preview a watch. What the watch would have reported in the last 30 days, as far as the catalogue still shows it: those who match now and came within these days, or whose store changed in them as the search asks; of a list, whose store changed.  Scope: `lists:read`. */
previewWatch(request: {
/** The id of the watch. */
watch_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<WatchPreview>
/** Preview a watch before it is made. What a watch on this saved search, list or search would have reported in the last 30 days, as `POST /watches/{watch_id}/preview` says it. Nothing is saved.  Scope: `lists:read`. */
previewNews(request?: PreviewNewsRequest, options?: CallOptions): Call<WatchPreview>
/** Mark matches as seen. The caller has seen all matches of the watch: `new_matches` counts from here. Each member and each key has a count of its own.  Scope: `lists:read`. */
visitWatch(request: {
/** The id of the watch. */
watch_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<Watch>
/** Follow a store. Adds the store to the list of stores that the caller follows, which is watched: each recorded change of the store is reported from now on. List and watch are made with the first store; a member’s list is private. Following it again changes nothing.  Scope: `lists:write`. */
followStore(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
} & PreviewWatchRequest, options?: CallOptions): Call<StoreFollow>
/** See whether a store is followed. Whether the caller follows the store, and the watch that tells what changes there.  Scope: `lists:read`. */
getStoreFollow(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}, options?: CallOptions): Call<StoreFollow>
/** Stop following a store. Takes the store out of the list of stores that the caller follows. Its past matches stay.  Scope: `lists:write`. */
unfollowStore(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}, options?: CallOptions): Call<StoreFollow>
/** Change the work on a contact. Sets status, owner, tags or note; what is left out stays. Costs nothing, and the contact need not be revealed. Each change is kept with who made it.  Scope: `lists:write`. */
updateContactWork(request: {
/** The id of the contact. */
contact_id: string
} & UpdateContactWorkRequest, options?: CallOptions): Call<Work>
/** Read the work on a contact. Status, owner, tags and note, and who changed what. A contact that nobody has worked on has none of them.  Scope: `lists:read`. */
getContactWork(request: {
/** The id of the contact. */
contact_id: string
}, options?: CallOptions): Call<GetContactWorkReply>
/** Change the work on a store. Sets status, owner, tags or note; what is left out stays. Costs nothing. Each change is kept with who made it.  Scope: `lists:write`. */
updateStoreWork(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
} & UpdateContactWorkRequest, options?: CallOptions): Call<Work>
/** Read the work on a store. Status, owner, tags and note, and who changed what. A store that nobody has worked on has none of them.  Scope: `lists:read`. */
getStoreWork(request: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}, options?: CallOptions): Call<GetStoreWorkReply>
/** Change the work on many. Sets status, owner, tags or note of up to 1000 contacts or stores; what is left out stays. Costs nothing. Each change is kept with who made it.  Scope: `lists:write`. */
updateWork(request: UpdateWorkRequest, options?: CallOptions): Call<WorkUpdate>
/** Read the work on many. Status, owner, tags and note of up to 1000 contacts or stores. Those that nobody has worked on are left out.  Scope: `lists:read`. */
findWork(request: FindWorkRequest, options?: CallOptions): Call<WorkFound>
/** Create a job. Reveals up to 10,000 contacts, enriches up to 100,000 domains, or exports the results of a search, in the background. A reveal job is a sequence of ordinary reveals in your name, within all of your limits: each contact costs one credit the first time, and never again. People can be named by an address, a profile, or their name and store. Ask with `dry_run: true` first to learn the cost (for people, the largest possible one). The results can be read while the job runs, and for 30 days after its end. Reveals need the scope `contacts:reveal`, the others `stores:read`, and contact previews `contacts:search` as well.  Scope: `contacts:reveal` or `stores:read`. */
createJob(request: CreateJobRequest, options?: CallOptions): Call<CreatedJob | QuotedJob>
/** List jobs. The jobs of this account that the caller’s scopes let it read, newest first.  Scope: `contacts:reveal` or `stores:read`. */
listJobs(request?: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<JobList>
/** Get a job. How far a job is, what it has spent, and why it stopped.  Scope: `contacts:reveal` or `stores:read`. */
getJob(request: {
/** The id of the job. */
job_id: string
}, options?: CallOptions): Call<GetJobReply>
/** Get the results of a job. One line per input, in the order given; while the job runs, the lines so far. Contacts are shown as they are now: one that was suppressed since is `unavailable`. All lines as JSON Lines (`application/x-ndjson`), as a spreadsheet with `Accept: text/csv`, or a page of them with `Accept: application/json`.  Scope: `contacts:reveal` or `stores:read`. */
getJobResults(request: {
/** The id of the job. */
job_id: string
} & {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<JobResultLineList>
/** Pause a job. Stops a job that waits or runs, with the reason `paused`, until somebody resumes it. The reveal that is under way is finished. A job that has stopped already stays as it is.  Scope: `contacts:reveal` or `stores:read`. */
pauseJob(request: {
/** The id of the job. */
job_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<PauseJobReply>
/** Cancel a job. Ends a job that waits, runs or has stopped. The reveal that is under way is finished; what was revealed stays revealed and paid.  Scope: `contacts:reveal` or `stores:read`. */
cancelJob(request: {
/** The id of the job. */
job_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<CancelJobReply>
/** Resume a job. Goes on with a stopped job, in the name and within the limits of whoever resumes it. One that has spent its `max_credits` stays as it is: create another job for the rest.  Scope: `contacts:reveal` or `stores:read`. */
resumeJob(request: {
/** The id of the job. */
job_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<ResumeJobReply>
/** Get usage. API access, request quotas, search rows and contact credits of this account, as of now.  Scope: `usage:read`. */
getUsage(request?: Record<never, never>, options?: CallOptions): Call<Usage>
/** Get the taxonomy. Every value that search filters take, with its label and count: of stores for store fields, of revealable contacts for person fields. Carries an ETag; send it back in If-None-Match to get a 304 while nothing changed.  Scope: `stores:read` or `contacts:search` or `contacts:reveal`. */
getTaxonomy(request?: Record<never, never>, options?: CallOptions): Call<Taxonomy>
/** List credit entries. The credit ledger of this account, newest first.  Scope: `usage:read`. */
listCreditEntries(request?: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
/** Only entries of this kind. */
kind?: "grant" | "spend" | "expire" | "refund" | "adjust"
}, options?: CallOptions): Call<CreditEntryList>
/** Credits spent by day. Credits spent over the last days, including today, by UTC day, door and actor.  Scope: `usage:read`. */
getCreditHistory(request?: {
/** How many days. */
days?: number
}, options?: CallOptions): Call<CreditHistory>
/** Get billing status. Plan, trial, grace period and cancellation of this account, and what it can buy. Works without API access.  Scope: `billing:read`. */
getBillingStatus(request?: Record<never, never>, options?: CallOptions): Call<BillingStatus>
/** Create a subscription link. A short-lived link to the payment provider’s checkout. It starts with a trial if the plan has one and nobody in the account has had a trial before. An account that already has a subscription gets a link to its billing portal instead.  Scope: `billing:manage`. */
createSubscriptionLink(request?: CreateSubscriptionLinkRequest, options?: CallOptions): Call<BillingLink>
/** Get a subscription link. A short-lived link to the payment provider’s checkout. It starts with a trial if the plan has one and nobody in the account has had a trial before. An account that already has a subscription gets a link to its billing portal instead. The same answer as the POST, for callers that can only follow addresses.  Scope: `billing:manage`. */
getSubscriptionLink(request?: {
/** The plan to subscribe to. Default: the account’s plan. */
plan?: string
/** How often it is paid. */
interval?: "month" | "year"
}, options?: CallOptions): Call<BillingLink>
/** Create a billing portal link. A short-lived link to the payment provider’s portal, to change the card, pay an open invoice, cancel or resume. Once a subscription has ended, the link leads to a checkout instead.  Scope: `billing:manage`. */
createPortalLink(request?: PreviewWatchRequest, options?: CallOptions): Call<BillingLink>
/** Get a billing portal link. A short-lived link to the payment provider’s portal, to change the card, pay an open invoice, cancel or resume. Once a subscription has ended, the link leads to a checkout instead. The same answer as the POST, for callers that can only follow addresses.  Scope: `billing:manage`. */
getPortalLink(request?: Record<never, never>, options?: CallOptions): Call<BillingLink>
/** End the trial now. Ends the trial and charges the payment method on file. Unused trial credits expire, and the plan’s full credits are available at once. An account that is not in a trial is refused and left as it is.  Scope: `billing:manage`. */
endTrial(request?: PreviewWatchRequest, options?: CallOptions): Call<BillingStatus>
/** Create a link to buy extra credits. A short-lived link to the payment provider’s checkout of a credit pack. The credits are added once it is paid, are spent after the plan’s own credits and expire as the pack says. Accounts without API access can’t buy any. `credit_packs` in the billing status lists the packs.  Scope: `billing:manage`. */
createTopUpLink(request: CreateTopUpLinkRequest, options?: CallOptions): Call<BillingLink>
/** List invoices. The account’s invoices and receipts, newest first, at most 100. In the web application also without API access.  Scope: `billing:read`. */
listInvoices(request?: Record<never, never>, options?: CallOptions): Call<InvoiceList>
/** List events. What happened to the account, oldest first, kept for 90 days. Store `next_after` and pass it as `after` to go on where you stopped; with `wait` the reply comes as soon as something happens.  Scope: `events:read`. */
listEvents(request?: {
/** Only events with a higher sequence. If omitted: from the oldest that is kept. */
after?: number
/** Only these types, separated by commas: reveal.created, credits.low, credits.exhausted, credits.renewed, credits.expiring, plan.changed, trial.ending, limit.reached, contact.updated, contact.suppressed, contact.erased, work.changed, job.finished, watch.matched, webhook.disabled, hubspot.stopped. */
types?: string
/** Events a page. */
limit?: number
/** Seconds to wait if there is nothing yet. */
wait?: number
}, options?: CallOptions): Call<EventList>
/** Confirm that erased contacts are deleted. Says that you deleted your own copies of the contacts that a `contact.erased` event names, in your CRM and everywhere else. The operator keeps the date as evidence. Confirming twice changes nothing.  Scope: `events:read`. */
confirmEvent(request: {
/** The id of the event. */
event_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<ErasureConfirmation>
/** Exclude people and stores. Makes an exclusion list, or changes one. Searches leave out whom it names, and reveals neither return nor charge them, unless you ask for that. It holds for contacts that come later, too. What the account has revealed already stays readable.  Scope: `lists:write`. */
putExclusion(request: {
/** Your name for the list, such as `customers`. */
label: string
} & PutExclusionRequest, options?: CallOptions): Call<Exclusion>
/** Get an exclusion list. How many entries of each kind a list has. The entries can’t be read back.  Scope: `lists:read`. */
getExclusion(request: {
/** Your name for the list, such as `customers`. */
label: string
}, options?: CallOptions): Call<Exclusion>
/** Delete an exclusion list. Whom no other list names is found and can be revealed again.  Scope: `lists:write`. */
deleteExclusion(request: {
/** Your name for the list, such as `customers`. */
label: string
}, options?: CallOptions): Call<DeleteExclusionReply>
/** List exclusion lists. The exclusion lists of the account by their labels, with how many entries each has.  Scope: `lists:read`. */
listExclusions(request?: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<ExclusionList>
/** Create a webhook. Events from now on are sent to this address, signed as Standard Webhooks 1.0.0 says. The secret is in this reply and never shown again.  Scope: `webhooks:manage`. */
createWebhook(request: CreateWebhookRequest, options?: CallOptions): Call<Webhook>
/** List webhooks. The webhooks of the account, oldest first; there are at most 10.  Scope: `webhooks:manage`. */
listWebhooks(request?: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<WebhookList>
/** Get a webhook. One webhook, with when it last succeeded and since when it fails. Its secret is not shown.  Scope: `webhooks:manage`. */
getWebhook(request: {
/** The id of the webhook. */
webhook_id: string
}, options?: CallOptions): Call<GetWebhookReply>
/** Change a webhook. Changes the address or the types, disables it, or enables it again. What it missed while it was disabled is not sent by itself: resend brings it.  Scope: `webhooks:manage`. */
updateWebhook(request: {
/** The id of the webhook. */
webhook_id: string
} & UpdateWebhookRequest, options?: CallOptions): Call<UpdateWebhookReply>
/** Delete a webhook. Nothing more is sent to it, also not what waits for another attempt. Its deliveries are gone with it.  Scope: `webhooks:manage`. */
deleteWebhook(request: {
/** The id of the webhook. */
webhook_id: string
}, options?: CallOptions): Call<DeleteWebhookReply>
/** Test a webhook. Sends an event of the type `webhook.test` once, at once, and answers with what came of it. The event is in no feed and is not sent again.  Scope: `webhooks:manage`. */
testWebhook(request: {
/** The id of the webhook. */
webhook_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<WebhookDelivery>
/** Rotate the secret of a webhook. Makes a new secret, shown only in this reply. For 24 hours deliveries are signed with both.  Scope: `webhooks:manage`. */
rotateWebhookSecret(request: {
/** The id of the webhook. */
webhook_id: string
} & PreviewWatchRequest, options?: CallOptions): Call<Webhook>
/** List deliveries of a webhook. What was sent and what came back, by event, newest first. Kept for 30 days.  Scope: `webhooks:manage`. */
listWebhookDeliveries(request: {
/** The id of the webhook. */
webhook_id: string
} & {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<WebhookDeliveryList>
/** Resend events to a webhook. Sends events again: those named, or all of the webhook’s types after a sequence (up to 10,000 a call; `next_since` says where to go on). The webhook must be enabled.  Scope: `webhooks:manage`. */
resendWebhookEvents(request: {
/** The id of the webhook. */
webhook_id: string
} & ResendWebhookEventsRequest, options?: CallOptions): Call<WebhookResend>
/** Connect HubSpot. Connects the account to HubSpot with a token of your own, or changes whether contacts are sent automatically. The token is checked, kept sealed, and never shown. What is missing in HubSpot’s schema is created: properties that begin with `prospector_`.  Scope: `hubspot:manage`. */
connectHubspot(request?: ConnectHubspotRequest, options?: CallOptions): Call<HubspotConnection>
/** Get the connection to HubSpot. Whether HubSpot is connected, what keeps it from working, and when something was last sent.  Scope: `contacts:reveal` or `hubspot:manage`. */
getHubspot(request?: Record<never, never>, options?: CallOptions): Call<HubspotConnection>
/** Disconnect HubSpot. Deletes the token, and everything that waits. What was sent stays at HubSpot. From then on opt-outs and erasures do not reach it: they are yours to carry out.  Scope: `hubspot:manage`. */
disconnectHubspot(request?: Record<never, never>, options?: CallOptions): Call<HubspotConnection>
/** Send contacts to HubSpot. Sends revealed contacts and their stores to HubSpot, in the background: those named, those of a list, or every revealed one. A dry run writes nothing and says what would be created, filled or left alone. Contacts that are not revealed are left out; nothing is ever spent.  Scope: `contacts:reveal`. */
createHubspotRun(request?: CreateHubspotRunRequest, options?: CallOptions): Call<HubspotRun>
/** List runs to HubSpot. What was sent, tried, erased and read, newest first. Kept for 30 days.  Scope: `contacts:reveal`. */
listHubspotRuns(request?: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}, options?: CallOptions): Call<HubspotRunList>
/** Get a run to HubSpot. How far it is, and what came of it so far.  Scope: `contacts:reveal`. */
getHubspotRun(request: {
/** The id of the run. */
run_id: string
}, options?: CallOptions): Call<HubspotRun>
/** List what came of a run to HubSpot. Contact by contact. Outcomes: `create`: is created at HubSpot; `update`: fills empty fields of a record that is there; `unchanged`: is there already, with nothing to add; `conflict`: is not sent, because the record belongs to another contact; `skip`: is not sent, because it may no longer be shown; `fail`: was refused by HubSpot; `delete`: was created by us, and is deleted; `clear`: was there before us, and loses what came from us; `absent`: was not at HubSpot any more.  Scope: `contacts:reveal`. */
listHubspotRunItems(request: {
/** The id of the run. */
run_id: string
} & {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
/** Only those that came to this outcome. */
outcome?: "create" | "update" | "unchanged" | "conflict" | "skip" | "fail" | "delete" | "clear" | "absent"
}, options?: CallOptions): Call<HubspotRunItemList>
/** Exclude what HubSpot holds. Reads the emails of all contacts and the domains of all companies at HubSpot into an exclusion list, in the background. Records that Prospector created are left out. Entries are added: delete the list first to start over.  Scope: `lists:write`. */
createHubspotExclusion(request?: CreateHubspotExclusionRequest, options?: CallOptions): Call<HubspotRun>
/** Move the test clock forward. The time of test mode moves forward: credits renew, lots expire, trials and exclusion lists end, and attempts of webhooks come due. It never moves back; `POST /test/reset` starts over. Only test keys can call this.  Scope: `contacts:reveal`. */
advanceTestClock(request: AdvanceTestClockRequest, options?: CallOptions): Call<TestClock>
/** Start test mode over. Everything that was done in test mode is gone: reveals, entries, events, jobs, lists and deliveries. Keys and webhooks stay, HubSpot is disconnected. The test clock shows real time again. Only test keys can call this.  Scope: `contacts:reveal`. */
resetTestMode(request?: ResetTestModeRequest, options?: CallOptions): Call<TestReset>
}

export type Operations = {
  revealContacts: { params: Record<never, never>; query: Record<never, never>; body: RevealContactsRequest; reply: ContactRevealResult }
  quoteReveal: { params: Record<never, never>; query: Record<never, never>; body: QuoteRevealRequest; reply: ContactRevealQuote }
  listRevealedContacts: { params: Record<never, never>; query: {
/** Only those in this list. */
list_id?: string
/** Only what was revealed at this moment or later. */
since?: string
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: RevealedContactList; csv: true }
  searchRevealedContacts: { params: Record<never, never>; query: {
/** All of them must occur. */
words?: string
/** `near`: words of 3 letters or more may have one typo. `exact`, the default: none has. */
spelling?: "exact" | "near"
/** Only those in this list. */
list_id?: string
/** Only what was revealed at this moment or later. */
since?: string
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: SearchRevealedContactsReply }
  readOwnedContacts: { params: Record<never, never>; query: Record<never, never>; body: ReadOwnedContactsRequest; reply: ReadOwnedContactsReply }
  exportContacts: { params: Record<never, never>; query: Record<never, never>; body: ExportContactsRequest; reply: ContactExport; csv: true }
  getContact: { params: {
/** Such as `ct_live_QwErTyUiOpAsDfGh`. */
contact_id: string
}; query: Record<never, never>; body: undefined; reply: RevealedContactReply }
  searchContacts: { params: Record<never, never>; query: Record<never, never>; body: SearchContactsRequest; reply: ContactPreviewList }
  searchStores: { params: Record<never, never>; query: Record<never, never>; body: SearchStoresRequest; reply: StoreList }
  getStore: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: undefined; reply: StoreReply }
  listStoreChanges: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: StoreChangeList }
  findSimilarStores: { params: {
/** A domain, in any form a person would paste. */
domain: string
}; query: {
/** How many to list. */
limit?: number
}; body: undefined; reply: SimilarStoreList }
  enrichStores: { params: Record<never, never>; query: Record<never, never>; body: EnrichStoresRequest; reply: StoreEnrichmentResult }
  exportStores: { params: Record<never, never>; query: Record<never, never>; body: ExportStoresRequest; reply: StoreExport; csv: true }
  reportBounces: { params: Record<never, never>; query: Record<never, never>; body: ReportBouncesRequest; reply: BounceResult }
  createList: { params: Record<never, never>; query: Record<never, never>; body: CreateListRequest; reply: SavedList }
  listLists: { params: Record<never, never>; query: {
/** Only lists of this kind. */
kind?: "contacts" | "stores"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: SavedListList }
  getList: { params: {
/** The id of the list. */
list_id: string
}; query: Record<never, never>; body: undefined; reply: SavedList }
  updateList: { params: {
/** The id of the list. */
list_id: string
}; query: Record<never, never>; body: UpdateListRequest; reply: SavedList }
  deleteList: { params: {
/** The id of the list. */
list_id: string
}; query: Record<never, never>; body: undefined; reply: DeleteListReply }
  getListItems: { params: {
/** The id of the list. */
list_id: string
}; query: {
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
/** The order of a list of stores, over all pages, as a search of stores has it: the highest or newest first, names from A to Z, unknown last. Left out: the latest that were added. */
sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: GetListItemsReply }
  addListItems: { params: {
/** The id of the list. */
list_id: string
}; query: Record<never, never>; body: AddListItemsRequest; reply: AddListItemsReply }
  removeListItems: { params: {
/** The id of the list. */
list_id: string
}; query: Record<never, never>; body: AddListItemsRequest; reply: RemoveListItemsReply }
  createSavedSearch: { params: Record<never, never>; query: Record<never, never>; body: CreateSavedSearchRequest; reply: SavedSearch }
  listSavedSearches: { params: Record<never, never>; query: {
/** Only searches of this kind. */
kind?: "contacts" | "stores"
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: SavedSearchList }
  getSavedSearch: { params: {
/** The id of the saved search. */
saved_search_id: string
}; query: Record<never, never>; body: undefined; reply: SavedSearch }
  updateSavedSearch: { params: {
/** The id of the saved search. */
saved_search_id: string
}; query: Record<never, never>; body: UpdateSavedSearchRequest; reply: SavedSearch }
  deleteSavedSearch: { params: {
/** The id of the saved search. */
saved_search_id: string
}; query: Record<never, never>; body: undefined; reply: DeleteSavedSearchReply }
  runSavedSearch: { params: {
/** The id of the saved search. */
saved_search_id: string
}; query: Record<never, never>; body: RunSavedSearchRequest; reply: RunSavedSearchReply }
  createWatch: { params: Record<never, never>; query: Record<never, never>; body: CreateWatchRequest; reply: Watch }
  listWatches: { params: Record<never, never>; query: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: WatchList }
  getWatch: { params: {
/** The id of the watch. */
watch_id: string
}; query: Record<never, never>; body: undefined; reply: Watch }
  updateWatch: { params: {
/** The id of the watch. */
watch_id: string
}; query: Record<never, never>; body: UpdateWatchRequest; reply: Watch }
  deleteWatch: { params: {
/** The id of the watch. */
watch_id: string
}; query: Record<never, never>; body: undefined; reply: DeleteWatchReply }
  listWatchMatches: { params: {
/** The id of the watch. */
watch_id: string
}; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: WatchMatchList }
  previewWatch: { params: {
/** The id of the watch. */
watch_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: WatchPreview }
  previewNews: { params: Record<never, never>; query: Record<never, never>; body: PreviewNewsRequest; reply: WatchPreview }
  visitWatch: { params: {
/** The id of the watch. */
watch_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: Watch }
  followStore: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: StoreFollow }
  getStoreFollow: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: undefined; reply: StoreFollow }
  unfollowStore: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: undefined; reply: StoreFollow }
  updateContactWork: { params: {
/** The id of the contact. */
contact_id: string
}; query: Record<never, never>; body: UpdateContactWorkRequest; reply: Work }
  getContactWork: { params: {
/** The id of the contact. */
contact_id: string
}; query: Record<never, never>; body: undefined; reply: GetContactWorkReply }
  updateStoreWork: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: UpdateContactWorkRequest; reply: Work }
  getStoreWork: { params: {
/** Such as `northwind-candles.example`, or the id of a store. */
domain: string
}; query: Record<never, never>; body: undefined; reply: GetStoreWorkReply }
  updateWork: { params: Record<never, never>; query: Record<never, never>; body: UpdateWorkRequest; reply: WorkUpdate }
  findWork: { params: Record<never, never>; query: Record<never, never>; body: FindWorkRequest; reply: WorkFound }
  createJob: { params: Record<never, never>; query: Record<never, never>; body: CreateJobRequest; reply: CreatedJob | QuotedJob }
  listJobs: { params: Record<never, never>; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: JobList }
  getJob: { params: {
/** The id of the job. */
job_id: string
}; query: Record<never, never>; body: undefined; reply: GetJobReply }
  getJobResults: { params: {
/** The id of the job. */
job_id: string
}; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: JobResultLineList; csv: true }
  pauseJob: { params: {
/** The id of the job. */
job_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: PauseJobReply }
  cancelJob: { params: {
/** The id of the job. */
job_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: CancelJobReply }
  resumeJob: { params: {
/** The id of the job. */
job_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: ResumeJobReply }
  getUsage: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: Usage }
  getTaxonomy: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: Taxonomy }
  listCreditEntries: { params: Record<never, never>; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
/** Only entries of this kind. */
kind?: "grant" | "spend" | "expire" | "refund" | "adjust"
}; body: undefined; reply: CreditEntryList }
  getCreditHistory: { params: Record<never, never>; query: {
/** How many days. */
days?: number
}; body: undefined; reply: CreditHistory }
  getBillingStatus: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: BillingStatus }
  createSubscriptionLink: { params: Record<never, never>; query: Record<never, never>; body: CreateSubscriptionLinkRequest; reply: BillingLink }
  getSubscriptionLink: { params: Record<never, never>; query: {
/** The plan to subscribe to. Default: the account’s plan. */
plan?: string
/** How often it is paid. */
interval?: "month" | "year"
}; body: undefined; reply: BillingLink }
  createPortalLink: { params: Record<never, never>; query: Record<never, never>; body: PreviewWatchRequest; reply: BillingLink }
  getPortalLink: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: BillingLink }
  endTrial: { params: Record<never, never>; query: Record<never, never>; body: PreviewWatchRequest; reply: BillingStatus }
  createTopUpLink: { params: Record<never, never>; query: Record<never, never>; body: CreateTopUpLinkRequest; reply: BillingLink }
  listInvoices: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: InvoiceList }
  listEvents: { params: Record<never, never>; query: {
/** Only events with a higher sequence. If omitted: from the oldest that is kept. */
after?: number
/** Only these types, separated by commas: reveal.created, credits.low, credits.exhausted, credits.renewed, credits.expiring, plan.changed, trial.ending, limit.reached, contact.updated, contact.suppressed, contact.erased, work.changed, job.finished, watch.matched, webhook.disabled, hubspot.stopped. */
types?: string
/** Events a page. */
limit?: number
/** Seconds to wait if there is nothing yet. */
wait?: number
}; body: undefined; reply: EventList }
  confirmEvent: { params: {
/** The id of the event. */
event_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: ErasureConfirmation }
  putExclusion: { params: {
/** Your name for the list, such as `customers`. */
label: string
}; query: Record<never, never>; body: PutExclusionRequest; reply: Exclusion }
  getExclusion: { params: {
/** Your name for the list, such as `customers`. */
label: string
}; query: Record<never, never>; body: undefined; reply: Exclusion }
  deleteExclusion: { params: {
/** Your name for the list, such as `customers`. */
label: string
}; query: Record<never, never>; body: undefined; reply: DeleteExclusionReply }
  listExclusions: { params: Record<never, never>; query: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: ExclusionList }
  createWebhook: { params: Record<never, never>; query: Record<never, never>; body: CreateWebhookRequest; reply: Webhook }
  listWebhooks: { params: Record<never, never>; query: {
/** Items a page; all of them if left out. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: WebhookList }
  getWebhook: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: undefined; reply: GetWebhookReply }
  updateWebhook: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: UpdateWebhookRequest; reply: UpdateWebhookReply }
  deleteWebhook: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: undefined; reply: DeleteWebhookReply }
  testWebhook: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: WebhookDelivery }
  rotateWebhookSecret: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: PreviewWatchRequest; reply: Webhook }
  listWebhookDeliveries: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: WebhookDeliveryList }
  resendWebhookEvents: { params: {
/** The id of the webhook. */
webhook_id: string
}; query: Record<never, never>; body: ResendWebhookEventsRequest; reply: WebhookResend }
  connectHubspot: { params: Record<never, never>; query: Record<never, never>; body: ConnectHubspotRequest; reply: HubspotConnection }
  getHubspot: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: HubspotConnection }
  disconnectHubspot: { params: Record<never, never>; query: Record<never, never>; body: undefined; reply: HubspotConnection }
  createHubspotRun: { params: Record<never, never>; query: Record<never, never>; body: CreateHubspotRunRequest; reply: HubspotRun }
  listHubspotRuns: { params: Record<never, never>; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
}; body: undefined; reply: HubspotRunList }
  getHubspotRun: { params: {
/** The id of the run. */
run_id: string
}; query: Record<never, never>; body: undefined; reply: HubspotRun }
  listHubspotRunItems: { params: {
/** The id of the run. */
run_id: string
}; query: {
/** Items a page. */
limit?: number
/** `next_cursor` of the page before. */
cursor?: string
/** Only those that came to this outcome. */
outcome?: "create" | "update" | "unchanged" | "conflict" | "skip" | "fail" | "delete" | "clear" | "absent"
}; body: undefined; reply: HubspotRunItemList }
  createHubspotExclusion: { params: Record<never, never>; query: Record<never, never>; body: CreateHubspotExclusionRequest; reply: HubspotRun }
  advanceTestClock: { params: Record<never, never>; query: Record<never, never>; body: AdvanceTestClockRequest; reply: TestClock }
  resetTestMode: { params: Record<never, never>; query: Record<never, never>; body: ResetTestModeRequest; reply: TestReset }
}

/** What webhooks deliver, and what the feed of events tells. */
export type ToldEvent = RevealCreatedEvent | CreditsLowEvent | CreditsExhaustedEvent | CreditsRenewedEvent | CreditsExpiringEvent | PlanChangedEvent | TrialEndingEvent | LimitReachedEvent | ContactUpdatedEvent | ContactSuppressedEvent | ContactErasedEvent | WorkChangedEvent | JobFinishedEvent | WatchMatchedEvent | WebhookDisabledEvent | HubspotStoppedEvent

export type AddListItemsReply = {
/** The id of the list. */
id: string
/** Always `saved_list`. */
object: "saved_list"
/** What it holds. */
kind: "contacts" | "stores"
/** Its name. */
name: string
/** Only its maker sees it. */
private: boolean
/** How many items it holds, also those that can’t be shown at the moment. */
items: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many were added. */
added: number
/** Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue. */
unavailable_ids: (string)[]
}

export type AddListItemsRequest = {
/** Ids of contacts; for a list of stores ids or domains of stores. */
ids: (string)[]
}

export type AdvanceTestClockRequest = {
/** How far, such as 2678400 for 31 days. */
advance_seconds: number
}

export type ApiAccessAction = {
/** What helps: subscribe, or fix the existing subscription. */
action: "create_subscription_link" | "manage_billing"
/** The page where a person can do it. */
url: string
/** The operation that makes a link for it. */
endpoint: "/api/v1/billing/subscription-link" | "/api/v1/billing/portal-link"
}

export type BestEmail = {
/** `verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very person with this address. `found`: found in public together with the store, not confirmed. `reported`: a customer reported that it bounced. Addresses that were guessed, that belong to a catch-all domain or that bounced are never returned. */
status: "verified" | "matched" | "found" | "reported"
/** `work`: at the company. `personal`: private. `generic`: shared, such as info@. `other`: unknown. */
type: "work" | "personal" | "generic" | "other"
/** When the address was last verified; null if unknown. */
verified_at: string | null
}

export type BillingAction = TrialCreditAction | ApiAccessAction

export type BillingLink = {
/** Always `billing_link`. */
object: "billing_link"
/** The page it leads to: the checkout of a plan, the checkout of extra credits, or the billing portal of an account that has a subscription. */
kind: "subscription" | "portal" | "top_up"
/** For this account only, for one use. Asking for another link does not end it. */
url: string
/** When the link stops working. */
expires_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type BillingStatus = {
/** Always `billing_status`. */
object: "billing_status"
/** The payment provider. */
provider: "stripe" | "sandbox" | "off"
/** The account’s plan, and where its subscription stands. */
plan: BillingStatusPlan
/** Whether the subscription was cancelled and ends with the period. */
cancel_at_period_end: boolean
/** When a subscription that was cancelled ends, and access with it; null for one that renews. */
cancels_at: string | null
/** A change of plan that waits for the end of the period. */
scheduled_change: BillingStatusScheduledChange | null
/** After a failed payment: when access ends unless it is paid. */
grace_ends_at: string | null
/** Whether the payment provider has a card or other means to charge. */
payment_method_on_file: boolean
/** The card on file; null without one. */
payment_method: BillingStatusPaymentMethod | null
/** The plans for sale, and what choosing each means for this account. */
plans: (BillingStatusPlanItem)[]
/** Extra credits for sale. */
credit_packs: (BillingStatusCreditPack)[]
/** Buying credits automatically, as an owner of the account set it. */
auto_top_up: BillingStatusAutoTopUp
/** What would restore access or bring more credits now; null when nothing is needed. */
billing: TrialCreditAction | ApiAccessAction | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type BillingStatusAutoTopUp = {
/** Whether packs are bought automatically. */
enabled: boolean
/** The credit pack that is bought. */
pack_id: string | null
/** A pack is bought when fewer credits than this are left. */
threshold: number
/** The most credits that are bought in a calendar month (UTC). */
monthly_credit_ceiling: number
/** Credits bought so in this calendar month (UTC). */
bought_this_month: number
}

export type BillingStatusCreditPack = {
/** The id of the pack: `pack` of a top-up link. */
id: string
/** The name of the pack, such as 500 credits. */
name: string
/** Contact credits in the pack. */
credits: number
/** In the smallest unit of the currency. */
amount: number
/** Three-letter ISO 4217 code, in lower case. */
currency: string
/** The price as people read it. */
label: string
/** How long the credits can be spent. */
valid_months: number
}

export type BillingStatusPaymentMethod = {
/** The card network’s short name, such as `visa`. */
brand: string
/** As people know it, such as American Express. */
brand_name: string
/** The last four digits. */
last4: string
/** The month in which it expires, 1 to 12. */
exp_month: number
/** The year in which it expires. */
exp_year: number
}

export type BillingStatusPlan = {
/** The id of the plan, such as `pro`. */
id: string
/** The name of the plan, such as Pro. */
name: string
/** Where the subscription stands. `trialing`, `active` and `past_due` (a payment failed, and access stays for some days) have API access; `none` (never subscribed) and `lapsed` do not. */
status: "none" | "trialing" | "active" | "past_due" | "lapsed"
/** Null without a subscription. */
interval: "month" | "year" | null
/** When the trial ends; null outside a trial. */
trial_ends_at: string | null
/** The trial or usage month; null without API access. */
period: BillingStatusPlanPeriod | null
}

export type BillingStatusPlanItem = {
/** The id of the plan, such as `pro`. */
id: string
/** The name of the plan, such as Pro. */
name: string
/** The price as people read it, such as `$99 a month`. */
price_label: string
/** What it costs by the month and by the year. */
prices: (BillingStatusPlanPrice)[]
/** What choosing it means: `checkout` needs a subscription link, `upgrade` takes effect at once, `downgrade` at the end of the period. */
change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable"
/** Contact credits that each usage month starts with. */
credits_per_month: number
/** Store and contact requests a minute. */
requests_per_minute: number
/** Store and contact requests a day (UTC). */
requests_per_day: number
/** Rows that searches of the API may return in a usage month. */
search_rows_per_month: number
/** Rows that the web application may show in a usage month. */
web_search_rows_per_month: number
/** Saved searches and lists that the account may watch. */
watches: number
/** The trial that a checkout of this account starts with; null when it is paid at once. */
trial: BillingStatusPlanTrial | null
}

export type BillingStatusPlanPeriod = {
/** When the period began. */
start: string
/** When the period ends and the next one begins. */
end: string
}

export type BillingStatusPlanPrice = {
/** How often it is paid. */
interval: "month" | "year"
/** In the smallest unit of the currency. */
amount: number
/** Three-letter ISO 4217 code, in lower case. */
currency: string
/** The price as people read it. */
label: string
/** What choosing it means: `checkout` needs a subscription link, `upgrade` takes effect at once, `downgrade` at the end of the period. */
change: "current" | "checkout" | "upgrade" | "downgrade" | "unavailable"
}

export type BillingStatusPlanTrial = {
/** Contact credits of the trial. */
credits: number
/** How long the trial lasts. */
days: number
}

export type BillingStatusScheduledChange = {
/** The id of the plan, such as `pro`. */
plan_id: string
/** How often it is paid. */
interval: "month" | "year"
/** When it takes effect. */
at: string
}

export type BounceResult = {
/** Always `bounce_result`. */
object: "bounce_result"
/** One for each bounce, in the order of the request. */
data: (BounceResultData)[]
/** What came back, and what is left. */
credits: BounceResultCredits
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type BounceResultCredits = {
/** Credits that this request brought back. */
returned: number
/** Credits left after this request. */
remaining: number
}

export type BounceResultData = {
/** The address; null if only a contact was given that the account has not paid for, or whose address the catalogue no longer holds. */
email: string | null
/** The contact; null if only an address was given that the account has not paid for. */
contact_id: string | null
/** `returned`: one credit is back. `already_returned`: this contact has returned its credit before. `not_revealed`: the account has not paid for this address. `too_old`: it was revealed more than 30 days ago. `soft`: a temporary failure; try again. `other_email_delivered`: the reveal handed over another email, which was not reported. `limit`: more bounced than come back by themselves (10% of the contacts that an account revealed in the last 30 days, and 20 in any case); the credit comes back only if the operator accepts the bounce. */
verdict: "returned" | "already_returned" | "not_revealed" | "too_old" | "soft" | "other_email_delivered" | "limit"
}

export type CancelJobReply = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type ChangeFilter = {
/** A type of change, as `change_types` of the taxonomy lists them. */
type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"
/** The app or pixel that was added or removed. Left out: any. */
value?: string
/** Observed within this many days of 24 hours before the request. */
within_days: number
}

export type ChangesFilter = {
/** At least one of these. */
any?: (ChangeFilter)[]
}

export type ConnectHubspotRequest = {
/** The access token of a private app or a service key of HubSpot, with the scopes crm.objects.contacts.read, crm.objects.contacts.write, crm.objects.companies.read, crm.objects.companies.write, crm.schemas.contacts.write, crm.schemas.companies.write. If omitted: the one that is connected. */
token?: string
/** Whether contacts are sent as they are revealed. False unless given. */
automatic?: boolean
}

export type ContactErasedEvent = {
/** Always `contact.erased`. */
type: "contact.erased"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: ContactSuppressedEventData
}

export type ContactExport = {
/** Always `contact_export`. */
object: "contact_export"
/** How many rows the spreadsheet has. */
rows: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type ContactExportLine = {
/** The place of the input, from 0 on. */
index: number
/** Opaque; what reveal takes. */
id: string
/** Always `contact_preview`. */
object: "contact_preview"
/** First name. */
first_name: string | null
/** The first letter of the last name, masked: `L***`. A reveal returns all of it. */
last_name_obfuscated: string | null
/** Normalised decision-maker role. */
role: string | null
/** `executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else. */
seniority: "executive" | "decision_maker" | "other"
/** Job title. */
title: string | null
/** Reveal can return at least one email, of whatever status: `best_email` says which. */
has_verified_email: boolean
/** Reveal can return a phone. */
has_phone: boolean
/** Reveal can return a LinkedIn URL. */
has_linkedin: boolean
/** This account already revealed the contact. */
revealed: boolean
/** Of the email that a reveal lists first, without the address; null without one. */
best_email: BestEmail | null
/** When the person was first seen at the store; null if unknown. */
added_at: string | null
/** When something of the person last changed; null if unknown. */
updated_at: string | null
/** The store that the person works at. */
store: ContactPreviewStore
/** An exclusion list of this account names the contact. Only in searches that show excluded ones. */
excluded?: boolean
}

export type ContactPreview = {
/** Opaque; what reveal takes. */
id: string
/** Always `contact_preview`. */
object: "contact_preview"
/** First name. */
first_name: string | null
/** The first letter of the last name, masked: `L***`. A reveal returns all of it. */
last_name_obfuscated: string | null
/** Normalised decision-maker role. */
role: string | null
/** `executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else. */
seniority: "executive" | "decision_maker" | "other"
/** Job title. */
title: string | null
/** Reveal can return at least one email, of whatever status: `best_email` says which. */
has_verified_email: boolean
/** Reveal can return a phone. */
has_phone: boolean
/** Reveal can return a LinkedIn URL. */
has_linkedin: boolean
/** This account already revealed the contact. */
revealed: boolean
/** Of the email that a reveal lists first, without the address; null without one. */
best_email: BestEmail | null
/** When the person was first seen at the store; null if unknown. */
added_at: string | null
/** When something of the person last changed; null if unknown. */
updated_at: string | null
/** The store that the person works at. */
store: ContactPreviewStore
/** An exclusion list of this account names the contact. Only in searches that show excluded ones. */
excluded?: boolean
}

export type ContactPreviewList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (ContactPreview)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** Exact number of matches, over all pages. */
total: number
/** Counts over the whole result set, for the facets that were asked for. */
facets?: ContactPreviewListFacets
/** Values that the catalogue does not hold. They match nothing, and under `none` everything. */
warnings: (SearchWarning)[]
}

export type ContactPreviewListFacets = {
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
role?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
seniority?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
country?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
category?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
traffic_tier?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
revenue_tier?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
theme_type?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
app?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
pixel?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
change?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
change_week?: (FacetCount)[]
}

export type ContactPreviewStore = {
/** The id of the store. */
id: string
/** The hostname of the store, in ASCII. */
domain: string
/** The name of the store or company. */
name: string
/** What it sells. */
category: string | null
/** Two-letter country code inferred for the store. */
country: string | null
/** Estimated visits a month. */
traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null
/** What the store runs on. */
technologies: ContactPreviewStoreTechnologies
}

export type ContactPreviewStoreTechnologies = {
/** Apps that the store uses. */
apps: (string)[]
/** Tracking pixels that the store uses. */
pixels: (string)[]
}

export type ContactQuery = {
/** Filters of the person. All that are given must match. */
person?: PersonFilters
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. */
sort?: "score" | "newest" | "updated"
}

export type ContactRevealQuote = {
/** Always `contact_reveal_quote`. */
object: "contact_reveal_quote"
/** What it would cost, and what is there. */
credits: ContactRevealQuoteCredits
/** What a reveal would make of each contact, in the order of the request. */
data: (ContactRevealQuoteData)[]
/** How many contacts have each outcome, each contact counted once. */
counts: ContactRevealQuoteCounts
/** What emails the new contacts have: each is counted once, under its best one. */
emails: ContactRevealQuoteEmails
/** Of what type these best emails are. Contacts without an email are not counted. */
email_types: ContactRevealQuoteEmailTypes
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type ContactRevealQuoteCounts = {
/** Contacts that would cost a credit each. */
new: number
/** Contacts that the account has revealed before. */
already_revealed: number
/** Contacts that can’t be revealed. */
unavailable: number
/** Contacts that the account excludes. */
excluded: number
}

export type ContactRevealQuoteCredits = {
/** Credits that a reveal would spend. */
required: number
/** Credits left now. */
remaining: number
/** Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits. */
spendable_now: number
}

export type ContactRevealQuoteData = {
/** The id of the contact. */
id: string
/** `new` costs one credit. `already_revealed` is free. `unavailable` can’t be revealed, and `excluded` is on an exclusion list of the account: both cost nothing. */
outcome: "new" | "already_revealed" | "unavailable" | "excluded"
}

export type ContactRevealQuoteEmailTypes = {
/** New contacts whose best email is of their work. */
work: number
/** New contacts whose best email is personal. */
personal: number
/** New contacts whose best email is of nobody in person, such as info@. */
generic: number
/** New contacts whose best email is of another type. */
other: number
}

export type ContactRevealQuoteEmails = {
/** New contacts whose best email is `verified`. */
verified: number
/** New contacts whose best email is `matched`. */
matched: number
/** New contacts whose best email is `found`. */
found: number
/** New contacts whose best email is `reported`. */
reported: number
/** New contacts without an email. */
none: number
}

export type ContactRevealResult = {
/** Always `contact_reveal_result`. */
object: "contact_reveal_result"
/** What this request cost, and what is left. */
credits: ContactRevealResultCredits
/** The contacts, in the order of the request. */
data: (RevealedContact)[]
/** Requested contacts that can’t be revealed. They cost nothing. */
unavailable_contact_ids: (string)[]
/** Requested contacts that this account excludes and has not revealed. They cost nothing. */
excluded_contact_ids: (string)[]
/** Your reference, as it was sent. */
reference: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type ContactRevealResultCredits = {
/** Credits spent by this request. */
spent: number
/** Credits left after this request. */
remaining: number
/** Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits. */
spendable_now: number
}

export type ContactSuppressedEvent = {
/** Always `contact.suppressed`. */
type: "contact.suppressed"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: ContactSuppressedEventData
}

export type ContactSuppressedEventData = {
/** Contacts that the account had revealed. */
contact_ids: (string)[]
/** The number of the event in the feed. */
sequence: number
}

export type ContactUpdatedEvent = {
/** Always `contact.updated`. */
type: "contact.updated"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: ContactUpdatedEventData
}

export type ContactUpdatedEventData = {
/** Contacts that the account has revealed. */
contact_ids: (string)[]
/** The number of the event in the feed. */
sequence: number
}

export type CreateHubspotExclusionRequest = {
/** The exclusion list to fill. Default: `HubSpot`. */
label?: string
}

export type CreateHubspotRunRequest = {
/** Only these. */
contact_ids?: (string)[]
/** Only those in this list. */
list_id?: string
/** Say what would happen, and write nothing. Default: `false`. */
dry_run?: boolean
}

export type CreateJobRequest = {
/** What to do: reveal contacts, enrich domains, or export search results. */
kind: "reveal" | "enrich" | "export"
/** For `reveal`: the contacts, in this order. */
contact_ids?: (string)[]
/** For `reveal`: the contacts of this list. */
list_id?: string
/** For `reveal`: people whom you know, each by email, linkedin_url, or first_name, last_name and domain. Whoever can’t be revealed has the outcome `no_match` and costs nothing. */
people?: (JobPerson)[]
/** For `reveal`: the first `max` contacts of this search. For `export`: its contacts, or without `person` its stores, for which it takes `contacts`, too. */
search?: CreateJobRequestSearch
/** With `search`: at most this many results. */
max?: number
/** For `reveal` with `search`: at most this many contacts of each store. Those who are revealed already count, and come first. */
per_store?: number
/** For `enrich`: domains in any form a person would paste. */
domains?: (string)[]
/** For `enrich`: adds up to 10 previews a store. Needs the scope `contacts:search`, too. */
include?: ("contact_previews")[]
/** Contacts that are revealed, stores that are found, or exported items are added to this list as the job goes on, as many as fit. Needs the scope `lists:write`, too. */
add_to_list_id?: string
/** Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this request and costs nothing. */
accept?: ("verified" | "matched" | "found" | "reported")[]
/** Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the ledger entry. */
reference?: string
/** True: contacts that the account excludes are revealed after all, and charged. */
allow_excluded?: boolean
/** For `reveal`: the job never spends more than this. */
max_credits?: number
/** For `reveal`, when the credits don’t suffice: `refuse` answers 402 and makes no job, `stop` reveals what it can. Default: `refuse`. */
on_short_balance?: "refuse" | "stop"
/** For `reveal`: answers 200 with the cost, and makes no job. */
dry_run?: boolean
}

export type CreateJobRequestSearch = {
/** Filters of the person. All that are given must match. */
person?: PersonFilters
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters of a store by the people who work there. */
contacts?: StoreContactFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. */
sort?: "score" | "newest" | "updated" | "name" | "visits" | "revenue" | "contacts" | "last_change"
}

export type CreateListRequest = {
/** A name, on one line. */
name: string
/** What it will hold. */
kind: "contacts" | "stores"
/** Only its maker sees it. Only people can have private lists; a key can’t. */
private?: boolean
}

export type CreateSavedSearchRequest = {
/** A name, on one line. */
name: string
/** What it searches. */
kind: "contacts" | "stores"
/** The filters of the search, and its `sort`: its body without limit, cursor and facets. */
query: Record<never, never>
}

export type CreateSubscriptionLinkRequest = {
/** The plan to subscribe to. Default: the account’s plan. */
plan?: string
/** How often it is paid. Default: `month`. */
interval?: "month" | "year"
}

export type CreateTopUpLinkRequest = {
/** The id of a credit pack. */
pack: string
}

export type CreateWatchRequest = {
/** The saved search to watch. */
saved_search_id?: string
/** Or the list to watch. */
list_id?: string
/** How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing unless this says so. */
mail?: "off" | "daily" | "weekly"
/** Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch does, unless this says otherwise; of a private list, never. */
events?: boolean
/** News is added to this list, as long as it has room. */
add_to_list_id?: string | null
}

export type CreateWebhookRequest = {
/** Where events are sent: an https address on the public internet. A demo server also takes `http://localhost` and `http://127.0.0.1`. */
url: string
/** The types of events to send. Null or omitted: every type, also those that are added later. */
types?: ("reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped")[] | null
}

export type CreatedJob = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type CreatedJobCounts = {
/** Inputs in all. */
total: number
/** Inputs that have an outcome. */
done: number
/** Inputs with the outcome `newly_revealed`. */
newly_revealed?: number
/** Inputs with the outcome `already_revealed`. */
already_revealed?: number
/** Inputs with the outcome `excluded`. */
excluded?: number
/** Inputs with the outcome `unavailable`. */
unavailable?: number
/** Inputs with the outcome `no_match`. */
no_match?: number
/** Inputs with the outcome `found`. */
found?: number
/** Inputs with the outcome `not_found`. */
not_found?: number
/** Inputs with the outcome `exported`. */
exported?: number
}

export type CreatedJobCredits = {
/** Credits that it has spent so far. */
spent: number
/** `max_credits` as given. */
max: number | null
}

export type CreatedJobError = {
/** What went wrong, for programs. */
code: "job_failed"
/** What went wrong, and what to do. */
message: string
}

export type CreditEntry = {
/** The id of the entry. */
id: string
/** Always `credit_entry`. */
object: "credit_entry"
/** `grant`: credits given. `spend`: contacts revealed. `expire`: unused credits ended. `refund`: a spend returned. `adjust`: a correction by the operator. */
kind: "grant" | "spend" | "expire" | "refund" | "adjust"
/** Signed: positive for credits added, negative for credits taken. */
amount: number
/** Credits left after this entry. */
balance_after: number
/** How it came in. */
door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"
/** Who caused it; null for what happened by itself, such as a monthly grant. */
actor: {
/** What caused it: `member`, `api_key`, `connection` or `operator`. */
type?: string
/** The id of the key, member or connection. */
id?: string
/** Its name at that time. */
name?: string
} | null
/** Why, in words, where there is something to say. */
reason: string | null
/** The contacts that a spend paid for, or that a refund is about. */
contact_ids: (string)[]
/** Which credits: those of the period, of a pack, given as goodwill, or returned. */
lots: (CreditEntryLot)[]
/** The request that made this entry. */
request_id: string | null
/** The job that this spend is part of. */
job_id: string | null
/** The caller’s own words for this spend (`Prospector-Reference`). */
reference: string | null
/** Of a refund: the entry of the spend that it gives back. */
spend_id: string | null
/** When it was written. Entries never change. */
created_at: string
}

export type CreditEntryList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (CreditEntry)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many entries there are in all, of this kind if one was asked for. */
total: number
}

export type CreditEntryLot = {
/** The entry that granted these credits. */
id: string | null
/** Where the credits come from: the plan’s monthly or trial credits (`period`), a credit pack (`pack`), a gift of the operator (`goodwill`) or a refund (`returned`). */
source: "period" | "pack" | "goodwill" | "returned"
/** Signed: what the entry added to this lot or took from it. */
amount: number
}

export type CreditHistory = {
/** Always `credit_history`. */
object: "credit_history"
/** One item for each day, door and actor with spending, the oldest day first. */
data: (CreditHistoryData)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type CreditHistoryData = {
/** A day, UTC. */
date: string
/** How the requests came in. */
door: "api_key" | "oauth" | "mcp" | "web" | "operator" | "billing" | "system"
/** Who spent them. */
actor: CreditHistoryDataActor
/** Credits spent. */
spent: number
}

export type CreditHistoryDataActor = {
/** What kind of actor it is. */
type: string | null
/** The id of the actor. */
id: string | null
/** The name of the actor. */
name: string | null
}

export type CreditLot = {
/** The entry that granted these credits. */
id: string
/** Where the credits come from: the plan’s monthly or trial credits (`period`), a credit pack (`pack`), a gift of the operator (`goodwill`) or a refund (`returned`). */
source: "period" | "pack" | "goodwill" | "returned"
/** Credits that the lot was given, with what an upgrade or a correction added or took. */
granted: number
/** Credits of it that are left. */
remaining: number
/** When what is left of it expires; null: with the period. */
expires_at: string | null
}

export type CreditsExhaustedEvent = {
/** Always `credits.exhausted`. */
type: "credits.exhausted"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: CreditsExhaustedEventData
}

export type CreditsExhaustedEventData = {
/** Credits that the period was given. */
granted: number
/** When credits renew; null if the account has no period. */
resets_at: string | null
/** The number of the event in the feed. */
sequence: number
}

export type CreditsExpiringEvent = {
/** Always `credits.expiring`. */
type: "credits.expiring"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: CreditsExpiringEventData
}

export type CreditsExpiringEventData = {
/** Credits that will expire. */
credits: number
/** When they expire. */
expires_at: string
/** The number of the event in the feed. */
sequence: number
}

export type CreditsLowEvent = {
/** Always `credits.low`. */
type: "credits.low"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: CreditsLowEventData
}

export type CreditsLowEventData = {
/** Credits left. */
remaining: number
/** Credits that the period was given. */
granted: number
/** When credits renew; null if the account has no period. */
resets_at: string | null
/** The number of the event in the feed. */
sequence: number
}

export type CreditsRenewedEvent = {
/** Always `credits.renewed`. */
type: "credits.renewed"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: CreditsRenewedEventData
}

export type CreditsRenewedEventData = {
/** Credits of the new period. */
granted: number
/** All credits of the account. */
remaining: number
/** The new period. */
period: BillingStatusPlanPeriod
/** The number of the event in the feed. */
sequence: number
}

export type DeleteExclusionReply = {
/** The label of the list. */
id: string
/** Always `exclusion`. */
object: "exclusion"
/** Always true. */
deleted: true
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type DeleteListReply = {
/** The id of the list. */
id: string
/** Always `saved_list`. */
object: "saved_list"
/** Always true. */
deleted: true
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type DeleteSavedSearchReply = {
/** The id of the saved search. */
id: string
/** Always `saved_search`. */
object: "saved_search"
/** Always true. */
deleted: true
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type DeleteWatchReply = {
/** The id of the watch. */
id: string
/** Always `watch`. */
object: "watch"
/** Always true. */
deleted: true
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type DeleteWebhookReply = {
/** The id of the webhook. */
id: string
/** Always `webhook`. */
object: "webhook"
/** Always true. */
deleted: true
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type EitherQuery = {
/** Filters of the person. All that are given must match. */
person?: PersonFilters
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters of a store by the people who work there. */
contacts?: StoreContactFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. */
sort?: "score" | "newest" | "updated" | "name" | "visits" | "revenue" | "contacts" | "last_change"
}

export type EmailChannel = {
/** The address. */
email: string
/** `verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very person with this address. `found`: found in public together with the store, not confirmed. `reported`: a customer reported that it bounced. Addresses that were guessed, that belong to a catch-all domain or that bounced are never returned. */
status: "verified" | "matched" | "found" | "reported"
/** `work`: at the company. `personal`: private. `generic`: shared, such as info@. `other`: unknown. */
type: "work" | "personal" | "generic" | "other"
/** The one to use first: exactly one of a list is. */
is_primary: boolean
/** When the address was last verified; null if unknown. */
verified_at: string | null
}

export type EnrichJobLine = {
/** The place of the input, from 0 on. */
index: number
/** The requested domain, normalised. */
domain: string
/** The strings as sent that led to this item. */
inputs: (string)[]
/** Whether the catalogue holds the store; `not_reached`: the job ended before. */
status: "found" | "not_found" | "not_reached"
/** The store; null when it was not found. */
store: Store | null
/** Executives first, then decision makers. */
contact_previews?: (ContactPreview)[]
}

export type EnrichStoresRequest = {
/** Domains, in any form a person would paste. */
domains: (string)[]
/** `contact_previews` adds up to 10 masked previews a store. */
include?: ("contact_previews")[]
}

export type ErasureConfirmation = {
/** The id of the event. */
id: string
/** Always `erasure_confirmation`. */
object: "erasure_confirmation"
/** The contacts whose deletion is confirmed. */
contact_ids: (string)[]
/** When it was first confirmed. */
confirmed_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type Event = {
/** The id of the event, the same in webhooks. */
id: string
/** Always `event`. */
object: "event"
/** Its number: rises by one with each event of the account. */
sequence: number
/** What happened. More types may be added. */
type: "reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped"
/** When it happened. */
created_at: string
/** What the type says; see `webhooks` in this description. */
data: Record<never, never>
}

export type EventList = {
/** Always `list`. */
object: "list"
/** Events, oldest first. */
data: (Event)[]
/** More events are there already. */
has_more: boolean
/** Pass it as `after` to go on from here. */
next_after: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many events are kept in all, of whatever types and before and after `after`. */
total: number
}

export type ExceededLimit = {
/** Which limit, as in the RateLimit headers. */
name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "feed_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"
/** The most that is allowed. */
limit: number
/** What is left. */
remaining: number
/** When it starts over. */
resets_at: string
}

export type Exclusion = {
/** The name of the list. */
label: string
/** Always `exclusion`. */
object: "exclusion"
/** How many entries it has. The entries themselves are kept as keyed hashes and can’t be read. */
counts: ExclusionCounts
/** When it was made. */
created_at: string
/** When entries were last sent. */
updated_at: string
/** When the list ends; null: never. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type ExclusionCounts = {
/** Entries in all. */
total: number
/** Entries of the kind `email`. */
email: number
/** Entries of the kind `domain`. */
domain: number
/** Entries of the kind `linkedin_url`. */
linkedin_url: number
/** Entries of the kind `email_sha256`. */
email_sha256: number
}

export type ExclusionList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (ExclusionListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are in all. */
total: number
}

export type ExclusionListData = {
/** The name of the list. */
label: string
/** Always `exclusion`. */
object: "exclusion"
/** How many entries it has. The entries themselves are kept as keyed hashes and can’t be read. */
counts: ExclusionCounts
/** When it was made. */
created_at: string
/** When entries were last sent. */
updated_at: string
/** When the list ends; null: never. */
expires_at: string | null
}

export type ExportContactsRequest = {
/** Plain columns, or those that a CRM imports. */
format?: "csv" | "hubspot" | "salesforce" | "pipedrive"
/** Only these. */
contact_ids?: (string)[]
/** Only those that match all of these words. */
words?: string
/** Only those in this list. */
list_id?: string
/** Only what was revealed at this moment or later. */
since?: string
/** Only those on which the work is so far; `none`: those without a status. */
work_status?: "new" | "contacted" | "replied" | "won" | "lost" | "none"
}

export type ExportStoresRequest = {
/** Domains, in any form a person would paste. */
domains: (string)[]
}

export type FacetCount = {
/** A value of the facet. */
value: string
/** How many results have it. */
count: number
}

export type FindWorkRequest = {
/** What the ids are of. */
kind: "contacts" | "stores"
/** Ids of contacts; for a list of stores ids or domains of stores. */
ids: (string)[]
}

export type GetContactWorkReply = {
/** Always `work`. */
object: "work"
/** The contact or store. */
id: string
/** How far the work is. */
status: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it. */
owner_id: string | null
/** Its tags. */
tags: (string)[]
/** A note. */
note: string | null
/** When something of it last changed; null: never. */
changed_at: string | null
/** The member, connection or key that changed it last. */
changed_by: string | null
/** The last 100 changes, the newest first. */
history: (WorkHistoryItem)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type GetJobReply = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type GetListItemsReply = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (ContactPreview | RevealedContact | Store)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many could be shown when the first page was read. */
total: number
}

export type GetStoreWorkReply = {
/** Always `work`. */
object: "work"
/** The contact or store. */
id: string
/** How far the work is. */
status: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it. */
owner_id: string | null
/** Its tags. */
tags: (string)[]
/** A note. */
note: string | null
/** When something of it last changed; null: never. */
changed_at: string | null
/** The member, connection or key that changed it last. */
changed_by: string | null
/** The last 100 changes, the newest first. */
history: (WorkHistoryItem)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type GetWebhookReply = {
/** The id of the webhook. */
id: string
/** Always `webhook`. */
object: "webhook"
/** Where events are sent. */
url: string
/** The types of events that are sent; null: every type. */
types: (string)[] | null
/** Whether events are sent. */
status: "enabled" | "disabled"
/** When it was made. */
created_at: string
/** When an event was last accepted. */
last_success_at: string | null
/** Since when no event has been accepted; null if the last one was. */
failing_since: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type HubspotConnection = {
/** Always `hubspot_connection`. */
object: "hubspot_connection"
/** `stopped`: nothing is sent until it is connected again; `problem` says why. */
status: "not_connected" | "connected" | "stopped"
/** The id of the HubSpot account; null if none is connected. */
portal_id: number | null
/** Whether contacts are sent as they are revealed. */
automatic: boolean
/** Why it is stopped; null if it is not. */
problem: "token_refused" | "scopes_missing" | null
/** The same in words, with what to do. */
problem_message: string | null
/** Scopes that HubSpot says the token lacks. */
missing_scopes: (string)[]
/** HubSpot asked for a pause, or did not answer; sending goes on by itself then. Null if it is not paused. */
paused_until: string | null
/** Since when nothing could be sent; null if the last attempt succeeded. */
failing_since: string | null
/** When it was first connected. */
connected_at: string | null
/** When HubSpot last answered a run, also a dry one. */
last_success_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type HubspotRun = {
/** The id of the run. */
id: string
/** Always `hubspot_run`. */
object: "hubspot_run"
/** `dry_run` says what a `push` would do. `erasure` follows opt-outs and erasures. `exclusion` reads. */
kind: "push" | "dry_run" | "erasure" | "exclusion"
/** A request, or the type of event that led to it. */
origin: "request" | "reveal.created" | "contact.erased" | "contact.suppressed"
/** `running`: some of it still waits. */
status: "running" | "finished" | "failed"
/** Why it failed: `refused` or `too_many_exclusions`. */
reason: string | null
/** How many contacts it has; of an exclusion, how many records were read so far. */
total: number
/** How many came to which outcome so far; in a dry run, would come. */
counts: HubspotRunCounts
/** The exclusion list that it fills; null for other kinds. */
label: string | null
/** When it was made. */
created_at: string
/** When it ended. */
finished_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type HubspotRunCounts = {
/** A contact is created at HubSpot. */
create: number
/** A contact fills empty fields of a record that is there. */
update: number
/** A contact is there already, with nothing to add. */
unchanged: number
/** A contact is not sent, because the record belongs to another contact. */
conflict: number
/** A contact is not sent, because it may no longer be shown. */
skip: number
/** A contact was refused by HubSpot. */
fail: number
/** A contact was created by us, and is deleted. */
delete: number
/** A contact was there before us, and loses what came from us. */
clear: number
/** A contact was not at HubSpot any more. */
absent: number
/** Contacts of which HubSpot holds something else in some field. It stays. */
kept: number
/** Emails and domains that an exclusion found. */
exclude: number
}

export type HubspotRunItem = {
/** Always `hubspot_run_item`. */
object: "hubspot_run_item"
/** The contact. */
contact_id: string
/** What came of it, or would; null while it waits. */
outcome: "create" | "update" | "unchanged" | "conflict" | "skip" | "fail" | "delete" | "clear" | "absent" | null
/** `same_email`: another contact of the run has the email. `other_contact`: HubSpot’s record with this email belongs to another contact of Prospector. */
reason: "same_email" | "other_contact" | "unavailable" | "invalid_email" | "refused" | null
/** Fields of HubSpot that were empty and are filled. */
filled_fields: (string)[]
/** Fields where HubSpot holds something else, which stays. */
kept_fields: (string)[]
}

export type HubspotRunItemList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (HubspotRunItem)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there were in all when the first page was read. */
total: number
}

export type HubspotRunList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (HubspotRunListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there were in all when the first page was read. */
total: number
}

export type HubspotRunListData = {
/** The id of the run. */
id: string
/** Always `hubspot_run`. */
object: "hubspot_run"
/** `dry_run` says what a `push` would do. `erasure` follows opt-outs and erasures. `exclusion` reads. */
kind: "push" | "dry_run" | "erasure" | "exclusion"
/** A request, or the type of event that led to it. */
origin: "request" | "reveal.created" | "contact.erased" | "contact.suppressed"
/** `running`: some of it still waits. */
status: "running" | "finished" | "failed"
/** Why it failed: `refused` or `too_many_exclusions`. */
reason: string | null
/** How many contacts it has; of an exclusion, how many records were read so far. */
total: number
/** How many came to which outcome so far; in a dry run, would come. */
counts: HubspotRunCounts
/** The exclusion list that it fills; null for other kinds. */
label: string | null
/** When it was made. */
created_at: string
/** When it ended. */
finished_at: string | null
}

export type HubspotStoppedEvent = {
/** Always `hubspot.stopped`. */
type: "hubspot.stopped"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: HubspotStoppedEventData
}

export type HubspotStoppedEventData = {
/** `token_refused`: HubSpot does not take the token any more. `scopes_missing`: the token lacks scopes. */
reason: "token_refused" | "scopes_missing"
/** The scopes that HubSpot named. */
missing_scopes: (string)[]
/** The number of the event in the feed. */
sequence: number
}

export type Invoice = {
/** The payment provider’s id of the invoice. */
id: string
/** Always `invoice`. */
object: "invoice"
/** The number printed on the invoice; null until it is final. */
number: string | null
/** What was bought. */
description: string
/** Where the payment stands. */
status: "paid" | "open" | "void" | "uncollectible" | "refunded" | "partly_refunded" | "disputed"
/** In the smallest unit of the currency. */
total: number
/** Three-letter ISO 4217 code, in lower case. */
currency: string
/** The total as people read it, such as `$99`. */
total_label: string
/** When the invoice was made. */
created_at: string
/** The invoice as a page. */
url: string | null
/** The invoice to download. */
pdf_url: string | null
}

export type InvoiceList = {
/** Always `list`. */
object: "list"
/** All of them. */
data: (Invoice)[]
/** Always false: one page holds them all. */
has_more: false
/** Always null. */
next_cursor: null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are. */
total: number
}

export type Job = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
}

export type JobFinishedEvent = {
/** Always `job.finished`. */
type: "job.finished"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: JobFinishedEventData
}

export type JobFinishedEventData = {
/** The job. */
job_id: string
/** `reveal`, `enrich` or `export`. */
kind: string
/** `finished`, `stopped`, `cancelled` or `failed`. */
status: string
/** How many inputs it had. */
total: number
/** How many of them it has done. */
done: number
/** What it cost. */
credits_spent: number
/** The number of the event in the feed. */
sequence: number
}

export type JobList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (Job)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there were in all when the first page was read. */
total: number
}

export type JobPerson = {
/** An email address of the person. */
email?: string
/** The LinkedIn profile of the person. */
linkedin_url?: string
/** With `last_name` and `domain`. */
first_name?: string
/** With `first_name` and `domain`. */
last_name?: string
/** The store where the person works. */
domain?: string
/** Your own id of the person. The result has it, too. */
ref?: string
}

export type JobResultLine = RevealJobLine | EnrichJobLine | StoreExportLine | ContactExportLine

export type JobResultLineList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (JobResultLine)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many lines there are now: while the job runs, those so far. */
total: number
}

export type LastChange = {
/** What changed. */
type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"
/** The app or pixel; null for other types. */
value: string | null
/** When it was observed. */
observed_at: string
}

export type LimitReachedEvent = {
/** Always `limit.reached`. */
type: "limit.reached"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: LimitReachedEventData
}

export type LimitReachedEventData = {
/** Whose limit it is. */
of: "key" | "member" | "connection"
/** The key, member or connection. */
id: string
/** The limit, in credits a period. */
limit: number
/** The number of the event in the feed. */
sequence: number
}

export type NamedPerson = {
/** An email address of the person. */
email?: string
/** The LinkedIn profile of the person. */
linkedin_url?: string
/** With `last_name` and `domain`. */
first_name?: string
/** With `first_name` and `domain`. */
last_name?: string
/** The store where the person works. */
domain?: string
}

export type PauseJobReply = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type Period = {
/** When the period began. */
start: string
/** When the period ends and the next one begins. */
end: string
}

export type PersonFilters = {
/** Role: any of these. */
roles_any?: (string)[]
/** Seniority: any of these. */
seniority_any?: ("executive" | "decision_maker" | "other")[]
/** Has a verified email; false means without. It counts whichever status it has, if a reveal returns it: `email_statuses_any` chooses. */
has_verified_email?: boolean
/** Has a phone; false means without. */
has_phone?: boolean
/** Has a LinkedIn profile; false means without. */
has_linkedin?: boolean
/** Status of an email: any of these. Fits one and the same email as the other filters of emails. */
email_statuses_any?: ("verified" | "matched" | "found" | "reported")[]
/** Type of an email: any of these. Fits one and the same email as the other filters of emails. */
email_types_any?: ("work" | "personal" | "generic" | "other")[]
/** Has an email that was verified within this many days of 24 hours before the request. */
verified_within_days?: number
/** Was added within this many days of 24 hours before the request. */
added_within_days?: number
/** Revealed by this account; false means without. */
revealed?: boolean
/** Words in the job title: all of these whole words, ignoring case and accents. */
title?: string
/** First name, first letter of the last name, or job title: all of these words or beginnings of words, ignoring case and accents. Words of 5 letters or more may have one typo; such matches come last. */
query?: string
}

export type PhoneChannel = {
/** The number as the source has it. */
phone: string
/** `direct`: the person’s own line. `mobile`. `company`: the switchboard. `other`: unknown. */
type: "direct" | "mobile" | "company" | "other"
/** The one to use first: exactly one of a list is. */
is_primary: boolean
}

export type PlanChangedEvent = {
/** Always `plan.changed`. */
type: "plan.changed"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: PlanChangedEventData
}

export type PlanChangedEventData = {
/** The plan. */
plan_id: string | null
/** Its status: `none`, `trialing`, `active`, `past_due` or `lapsed`. */
status: string
/** What it was before. */
previous: PlanChangedEventDataPrevious
/** The number of the event in the feed. */
sequence: number
}

export type PlanChangedEventDataPrevious = {
/** The plan. */
plan_id: string | null
/** Its status: `none`, `trialing`, `active`, `past_due` or `lapsed`. */
status: string
}

export type PreviewNewsRequest = {
/** The saved search to watch. */
saved_search_id?: string
/** Or the list to watch. */
list_id?: string
/** Or a search that is not saved: what it would be saved with. */
search?: PreviewNewsRequestSearch
}

export type PreviewNewsRequestSearch = {
/** What it searches. */
kind: "contacts" | "stores"
/** The filters of the search, and its `sort`: its body without limit, cursor and facets. */
query: Record<never, never>
}

export type PreviewWatchRequest = Record<never, never>

export type Problem = {
/** What went wrong, and what to do about it. */
error: ProblemDetails
}

export type ProblemDetails = {
/** The kind of error. */
type: "authentication_error" | "permission_error" | "invalid_request_error" | "rate_limit_error" | "quota_error" | "not_found_error" | "server_error"
/** The error, for programs. New codes may be added. */
code: "invalid_request" | "invalid_json" | "invalid_contact_id" | "invalid_cursor" | "invalid_idempotency_key" | "missing_credentials" | "invalid_credentials" | "insufficient_contact_credits" | "key_credit_limit_reached" | "member_credit_limit_reached" | "connection_credit_limit_reached" | "payment_failed" | "api_access_required" | "test_key_required" | "account_suspended" | "insufficient_scope" | "host_not_allowed" | "no_revealable_contacts" | "contact_not_found" | "store_not_found" | "billing_customer_not_found" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "subscription_required" | "not_in_trial" | "billing_not_configured" | "plan_not_for_sale" | "too_many_jobs" | "too_many_watches" | "watch_too_broad" | "too_many_webhooks" | "too_many_exclusions" | "webhook_disabled" | "hubspot_not_connected" | "too_many_hubspot_runs" | "events_expired" | "idempotency_conflict" | "job_is_over" | "job_not_stopped" | "request_timeout" | "request_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limit_exceeded" | "headers_too_large" | "internal_error" | "billing_provider_error" | "hubspot_unavailable" | "service_unavailable"
/** The error, for people. */
message: string
/** The offending parameter, as a dotted path. */
param?: string
/** How a person can fix it, where paying or subscribing helps. */
billing?: BillingAction
/** The limit that was exceeded. */
limit?: ExceededLimit
/** Only with `events_expired`: the sequence of the oldest event that is kept. */
oldest_sequence?: number
/** The page of the docs on this code: what to do, and how to get it in test mode. */
doc_url: string
/** Names this request, for support and debugging. */
request_id: string
}

export type PutExclusionRequest = {
/** Whom to leave out. An account can have 500,000 entries over all its lists. */
entries: (PutExclusionRequestEntry)[]
/** `add`: on top of what is there. `replace`: the list then holds these entries and no others. Default: `add`. */
mode?: "add" | "replace"
/** When the list ends: it is deleted within a minute, and whom no other list names is found again. Null: never. Left out, what the list has stays. */
expires_at?: string | null
}

export type PutExclusionRequestEntry = {
/** Whoever has this address. */
email?: string
/** The store, and everybody in it; in any form a person would paste. */
domain?: string
/** Whoever has this profile. */
linkedin_url?: string
/** The SHA-256 of an address, trimmed and in lower case, as lower-case hex. */
email_sha256?: string
}

export type QuoteRevealRequest = {
/** Ids from contact search. A repeated id counts once. */
contact_ids: (string)[]
/** Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this request and costs nothing. */
accept?: ("verified" | "matched" | "found" | "reported")[]
/** Your own words for it, such as a campaign or a ticket: up to 100 visible characters, kept on the ledger entry. */
reference?: string
/** True: contacts that the account excludes are revealed after all, and charged. */
allow_excluded?: boolean
}

export type QuotedJob = {
/** Always `job_quote`. */
object: "job_quote"
/** What the job would cost, and what is left. */
credits: QuotedJobCredits
/** How many contacts have each outcome, each contact counted once. */
counts: ContactRevealQuoteCounts
/** What emails the new contacts have: each is counted once, under its best one. */
emails: ContactRevealQuoteEmails
/** Of what type these best emails are. Contacts without an email are not counted. */
email_types: ContactRevealQuoteEmailTypes
/** Of the new ones: those that another job of the account, waiting or running, is about to reveal. They cost one credit, in whichever job comes to them first. 0 for `people`. */
being_revealed: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type QuotedJobCredits = {
/** Credits that the job would spend; for `people`, the most that it could spend. */
required: number
/** Credits left now. */
remaining: number
/** Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits. */
spendable_now: number
}

export type ReadOwnedContactsReply = {
/** Always `list`. */
object: "list"
/** All of them. */
data: (RevealedContact)[]
/** Always false: one page holds them all. */
has_more: false
/** Always null. */
next_cursor: null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are. */
total: number
}

export type ReadOwnedContactsRequest = {
/** Ids of contacts. */
contact_ids: (string)[]
}

export type RemoveListItemsReply = {
/** The id of the list. */
id: string
/** Always `saved_list`. */
object: "saved_list"
/** What it holds. */
kind: "contacts" | "stores"
/** Its name. */
name: string
/** Only its maker sees it. */
private: boolean
/** How many items it holds, also those that can’t be shown at the moment. */
items: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many were removed. */
removed: number
}

export type ReportBouncesRequest = {
/** What bounced: each with `email` or `contact_id`. */
bounces: (ReportBouncesRequestBounce)[]
}

export type ReportBouncesRequestBounce = {
/** The address that bounced. */
email?: string
/** Instead of the address: the contact, whose primary email is meant. */
contact_id?: string
/** What the mail server said: `5.1.1`, `550`, or the whole line. Without it the bounce counts as final. */
code?: string
/** When it bounced. */
bounced_at?: string
}

export type ResendWebhookEventsRequest = {
/** The events to send. */
event_ids?: (string)[]
/** Every event with a higher sequence. */
since?: number
}

export type ResetTestModeRequest = {
/** The state of the plan to begin with: `active` unless given. Try `trialing` or `lapsed`. */
status?: "none" | "trialing" | "active" | "past_due" | "lapsed"
}

export type ResumeJobReply = {
/** Names the job. */
id: string
/** Always `job`. */
object: "job"
/** What it does with each input. */
kind: "reveal" | "enrich" | "export"
/** A stopped job can be resumed; a cancelled or failed one can’t. */
status: "queued" | "running" | "finished" | "stopped" | "cancelled" | "failed"
/** Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it. */
stop_reason: "insufficient_contact_credits" | "credit_limit_reached" | "max_credits_reached" | "search_rows_used_up" | "no_longer_allowed" | "paused" | null
/** Why it failed; null unless it has. */
error: CreatedJobError | null
/** How far it is, and how many inputs had each outcome. */
counts: CreatedJobCounts
/** What it costs. */
credits: CreatedJobCredits
/** The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else. */
list_id: string | null
/** The member, key or connection that made it, or resumed it last. */
created_by: string
/** When it was made. */
created_at: string
/** When its first input was worked on. */
started_at: string | null
/** When it finished, stopped, failed or was cancelled. */
ended_at: string | null
/** When the job and its results are deleted: 30 days after its end. */
expires_at: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type RevealContactsRequest = {
/** Ids from contact search. A repeated id counts once. */
contact_ids: (string)[]
}

export type RevealCreatedEvent = {
/** Always `reveal.created`. */
type: "reveal.created"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: RevealCreatedEventData
}

export type RevealCreatedEventData = {
/** The contacts that were charged. */
contact_ids: (string)[]
/** What they cost. */
credits: number
/** How the request came in: `api_key`, `oauth`, `mcp` or `web`. */
door: string
/** The number of the event in the feed. */
sequence: number
}

export type RevealJobLine = {
/** The place of the input, from 0 on. */
index: number
/** The contact, or the person, as it was asked for. */
input: string | NamedPerson
/** Your own id of the person, as it was sent; null if there was none. */
ref: string | null
/** What became of it; `no_match`: nobody was found who can be revealed; `not_reached`: the job ended before. */
outcome: "newly_revealed" | "already_revealed" | "excluded" | "unavailable" | "no_match" | "not_reached"
/** True when the job spent one credit for this contact. */
charged: boolean
/** The contact as it is now; null if it was not revealed. */
contact: RevealedContact | null
}

export type RevealedContact = {
/** The id of the contact. Opaque: never make one up. */
id: string
/** Always `contact`. */
object: "contact"
/** First and last name. */
full_name: string | null
/** First name. */
first_name: string | null
/** Last name, in full. */
last_name: string | null
/** Job title. */
title: string | null
/** Normalised decision-maker role. */
role: string | null
/** `executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else. */
seniority: "executive" | "decision_maker" | "other"
/** The person’s LinkedIn profile, where it is known. */
linkedin_url: string | null
/** Whether this request revealed the contact, or the account had revealed it before. */
reveal_status: "newly_revealed" | "already_revealed"
/** True when this request spent one credit for this contact. */
charged: boolean
/** Exportable emails only; may be empty. */
emails: (EmailChannel)[]
/** All phones that are known; may be empty. */
phones: (PhoneChannel)[]
/** The store that the person works at. */
store: RevealedContactStore
/** When this account first revealed the contact. */
revealed_at: string
/** When something about the contact last changed; null if unknown. */
updated_at: string | null
/** Where the operator has the contact from, by name; null if unknown. */
source: string | null
/** The legal basis on which the operator uses this source, in words; null if it is not stated. */
legal_basis: string | null
}

export type RevealedContactList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (RevealedContact)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there were in all when the first page was read. */
total: number
}

export type RevealedContactReply = {
/** The id of the contact. Opaque: never make one up. */
id: string
/** Always `contact`. */
object: "contact"
/** First and last name. */
full_name: string | null
/** First name. */
first_name: string | null
/** Last name, in full. */
last_name: string | null
/** Job title. */
title: string | null
/** Normalised decision-maker role. */
role: string | null
/** `executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else. */
seniority: "executive" | "decision_maker" | "other"
/** The person’s LinkedIn profile, where it is known. */
linkedin_url: string | null
/** Whether this request revealed the contact, or the account had revealed it before. */
reveal_status: "newly_revealed" | "already_revealed"
/** True when this request spent one credit for this contact. */
charged: boolean
/** Exportable emails only; may be empty. */
emails: (EmailChannel)[]
/** All phones that are known; may be empty. */
phones: (PhoneChannel)[]
/** The store that the person works at. */
store: RevealedContactStore
/** When this account first revealed the contact. */
revealed_at: string
/** When something about the contact last changed; null if unknown. */
updated_at: string | null
/** Where the operator has the contact from, by name; null if unknown. */
source: string | null
/** The legal basis on which the operator uses this source, in words; null if it is not stated. */
legal_basis: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type RevealedContactStore = {
/** The id of the store. */
id: string
/** The hostname of the store, in ASCII. */
domain: string
/** The name of the store or company. */
name: string
}

export type RunSavedSearchReply = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (ContactPreview | Store)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** Exact number of matches, over all pages. */
total: number
/** Counts over the whole result set, for the facets that were asked for. */
facets?: ContactPreviewListFacets
/** Values that the catalogue does not hold. They match nothing, and under `none` everything. */
warnings: (SearchWarning)[]
}

export type RunSavedSearchRequest = {
/** Results a page. Default: `25`. */
limit?: number
/** `next_cursor` of the page before; null for the first. */
cursor?: string | null
/** What to count over the whole result set, as the search takes it. */
facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[]
}

export type SavedList = {
/** The id of the list. */
id: string
/** Always `saved_list`. */
object: "saved_list"
/** What it holds. */
kind: "contacts" | "stores"
/** Its name. */
name: string
/** Only its maker sees it. */
private: boolean
/** How many items it holds, also those that can’t be shown at the moment. */
items: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type SavedListList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (SavedListListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are in all. */
total: number
}

export type SavedListListData = {
/** The id of the list. */
id: string
/** Always `saved_list`. */
object: "saved_list"
/** What it holds. */
kind: "contacts" | "stores"
/** Its name. */
name: string
/** Only its maker sees it. */
private: boolean
/** How many items it holds, also those that can’t be shown at the moment. */
items: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
}

export type SavedSearch = {
/** The id of the saved search. */
id: string
/** Always `saved_search`. */
object: "saved_search"
/** Its name. */
name: string
/** What it searches. */
kind: "contacts" | "stores"
/** The filters of the search, and its `sort` if it has one. */
query: Record<never, never>
/** The member or the key that saved it. */
created_by: string
/** When it was saved. */
created_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type SavedSearchList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (SavedSearchListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are in all. */
total: number
}

export type SavedSearchListData = {
/** The id of the saved search. */
id: string
/** Always `saved_search`. */
object: "saved_search"
/** Its name. */
name: string
/** What it searches. */
kind: "contacts" | "stores"
/** The filters of the search, and its `sort` if it has one. */
query: Record<never, never>
/** The member or the key that saved it. */
created_by: string
/** When it was saved. */
created_at: string
}

export type ScoreRange = {
/** The lowest score. */
min?: number
/** The highest score. */
max?: number
}

export type SearchContactsRequest = {
/** Filters of the person. All that are given must match. */
person?: PersonFilters
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. Default: `score`. */
sort?: "score" | "newest" | "updated"
/** Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default: `hide`. */
excluded?: "hide" | "show" | "only"
/** Results a page. Default: `25`. */
limit?: number
/** `next_cursor` of the page before; null for the first. */
cursor?: string | null
/** What to count over the whole result set. */
facets?: ("role" | "seniority" | "country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[]
}

export type SearchRevealedContactsReply = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (RevealedContact)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** Always null: counting would mean reading everything that was revealed. */
total: null
}

export type SearchStoresRequest = {
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters of a store by the people who work there. */
contacts?: StoreContactFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. Default: `score`. */
sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"
/** Whom the account’s exclusion lists name: left out, shown among the others, or nobody else. Default: `hide`. */
excluded?: "hide" | "show" | "only"
/** Results a page. Default: `25`. */
limit?: number
/** `next_cursor` of the page before; null for the first. */
cursor?: string | null
/** What to count over the whole result set. */
facets?: ("country" | "category" | "traffic_tier" | "revenue_tier" | "theme_type" | "app" | "pixel" | "change" | "change_week")[]
}

export type SearchWarning = {
/** Where the value stands, for example `store.apps.any[0]`. */
param: string
/** The value as it was sent. */
value: string
/** What it means for the result, in a sentence. */
message: string
/** The value of the catalogue that was probably meant; null when none is near. */
nearest: string | null
}

export type SimilarStore = {
/** The similar store. */
store: Store
/** How much of what describes the given store this one shares. Rare technologies weigh more. */
similarity: number
/** What both stores have, the weightiest first. A neighbouring tier counts half and is not listed. */
reasons: (SimilarityReason)[]
}

export type SimilarStoreList = {
/** Always `list`. */
object: "list"
/** The most similar first. */
data: (SimilarStore)[]
/** Always false: one page holds them all. */
has_more: false
/** Always null. */
next_cursor: null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are. */
total: number
}

export type SimilarityReason = {
/** The facet that counts it: `app`, `pixel`, `category`, `country` or a tier. */
field: string
/** What both have. */
value: string
/** Its part of the similarity. */
weight: number
}

export type Store = {
/** The id of the store. Opaque. */
id: string
/** Always `store`. */
object: "store"
/** Normalised hostname, in ASCII. */
domain: string
/** The name of the store or company. */
name: string
/** What it sells. */
category: string | null
/** Two-letter country code inferred for the store. */
country: string | null
/** Estimated visits a month. */
traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null
/** Estimated online revenue a month in USD. */
revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null
/** Whether Shopify Plus was detected. */
shopify_plus: boolean
/** How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null if unknown. Search results are ordered by it, highest first, unknown last. */
lead_fit_score: number | null
/** What the store runs on. */
technologies: StoreTechnologies
/** Who is known to work there. */
contacts_summary: StoreContactsSummary
/** When the store was first seen; null if unknown. */
first_seen_at: string | null
/** When something of the store last changed; null if unknown. */
updated_at: string | null
/** When the store was last looked at; null if unknown. */
observed_at: string | null
/** The latest of its changes; null if none is known. */
last_change: LastChange | null
}

export type StoreChange = {
/** Always `store_change`. */
object: "store_change"
/** What changed. */
type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"
/** The app or pixel; null for other types. */
value: string | null
/** The tier or theme before; null for other types. */
from: string | null
/** The tier or theme since; null for other types. */
to: string | null
/** When it was observed; of a removal, when it was confirmed. */
observed_at: string
}

export type StoreChangeList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (StoreChange)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many are recorded of this store in all. */
total: number
}

export type StoreContactFilters = {
/** Has a revealable contact; false means without. */
available?: boolean
/** Has a contact with a verified email; false means without. It counts whichever status it has, if a reveal returns it. */
verified_email?: boolean
/** Has a contact in a role: any of these. */
roles_any?: (string)[]
}

export type StoreContactsSummary = {
/** People who are known to work there, without those who opted out. */
total: number
/** Whether a reveal could return at least one of them. */
has_revealable_contacts: boolean
/** How many of them a reveal would return an email for. */
verified_email_count: number
/** The roles that they have. */
roles: (string)[]
}

export type StoreEnrichmentResult = {
/** Always `store_enrichment_result`. */
object: "store_enrichment_result"
/** One item a domain, in the order of the request. */
data: (StoreEnrichmentResultData)[]
/** Requested domains found. */
found: number
/** Requested domains not found. */
not_found: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type StoreEnrichmentResultData = {
/** The requested domain, normalised. */
domain: string
/** The strings as sent that led to this item. */
inputs: (string)[]
/** Whether the catalogue holds the store. */
status: "found" | "not_found"
/** The store; null when it was not found. */
store: Store | null
/** Executives first, then decision makers. */
contact_previews?: (ContactPreview)[]
}

export type StoreExport = {
/** Always `store_export`. */
object: "store_export"
/** How many rows the spreadsheet has. */
rows: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type StoreExportLine = {
/** The place of the input, from 0 on. */
index: number
/** The id of the store. Opaque. */
id: string
/** Always `store`. */
object: "store"
/** Normalised hostname, in ASCII. */
domain: string
/** The name of the store or company. */
name: string
/** What it sells. */
category: string | null
/** Two-letter country code inferred for the store. */
country: string | null
/** Estimated visits a month. */
traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null
/** Estimated online revenue a month in USD. */
revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null
/** Whether Shopify Plus was detected. */
shopify_plus: boolean
/** How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null if unknown. Search results are ordered by it, highest first, unknown last. */
lead_fit_score: number | null
/** What the store runs on. */
technologies: StoreTechnologies
/** Who is known to work there. */
contacts_summary: StoreContactsSummary
/** When the store was first seen; null if unknown. */
first_seen_at: string | null
/** When something of the store last changed; null if unknown. */
updated_at: string | null
/** When the store was last looked at; null if unknown. */
observed_at: string | null
/** The latest of its changes; null if none is known. */
last_change: LastChange | null
}

export type StoreFilters = {
/** Country: any of these. */
countries?: (string)[]
/** Category: any of these. */
categories?: (string)[]
/** Visits a month: any of these. */
traffic_tiers?: ("under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m")[]
/** Revenue a month (USD): any of these. */
revenue_tiers?: ("under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m")[]
/** Theme type: any of these. */
theme_types?: (string)[]
/** Shopify Plus; false means without. */
shopify_plus?: boolean
/** Runs ads; false means without. */
ads_active?: boolean
/** Lead fit score: both bounds included. */
lead_fit_score?: ScoreRange
/** Domains: any of these, in any form a person would paste. */
domains?: (string)[]
/** The stores of this list of yours. A list that does not exist, or is of contacts, holds none. */
list_id?: string
/** Name or domain: all of these words or beginnings of words, ignoring case and accents. Words of 5 letters or more may have one typo; such matches come last. */
query?: string
/** Apps: any, all or none of these. */
apps?: ValueChoice
/** Pixels: any, all or none of these. */
pixels?: ValueChoice
/** What changed: any of these happened. */
changes?: ChangesFilter
/** Was first seen within this many days of 24 hours before the request. */
first_seen_within_days?: number
}

export type StoreFollow = {
/** Always `store_follow`. */
object: "store_follow"
/** The id of the store. */
store_id: string
/** Whether the caller follows it. */
followed: boolean
/** The watch that tells its changes; null while the caller follows no store. */
watch_id: string | null
/** The list of the stores that the caller follows. */
list_id: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type StoreList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (Store)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** Exact number of matches, over all pages. */
total: number
/** Counts over the whole result set, for the facets that were asked for. */
facets?: StoreListFacets
/** Values that the catalogue does not hold. They match nothing, and under `none` everything. */
warnings: (SearchWarning)[]
}

export type StoreListFacets = {
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
country?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
category?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
traffic_tier?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
revenue_tier?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
theme_type?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
app?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
pixel?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
change?: (FacetCount)[]
/** Its values and how many results have each, the most frequent first; weeks with the latest first. */
change_week?: (FacetCount)[]
}

export type StoreQuery = {
/** Filters of the store. All that are given must match. */
store?: StoreFilters
/** Filters of a store by the people who work there. */
contacts?: StoreContactFilters
/** Filters by the account’s own work. All that are given must match. */
work?: WorkFilters
/** The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ones, and all by default, come by lead fit score. */
sort?: "score" | "name" | "visits" | "revenue" | "contacts" | "newest" | "last_change"
}

export type StoreReply = {
/** The id of the store. Opaque. */
id: string
/** Always `store`. */
object: "store"
/** Normalised hostname, in ASCII. */
domain: string
/** The name of the store or company. */
name: string
/** What it sells. */
category: string | null
/** Two-letter country code inferred for the store. */
country: string | null
/** Estimated visits a month. */
traffic_tier: "under_10k" | "10k_50k" | "50k_100k" | "100k_500k" | "500k_1m" | "1m_5m" | "over_5m" | null
/** Estimated online revenue a month in USD. */
revenue_tier: "under_10k" | "10k_50k" | "50k_250k" | "250k_1m" | "1m_5m" | "over_5m" | null
/** Whether Shopify Plus was detected. */
shopify_plus: boolean
/** How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null if unknown. Search results are ordered by it, highest first, unknown last. */
lead_fit_score: number | null
/** What the store runs on. */
technologies: StoreTechnologies
/** Who is known to work there. */
contacts_summary: StoreContactsSummary
/** When the store was first seen; null if unknown. */
first_seen_at: string | null
/** When something of the store last changed; null if unknown. */
updated_at: string | null
/** When the store was last looked at; null if unknown. */
observed_at: string | null
/** The latest of its changes; null if none is known. */
last_change: LastChange | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type StoreTechnologies = {
/** Apps that the store uses. */
apps: (string)[]
/** Tracking pixels that the store uses. */
pixels: (string)[]
/** The theme of its storefront. */
theme: StoreTechnologiesTheme
}

export type StoreTechnologiesTheme = {
/** The name of the theme. */
name: string | null
/** Such as `free`, `paid` or `custom`. */
type: string | null
}

export type Taxonomy = {
/** Always `taxonomy`. */
object: "taxonomy"
/** What people do, such as `founder`: `person.roles_any` and `contacts.roles_any`. */
roles: (TaxonomyValue)[]
/** How high they stand: `person.seniority_any`. */
seniorities: (TaxonomyValue)[]
/** What stores sell: `store.categories`. */
categories: (TaxonomyValue)[]
/** Two-letter country codes: `store.countries`. */
countries: (TaxonomyValue)[]
/** Estimated visits a month: `store.traffic_tiers`. */
traffic_tiers: (TaxonomyTier)[]
/** Estimated online revenue a month in USD: `store.revenue_tiers`. */
revenue_tiers: (TaxonomyTier)[]
/** Kinds of themes: `store.theme_types`. */
theme_types: (TaxonomyValue)[]
/** Apps that stores use: `store.apps`. */
apps: (TaxonomyValue)[]
/** Tracking pixels that stores use: `store.pixels`. */
pixels: (TaxonomyValue)[]
/** Statuses of the emails that a reveal returns. `verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very person with this address. `found`: found in public together with the store, not confirmed. `reported`: a customer reported that it bounced. Addresses that were guessed, that belong to a catch-all domain or that bounced are never returned. */
email_statuses: (TaxonomyValue)[]
/** Types of emails. */
email_types: (TaxonomyValue)[]
/** Types of phones. */
phone_types: (TaxonomyValue)[]
/** What can change at a store. */
change_types: (TaxonomyValue)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type TaxonomyTier = {
/** What a filter takes. */
value: string
/** The value as people read it. */
label: string
/** Null for filters on channels, which are not counted. */
count: number | null
/** Inclusive. */
min: number
/** Exclusive; null at the top. */
max: number | null
}

export type TaxonomyValue = {
/** What a filter takes. */
value: string
/** The value as people read it. */
label: string
/** Null for filters on channels, which are not counted. */
count: number | null
}

export type TestClock = {
/** Always `test_clock`. */
object: "test_clock"
/** The time in test mode from now on. */
now: string
/** How far the test clock is ahead of real time. */
ahead_seconds: number
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type TestReset = {
/** Always `test_reset`. */
object: "test_reset"
/** The id of the test account from now on. */
account_id: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type TrialCreditAction = {
/** Always `end_trial_to_unlock_pro_credits`. */
action: "end_trial_to_unlock_pro_credits"
/** Credits that the trial was given. */
current_limit: number
/** Credits a month once the plan is paid for. */
paid_plan_limit: number
/** When the trial ends by itself. */
trial_ends_at: string | null
/** The page where a person can end the trial early. */
url: string
/** Whether ending the trial now makes the plan’s credits available at once. */
can_unlock_paid_credits_now?: boolean
}

export type TrialEndingEvent = {
/** Always `trial.ending`. */
type: "trial.ending"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: TrialEndingEventData
}

export type TrialEndingEventData = {
/** When it ends. */
trial_ends_at: string
/** The number of the event in the feed. */
sequence: number
}

export type UpdateContactWorkRequest = {
/** How far the work is; null: nothing to say. */
status?: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it; null: nobody. */
owner_id?: string | null
/** All tags, of 1 to 40 characters each. */
tags?: (string)[]
/** A note; null: none. */
note?: string | null
}

export type UpdateListRequest = {
/** A name, on one line. */
name?: string
/** Only its maker sees it. Only people can have private lists; a key can’t. */
private?: boolean
}

export type UpdateSavedSearchRequest = {
/** A name, on one line. */
name?: string
/** What it searches. */
kind?: "contacts" | "stores"
/** The filters of the search, and its `sort`: its body without limit, cursor and facets. */
query?: Record<never, never>
}

export type UpdateWatchRequest = {
/** How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing unless this says so. */
mail?: "off" | "daily" | "weekly"
/** Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch does, unless this says otherwise; of a private list, never. */
events?: boolean
/** News is added to this list, as long as it has room. */
add_to_list_id?: string | null
}

export type UpdateWebhookReply = {
/** The id of the webhook. */
id: string
/** Always `webhook`. */
object: "webhook"
/** Where events are sent. */
url: string
/** The types of events that are sent; null: every type. */
types: (string)[] | null
/** Whether events are sent. */
status: "enabled" | "disabled"
/** When it was made. */
created_at: string
/** When an event was last accepted. */
last_success_at: string | null
/** Since when no event has been accepted; null if the last one was. */
failing_since: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type UpdateWebhookRequest = {
/** Where events are sent: an https address on the public internet. A demo server also takes `http://localhost` and `http://127.0.0.1`. */
url?: string
/** The types of events to send. Null or omitted: every type, also those that are added later. */
types?: ("reveal.created" | "credits.low" | "credits.exhausted" | "credits.renewed" | "credits.expiring" | "plan.changed" | "trial.ending" | "limit.reached" | "contact.updated" | "contact.suppressed" | "contact.erased" | "work.changed" | "job.finished" | "watch.matched" | "webhook.disabled" | "hubspot.stopped")[] | null
/** Whether events are sent. */
status?: "enabled" | "disabled"
}

export type UpdateWorkRequest = {
/** What the ids are of. */
kind: "contacts" | "stores"
/** Ids of contacts; for a list of stores ids or domains of stores. */
ids: (string)[]
/** How far the work is; null: nothing to say. */
status?: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it; null: nobody. */
owner_id?: string | null
/** All tags, of 1 to 40 characters each. */
tags?: (string)[]
/** A note; null: none. */
note?: string | null
}

export type Usage = {
/** Always `usage`. */
object: "usage"
/** The account that the credential belongs to. */
account: UsageAccount
/** The account’s plan. */
plan: UsagePlan
/** Whether the account may use the API. */
api_access: UsageApiAccess
/** Store and contact operations. */
requests: UsageRequests
/** Usage, taxonomy and credit entries. */
own_requests: UsageOwnRequests
/** Events and webhooks. */
feed_requests: UsageOwnRequests
/** Billing operations. */
billing_requests: UsageOwnRequests
/** What this person does in the web application; null for keys and integrations. */
web_requests: UsageOwnRequests | null
/** Rows that searches of the API returned in this period. */
search_rows: UsageWindow
/** Rows shown in the web application, counted separately from those of the API. */
web_search_rows: UsageWindow
/** The account’s contact credits. */
contact_credits: UsageContactCredits
/** Credit limits of this caller, in addition to the account’s credits. */
limits: (UsageLimit)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type UsageAccount = {
/** The id of the account. */
id: string
/** The name of the account. */
name: string
}

export type UsageApiAccess = {
/** Whether store and contact operations answer. */
enabled: boolean
/** Null while access is enabled. */
billing: ApiAccessAction | null
}

export type UsageContactCredits = {
/** What this period was given. Packs come on top. */
limit: number
/** Credits spent in this period, also from packs, less those refunded in it. */
used: number
/** All credits that are left, packs included. */
remaining: number
/** When it starts over. */
resets_at: string
/** The trial’s credits while trialing, otherwise null. */
trial_limit: number | null
/** Credits per month that the paid plan includes. */
paid_plan_limit: number
/** What is left and when it expires, in the order in which it will be spent. */
lots: (CreditLot)[]
/** Credits are low when this many or fewer are left. Owners get a mail when the account’s are. */
low_at: number
/** Credits that this caller can spend now: the least of the account’s credits and the caller’s own limits. */
spendable_now: number
}

export type UsageLimit = {
/** Whose limit it is. */
of: "key" | "member" | "connection"
/** The most that is allowed. */
limit: number
/** What has been used. */
used: number
/** What is left. */
remaining: number
/** When it starts over. */
resets_at: string
/** Credits are low when this many or fewer are left. Owners get a mail when the account’s are. */
low_at: number
}

export type UsageOwnRequests = {
/** The clock minute. */
minute: UsageWindow
}

export type UsagePlan = {
/** The id of the plan, such as `pro`. */
id: string
/** The name of the plan, such as Pro. */
name: string
/** Where the subscription stands. `trialing`, `active` and `past_due` (a payment failed, and access stays for some days) have API access; `none` (never subscribed) and `lapsed` do not. */
status: "none" | "trialing" | "active" | "past_due" | "lapsed"
/** When the trial ends; null outside a trial. */
trial_ends_at: string | null
/** The trial or usage month that credits and search rows belong to. */
period: Period
/** When the plan ends instead of renewing with the period, because it was cancelled, or is a trial that nothing follows; else null. */
ends_at: string | null
}

export type UsageRequests = {
/** The clock minute. */
minute: UsageWindow
/** The day in UTC. */
day: UsageWindow
}

export type UsageWindow = {
/** What errors and headers call this window. */
name: "requests_per_minute" | "requests_per_day" | "own_requests_per_minute" | "billing_requests_per_minute" | "session_requests_per_minute" | "feed_requests_per_minute" | "sample_requests_per_minute" | "web_requests_per_minute" | "search_rows_per_month" | "web_search_rows_per_month" | "exports_at_once"
/** The most that is allowed. */
limit: number
/** What has been used. */
used: number
/** What is left. */
remaining: number
/** When it starts over. */
resets_at: string
}

export type ValueChoice = {
/** At least one of these. */
any?: (string)[]
/** Every one of these. */
all?: (string)[]
/** Not one of these. */
none?: (string)[]
}

export type Watch = {
/** The id of the watch. */
id: string
/** Always `watch`. */
object: "watch"
/** The saved search that is watched; null for a list. */
saved_search_id: string | null
/** The list that is watched; null for a saved search. */
list_id: string | null
/** The name of the saved search or list. */
name: string
/** What it tells of. */
kind: "contacts" | "stores"
/** How often news is mailed. */
mail: "off" | "daily" | "weekly"
/** Whether news is recorded as events. */
events: boolean
/** The list that news is added to. */
add_to_list_id: string | null
/** Matches since the caller last looked (`POST /watches/{watch_id}/visit`). */
new_matches: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type WatchList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (WatchListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are in all. */
total: number
}

export type WatchListData = {
/** The id of the watch. */
id: string
/** Always `watch`. */
object: "watch"
/** The saved search that is watched; null for a list. */
saved_search_id: string | null
/** The list that is watched; null for a saved search. */
list_id: string | null
/** The name of the saved search or list. */
name: string
/** What it tells of. */
kind: "contacts" | "stores"
/** How often news is mailed. */
mail: "off" | "daily" | "weekly"
/** Whether news is recorded as events. */
events: boolean
/** The list that news is added to. */
add_to_list_id: string | null
/** Matches since the caller last looked (`POST /watches/{watch_id}/visit`). */
new_matches: number
/** The member or the key that made it. */
created_by: string
/** When it was made. */
created_at: string
}

export type WatchMatch = {
/** Always `watch_match`. */
object: "watch_match"
/** The contact, without channels; null if the watch tells of stores. */
contact: ContactPreview | null
/** The store; null if the watch tells of contacts. */
store: Store | null
/** The changes of the store that it is reported for; empty where it began to match. */
changes: (WatchMatchChange)[]
/** Whether the caller has not seen it yet: reported since their last visit. */
new: boolean
/** When it was told. */
matched_at: string
}

export type WatchMatchChange = {
/** What changed. */
type: "store_added" | "app_added" | "app_removed" | "pixel_added" | "pixel_removed" | "theme_changed" | "traffic_tier_up" | "traffic_tier_down" | "revenue_tier_up" | "revenue_tier_down" | "shopify_plus_gained" | "shopify_plus_lost" | "ads_started" | "ads_stopped" | "contact_added"
/** The app or pixel; null where a type has no value. */
value: string | null
/** When it was observed. */
observed_at: string
}

export type WatchMatchList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (WatchMatch)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many matches are kept, also those that can’t be shown any more. */
total: number
}

export type WatchMatchedEvent = {
/** Always `watch.matched`. */
type: "watch.matched"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: WatchMatchedEventData
}

export type WatchMatchedEventData = {
/** The watch. */
watch_id: string
/** The saved search that is watched; null for a list. */
saved_search_id: string | null
/** The list that is watched; null for a saved search. */
list_id: string | null
/** The name of the saved search or list. */
name: string
/** What it tells of. */
kind: "contacts" | "stores"
/** How many contacts or stores are told. */
count: number
/** The number of the newest match of the watch. */
last_match: number
/** Up to 100 of them, newest first: `contact` (a preview) or `store`, and `changes`. In a webhook as many as fit. */
data: (Record<never, never>)[]
/** The rest: the `cursor` of `GET /watches/{watch_id}/matches`; null when all are here. */
next_cursor: string | null
/** The number of the event in the feed. */
sequence: number
}

export type WatchPreview = {
/** Always `watch_preview`. */
object: "watch_preview"
/** How far back it looks. */
days: number
/** How many contacts or stores would have been told. */
total: number
/** The first 25 of them. */
data: (WatchMatch)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type Webhook = {
/** The id of the webhook. */
id: string
/** Always `webhook`. */
object: "webhook"
/** Where events are sent. */
url: string
/** The types of events that are sent; null: every type. */
types: (string)[] | null
/** Whether events are sent. */
status: "enabled" | "disabled"
/** When it was made. */
created_at: string
/** When an event was last accepted. */
last_success_at: string | null
/** Since when no event has been accepted; null if the last one was. */
failing_since: string | null
/** Verify signatures with it, as Standard Webhooks says. Shown only now. */
secret: string
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type WebhookDelivery = {
/** Always `webhook_delivery`. */
object: "webhook_delivery"
/** The event, also in the header `webhook-id`. */
event_id: string
/** How many attempts were made. */
attempt: number
/** `pending`: another attempt will be made. */
outcome: "succeeded" | "failed" | "pending"
/** The status of the last reply; null if there was none. */
status_code: number | null
/** When the last attempt was made. */
attempted_at: string | null
/** When the next attempt is due. */
next_attempt_at: string | null
/** The beginning of the last reply, or why there was none. */
response: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type WebhookDeliveryList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (WebhookDeliveryListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there were in all when the first page was read. */
total: number
}

export type WebhookDeliveryListData = {
/** Always `webhook_delivery`. */
object: "webhook_delivery"
/** The event, also in the header `webhook-id`. */
event_id: string
/** How many attempts were made. */
attempt: number
/** `pending`: another attempt will be made. */
outcome: "succeeded" | "failed" | "pending"
/** The status of the last reply; null if there was none. */
status_code: number | null
/** When the last attempt was made. */
attempted_at: string | null
/** When the next attempt is due. */
next_attempt_at: string | null
/** The beginning of the last reply, or why there was none. */
response: string | null
}

export type WebhookDisabledEvent = {
/** Always `webhook.disabled`. */
type: "webhook.disabled"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: WebhookDisabledEventData
}

export type WebhookDisabledEventData = {
/** The webhook. */
webhook_id: string
/** `gone`: it answered 410. `failing`: no success in 5 days. `secret_unreadable`: the service can’t read its secret any more; rotate it, then enable the webhook. */
reason: "gone" | "failing" | "secret_unreadable"
/** The number of the event in the feed. */
sequence: number
}

export type WebhookList = {
/** Always `list`. */
object: "list"
/** One page of results. */
data: (WebhookListData)[]
/** Another page exists. */
has_more: boolean
/** Opaque; pass it back unchanged as `cursor`. */
next_cursor: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
/** How many there are in all. */
total: number
}

export type WebhookListData = {
/** The id of the webhook. */
id: string
/** Always `webhook`. */
object: "webhook"
/** Where events are sent. */
url: string
/** The types of events that are sent; null: every type. */
types: (string)[] | null
/** Whether events are sent. */
status: "enabled" | "disabled"
/** When it was made. */
created_at: string
/** When an event was last accepted. */
last_success_at: string | null
/** Since when no event has been accepted; null if the last one was. */
failing_since: string | null
}

export type WebhookResend = {
/** Always `webhook_resend`. */
object: "webhook_resend"
/** How many events will be sent. */
resent: number
/** Call again with this as `since` for the rest; null if there is none. */
next_since: number | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type Work = {
/** Always `work`. */
object: "work"
/** The contact or store. */
id: string
/** How far the work is. */
status: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it. */
owner_id: string | null
/** Its tags. */
tags: (string)[]
/** A note. */
note: string | null
/** When something of it last changed; null: never. */
changed_at: string | null
/** The member, connection or key that changed it last. */
changed_by: string | null
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type WorkActor = {
/** `member`, `api_key` or `connection`. */
type: string
/** Its id. */
id: string
}

export type WorkChangedEvent = {
/** Always `work.changed`. */
type: "work.changed"
/** When it happened. */
timestamp: string
/** As in the feed, and its sequence. */
data: WorkChangedEventData
}

export type WorkChangedEventData = {
/** What it is about. */
kind: "contact" | "store"
/** The contact or store. */
id: string
/** What was changed, with what it became. */
changes: WorkChangedEventDataChanges
/** Whether the note changed. Its text is not told. */
note_changed: boolean
/** Who changed it. */
actor: WorkChangedEventDataActor
/** The number of the event in the feed. */
sequence: number
}

export type WorkChangedEventDataActor = {
/** `member`, `api_key` or `connection`. */
type: string
/** Its id. */
id: string
}

export type WorkChangedEventDataChanges = {
/** The new status. */
status?: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The new owner. */
owner_id?: string | null
/** The new tags. */
tags?: (string)[]
}

export type WorkChanges = {
/** The new status. */
status?: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The new owner. */
owner_id?: string | null
/** The new tags. */
tags?: (string)[]
/** The new note. */
note?: string | null
}

export type WorkFilters = {
/** Status of the work on it: any of these; null is what has none. */
status_any?: ("new" | "contacted" | "replied" | "won" | "lost" | null)[]
/** Tag of the work on it: any of these. */
tags_any?: (string)[]
/** Owner of the work on it: any of these. */
owner_any?: (string)[]
/** Its work did not change for this many days of 24 hours, or nobody has worked on it. */
untouched_for_days?: number
}

export type WorkFound = {
/** Always `work_found`. */
object: "work_found"
/** Each contact or store with work, once, in the order of the request. */
data: (WorkFoundData)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}

export type WorkFoundData = {
/** Always `work`. */
object: "work"
/** The contact or store. */
id: string
/** How far the work is. */
status: "new" | "contacted" | "replied" | "won" | "lost" | null
/** The member who works on it. */
owner_id: string | null
/** Its tags. */
tags: (string)[]
/** A note. */
note: string | null
/** When something of it last changed; null: never. */
changed_at: string | null
/** The member, connection or key that changed it last. */
changed_by: string | null
}

export type WorkHistoryItem = {
/** When it was changed. */
changed_at: string
/** Who changed it. */
actor: WorkActor
/** What was changed, with what it became. */
changes: WorkChanges
}

export type WorkUpdate = {
/** Always `work_update`. */
object: "work_update"
/** Contacts or stores of which something is different now. */
changed: number
/** Those that were as asked already. */
unchanged: number
/** Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue. */
unavailable_ids: (string)[]
/** Names this request, for support and debugging. Also in the header X-Request-Id. */
request_id: string
}
