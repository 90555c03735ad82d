import type { Plans } from './accounts/plan.ts'
import { listAuditEntries } from './audit/list-audit-entries.ts'
import type { Clock } from './base/clock.ts'
import type { CursorSealer } from './base/seal.ts'
import { cancelPlanChange, changePlan, previewPlanChange } from './billing/change-plan.ts'
import { createPortalLink, getPortalLink } from './billing/create-portal-link.ts'
import { createSubscriptionLink, getSubscriptionLink } from './billing/create-subscription-link.ts'
import { createTopUpLink } from './billing/create-top-up-link.ts'
import { endTrial } from './billing/end-trial.ts'
import { getBillingStatus } from './billing/get-billing-status.ts'
import { keepSubscription } from './billing/keep-subscription.ts'
import { listInvoices } from './billing/list-invoices.ts'
import type { BillingNeeds } from './billing/sync/billing-services.ts'
import { updateAutoTopUp } from './billing/update-auto-top-up.ts'
import { reportBounces } from './bounces/report-bounces.ts'
import { findAnything } from './browse/find-anything.ts'
import { getSampleTaxonomy } from './browse/get-sample-taxonomy.ts'
import { sampleContacts } from './browse/sample-contacts.ts'
import { sampleStores } from './browse/sample-stores.ts'
import type { AnyOperation } from './call/operation.ts'
import type { SessionNeeds } from './call/session-needs.ts'
import type { ChannelKeys } from './catalog/channel-keys.ts'
import { addListItems } from './collections/add-list-items.ts'
import { createList } from './collections/create-list.ts'
import { createSavedSearch } from './collections/create-saved-search.ts'
import { deleteList } from './collections/delete-list.ts'
import { deleteSavedSearch } from './collections/delete-saved-search.ts'
import { getList } from './collections/get-list.ts'
import { getSavedSearch } from './collections/get-saved-search.ts'
import { listLists } from './collections/list-lists.ts'
import { listSavedSearches } from './collections/list-saved-searches.ts'
import { removeListItems } from './collections/remove-list-items.ts'
import { updateList } from './collections/update-list.ts'
import { type ChangeWatchedSearch, updateSavedSearch } from './collections/update-saved-search.ts'
import { disconnect } from './connections/disconnect.ts'
import { listConnections } from './connections/list-connections.ts'
import { updateConnection } from './connections/update-connection.ts'
import { exportContacts } from './contacts/export-contacts.ts'
import { getContact } from './contacts/get-contact.ts'
import { listRevealedContacts } from './contacts/list-revealed-contacts.ts'
import type { OwnedNeeds } from './contacts/owned-contacts.ts'
import { quoteReveal } from './contacts/quote-reveal.ts'
import { readOwnedContacts } from './contacts/read-owned-contacts.ts'
import { type RevealNeeds, revealContacts } from './contacts/reveal-contacts.ts'
import { searchContacts } from './contacts/search-contacts.ts'
import { searchRevealedContacts } from './contacts/search-revealed-contacts.ts'
import type { Database } from './db/database.ts'
import { deleteExclusion } from './exclusions/delete-exclusion.ts'
import type { ExclusionNeeds } from './exclusions/exclusion-schema.ts'
import { getExclusion } from './exclusions/get-exclusion.ts'
import { listExclusions } from './exclusions/list-exclusions.ts'
import { putExclusion } from './exclusions/put-exclusion.ts'
import { connectHubspot } from './hubspot/connect-hubspot.ts'
import { createHubspotExclusion } from './hubspot/create-hubspot-exclusion.ts'
import { createHubspotRun } from './hubspot/create-hubspot-run.ts'
import { disconnectHubspot } from './hubspot/disconnect-hubspot.ts'
import { getHubspot } from './hubspot/get-hubspot.ts'
import { getHubspotRun } from './hubspot/get-hubspot-run.ts'
import type { HubspotNeeds } from './hubspot/hubspot-schema.ts'
import { listHubspotRunItems } from './hubspot/list-hubspot-run-items.ts'
import { listHubspotRuns } from './hubspot/list-hubspot-runs.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { type CreateJobNeeds, createJob } from './jobs/create-job.ts'
import { findBeingRevealed } from './jobs/find-being-revealed.ts'
import { getJob } from './jobs/get-job.ts'
import { getJobResults } from './jobs/get-job-results.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { pauseJob } from './jobs/pause-job.ts'
import { resumeJob } from './jobs/resume-job.ts'
import { createKey, type OpenTestAccount } from './keys/create-key.ts'
import { listKeys } from './keys/list-keys.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { updateKey } from './keys/update-key.ts'
import { acceptInvitation } from './members/accept-invitation.ts'
import { getProfile } from './members/get-profile.ts'
import { inviteMember } from './members/invite-member.ts'
import { leaveAccount } from './members/leave-account.ts'
import { listInvitations } from './members/list-invitations.ts'
import { listMembers } from './members/list-members.ts'
import type { DepartureNeeds } from './members/members.ts'
import { readInvitation } from './members/read-invitation.ts'
import { removeMember } from './members/remove-member.ts'
import { renameAccount } from './members/rename-account.ts'
import { switchAccount } from './members/switch-account.ts'
import { updateMember } from './members/update-member.ts'
import { updateProfile } from './members/update-profile.ts'
import { withdrawInvitation } from './members/withdraw-invitation.ts'
import { confirmErasures } from './privacy/confirm-erasures.ts'
import { confirmEvent } from './privacy/confirm-event.ts'
import { listErasures } from './privacy/list-erasures.ts'
import { getListItems } from './prospects/get-list-items.ts'
import { runSavedSearch } from './prospects/run-saved-search.ts'
import type { KnownExclusions } from './result-pages/known-exclusions.ts'
import type { SearchSettlement } from './result-pages/settlement.ts'
import type { SearchIndex } from './search/serve/search-index.ts'
import { enrichStores } from './stores/enrich-stores.ts'
import { exportStores } from './stores/export-stores.ts'
import { findSimilarStores } from './stores/find-similar-stores.ts'
import { getStore } from './stores/get-store.ts'
import { getTaxonomy } from './stores/get-taxonomy.ts'
import { listStoreChanges } from './stores/list-store-changes.ts'
import { searchStores } from './stores/search-stores.ts'
import { advanceTestClock } from './test-mode/advance-test-clock.ts'
import { resetTestMode } from './test-mode/reset-test-mode.ts'
import { getCreditHistory } from './usage/get-credit-history.ts'
import { getUsage } from './usage/get-usage.ts'
import { listCreditEntries } from './usage/list-credit-entries.ts'
import { createWatch } from './watches/create-watch.ts'
import { deleteWatch } from './watches/delete-watch.ts'
import { followStore } from './watches/follow-store.ts'
import { getStoreFollow } from './watches/get-store-follow.ts'
import { getWatch } from './watches/get-watch.ts'
import { listWatchMatches } from './watches/list-watch-matches.ts'
import { listWatches } from './watches/list-watches.ts'
import { previewNews } from './watches/preview-news.ts'
import { previewWatch } from './watches/preview-watch.ts'
import { unfollowStore } from './watches/unfollow-store.ts'
import { updateWatch } from './watches/update-watch.ts'
import { visitWatch } from './watches/visit-watch.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { getWebhook } from './webhooks/get-webhook.ts'
import { type EventNeeds, listEvents } from './webhooks/list-events.ts'
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { resendWebhookEvents } from './webhooks/resend-webhook-events.ts'
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import type { WebhookNeeds } from './webhooks/webhook-schema.ts'
import { findWork } from './work/find-work.ts'
import { getContactWork } from './work/get-contact-work.ts'
import { getStoreWork } from './work/get-store-work.ts'
import { updateContactWork } from './work/update-contact-work.ts'
import { updateStoreWork } from './work/update-store-work.ts'
import { updateWork } from './work/update-work.ts'

