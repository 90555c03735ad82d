import type { CursorSealer } from './access/cursor.ts'
import { acceptInvitation } from './access/session/accept-invitation.ts'
import { createKey } from './access/session/create-key.ts'
import { disconnect } from './access/session/disconnect.ts'
import { getProfile } from './access/session/get-profile.ts'
import { inviteMember } from './access/session/invite-member.ts'
import { leaveAccount } from './access/session/leave-account.ts'
import { listConnections } from './access/session/list-connections.ts'
import { listInvitations } from './access/session/list-invitations.ts'
import { listKeys } from './access/session/list-keys.ts'
import { listMembers } from './access/session/list-members.ts'
import { readInvitation } from './access/session/read-invitation.ts'
import { removeMember } from './access/session/remove-member.ts'
import { renameAccount } from './access/session/rename-account.ts'
import { revokeKey } from './access/session/revoke-key.ts'
import type { SessionNeeds } from './access/session/session-needs.ts'
import { switchAccount } from './access/session/switch-account.ts'
import { updateConnection } from './access/session/update-connection.ts'
import { updateKey } from './access/session/update-key.ts'
import { updateMember } from './access/session/update-member.ts'
import { updateProfile } from './access/session/update-profile.ts'
import { withdrawInvitation } from './access/session/withdraw-invitation.ts'
import type { BillingNeeds } from './billing/billing-link.ts'
import { createPortalLink, getPortalLink } from './billing/create-portal-link.ts'
import { createSubscriptionLink, getSubscriptionLink } from './billing/create-subscription-link.ts'
import { endTrial } from './billing/end-trial.ts'
import { getBillingStatus } from './billing/get-billing-status.ts'
import type { Clock } from './clock.ts'
import { addToContactList } from './collections/add-to-contact-list.ts'
import { createContactList } from './collections/create-contact-list.ts'
import { deleteContactList } from './collections/delete-contact-list.ts'
import { deleteSavedSearch } from './collections/delete-saved-search.ts'
import { listContactLists } from './collections/list-contact-lists.ts'
import { listSavedSearches } from './collections/list-saved-searches.ts'
import { removeFromContactList } from './collections/remove-from-contact-list.ts'
import { saveSearch } from './collections/save-search.ts'
import { updateContactList } from './collections/update-contact-list.ts'
import { listRevealedContacts } from './contacts/list-revealed-contacts.ts'
import type { OwnedNeeds } from './contacts/owned-contacts.ts'
import { quoteReveal } from './contacts/quote-reveal.ts'
import { type RevealNeeds, revealContacts } from './contacts/reveal-contacts.ts'
import { searchContacts } from './contacts/search-contacts.ts'
import { searchRevealedContacts } from './contacts/search-revealed-contacts.ts'
import { getCreditHistory } from './credits/get-credit-history.ts'
import { listCreditEntries } from './credits/list-credit-entries.ts'
import type { Database } from './db/database.ts'
import type { AnyOperation } from './operation.ts'
import type { CurrentCatalogue } from './search/serve/current-catalogue.ts'
import { enrichStores } from './stores/enrich-stores.ts'
import { getStore } from './stores/get-store.ts'
import { getTaxonomy } from './stores/get-taxonomy.ts'
import { searchStores } from './stores/search-stores.ts'
import { getUsage } from './usage/get-usage.ts'

/** What the operations need between them; app.ts provides it. */
export type OperationNeeds = RevealNeeds &
  OwnedNeeds &
  BillingNeeds & {
    database: Database
    clock: Clock
    cursors: CursorSealer
    catalogue: CurrentCatalogue
  }

/** The public surface on one screen. Routes, OpenAPI, docs and tools are all made from this list. */
export const operations: readonly AnyOperation<OperationNeeds>[] = [
  revealContacts,
  quoteReveal,
  listRevealedContacts,
  searchContacts,
  searchStores,
  getStore,
  enrichStores,
  getUsage,
  getTaxonomy,
  listCreditEntries,
  getBillingStatus,
  createSubscriptionLink,
  getSubscriptionLink,
  createPortalLink,
  getPortalLink,
  endTrial,
]

/** For people in the web application alone: served under /app/v1 with the session cookie, outside the public description. */
export const sessionOperations: readonly AnyOperation<SessionNeeds & OwnedNeeds>[] = [
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
  searchRevealedContacts,
  listContactLists,
  createContactList,
  updateContactList,
  deleteContactList,
  addToContactList,
  removeFromContactList,
  listSavedSearches,
  saveSearch,
  deleteSavedSearch,
  getCreditHistory,
]
