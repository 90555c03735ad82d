/**
 * What the web application can, a key can. What only a signed-in person can is about people, credentials, money or looking around without a
 * plan, or has a public operation that does the same; a new operation of the session fails here until it says which.
 */
import { expect, it } from 'vitest'
import { operations, sessionOperations } from '../../src/operations.ts'

const people = 'who works for the account, and what each of them may, is decided by people'
const credentials = 'a credential must not make, change or see others'
const money = 'what the account pays is decided by people'
const withoutPlan = 'what is shown before there is a plan, when no live key works'

/** By operation of the session: the public one that does the same, or why there is none. */
const known: Record<string, { public: string } | { not: string }> = {
  getProfile: { not: people },
  updateProfile: { not: people },
  switchAccount: { not: people },
  renameAccount: { not: people },
  leaveAccount: { not: people },
  listMembers: { not: people },
  updateMember: { not: people },
  removeMember: { not: people },
  listInvitations: { not: people },
  inviteMember: { not: people },
  withdrawInvitation: { not: people },
  readInvitation: { not: people },
  acceptInvitation: { not: people },
  listKeys: { not: credentials },
  createKey: { not: credentials },
  updateKey: { not: credentials },
  revokeKey: { not: credentials },
  listConnections: { not: credentials },
  updateConnection: { not: credentials },
  disconnect: { not: credentials },
  listAuditEntries: { not: people },
  listErasures: { public: 'listEvents' },
  confirmErasures: { public: 'confirmEvent' },
  previewPlanChange: { not: money },
  changePlan: { not: money },
  cancelPlanChange: { not: money },
  keepSubscription: { not: money },
  updateAutoTopUp: { not: money },
  findAnything: { public: 'searchContacts' },
  findBeingRevealed: { public: 'createJob' },
  sampleContacts: { not: withoutPlan },
  sampleStores: { not: withoutPlan },
  getSampleTaxonomy: { not: withoutPlan },
}

it('what only a signed-in person can has a reason, or a public operation that does the same', () => {
  expect(Object.keys(known).toSorted()).toEqual(sessionOperations.map(({ id }) => id).toSorted())
  const ofKeys = new Set<string>(operations.map(({ id }) => id))
  const named = Object.values(known).flatMap((one) => ('public' in one ? [one.public] : []))
  expect(named.filter((id) => !ofKeys.has(id))).toEqual([])
})