/** What the operations need between them; app.ts provides it. */
export type OperationNeeds = RevealNeeds &
  OwnedNeeds &
  CreateJobNeeds &
  BillingNeeds &
  EventNeeds &
  WebhookNeeds &
  HubspotNeeds &
  ExclusionNeeds &
  IndexNeeds & {
    changeWatchedSearch: ChangeWatchedSearch
    database: Database
    clock: Clock
    cursors: CursorSealer
  }

/** Blurs the counts that accounts without a plan see. */
type SampleNeeds = { channelKeys: ChannelKeys }
type KeyNeeds = { plans: Plans; openTestAccount: OpenTestAccount }
type IndexNeeds = { searchIndex: SearchIndex; settlement: SearchSettlement; exclusions: KnownExclusions }

/** The public surface on one screen. Routes, OpenAPI, docs and tools are all made from this list. */
export const operations: readonly AnyOperation<OperationNeeds>[] = [
  revealContacts,
  quoteReveal,
  listRevealedContacts,
  searchRevealedContacts,
  readOwnedContacts,
  exportContacts,
  getContact,
  searchContacts,
  searchStores,
  getStore,
  listStoreChanges,
  findSimilarStores,
  enrichStores,
  exportStores,
  reportBounces,
  createList,
  listLists,
  getList,
  updateList,
  getListItems,
  addListItems,
  removeListItems,
  deleteList,
  createSavedSearch,
  listSavedSearches,
  getSavedSearch,
  updateSavedSearch,
  runSavedSearch,
  deleteSavedSearch,
  createWatch,
  listWatches,
  getWatch,
  updateWatch,
  listWatchMatches,
  previewWatch,
  previewNews,
  visitWatch,
  deleteWatch,
  followStore,
  getStoreFollow,
  unfollowStore,
  updateContactWork,
  getContactWork,
  updateStoreWork,
  getStoreWork,
  updateWork,
  findWork,
  createJob,
  listJobs,
  getJob,
  getJobResults,
  pauseJob,
  cancelJob,
  resumeJob,
  getUsage,
  getTaxonomy,
  listCreditEntries,
  getCreditHistory,
  getBillingStatus,
  createSubscriptionLink,
  getSubscriptionLink,
  createPortalLink,
  getPortalLink,
  endTrial,
  createTopUpLink,
  listInvoices,
  listEvents,
  confirmEvent,
  putExclusion,
  listExclusions,
  getExclusion,
  deleteExclusion,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  resendWebhookEvents,
  deleteWebhook,
  connectHubspot,
  getHubspot,
  disconnectHubspot,
  createHubspotRun,
  listHubspotRuns,
  getHubspotRun,
  listHubspotRunItems,
  createHubspotExclusion,
  advanceTestClock,
  resetTestMode,
]

export type SessionOperationNeeds = SessionNeeds &
  DepartureNeeds &
  OwnedNeeds &
  BillingNeeds &
  IndexNeeds &
  SampleNeeds &
  KeyNeeds

/** Only for people in the web application: served under /app/v1 with the session cookie, outside the public description. */
export const sessionOperations: readonly AnyOperation<SessionOperationNeeds>[] = [
  getProfile,
  updateProfile,
  switchAccount,
  renameAccount,
  leaveAccount,
  listKeys,
  createKey,
  updateKey,
  revokeKey,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  inviteMember,
  withdrawInvitation,
  readInvitation,
  acceptInvitation,
  listConnections,
  updateConnection,
  disconnect,
  listAuditEntries,
  listErasures,
  confirmErasures,
  previewPlanChange,
  changePlan,
  cancelPlanChange,
  keepSubscription,
  updateAutoTopUp,
  findAnything,
  findBeingRevealed,
  sampleContacts,
  sampleStores,
  getSampleTaxonomy,
]
