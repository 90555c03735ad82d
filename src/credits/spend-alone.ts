import type { Clock } from '../base/clock.ts'
import type { Database, Db } from '../db/database.ts'
import { isUniqueViolation } from '../db/wire/errors.ts'
import { planEntries } from './append.ts'
import { lockBalance } from './ledger.ts'
import { duesOf, hasOverdueLot, isDue } from './periods.ts'
import type { GrantedSpend, SpendItem, SpendOutcome, SpendRequest, SpentItem } from './spend-request.ts'
import { readSpendState, type SpendState, type StoredSpend } from './spend-state.ts'
import { writeSpend } from './spend-write.ts'
import { findReachedLimit, findUsedUp } from './spending-limits.ts'

export const itemOutcomes = ['new', 'already_revealed', 'unavailable', 'excluded'] as const
export type ItemOutcome = (typeof itemOutcomes)[number]

/** An outcome that changes nothing, or what has to be written for it. */
type Decision = { outcome: SpendOutcome } | GrantedSpend

type HeldContact = { isOwned: boolean; isExcluded: boolean }

/**
 * What a reveal makes of one contact. Only a new one costs a credit; one that the account owns never does again, and one that it
 * excludes is not bought.
 */
export function outcomeOf(
  { purchasable, readable }: Omit<SpendItem, 'contactId'>,
  { isOwned, isExcluded }: HeldContact,
): ItemOutcome {
  if (isOwned) return readable ? 'already_revealed' : 'unavailable'
  if (!purchasable) return 'unavailable'
  return isExcluded ? 'excluded' : 'new'
}

/**
 * The rule of a spend, for one request on what is true of its account. spend-each.ts, for almost all, and spend-batch.ts do the same in
 * one statement for many.
 */
function decideSpend({ held, owned, excluded, first, spent, now }: SpendState, request: SpendRequest): Decision {
  if (first) return { outcome: replay(first, request, owned) }

  const { items, period } = request
  const outcomes = items.map((item) => {
    const { contactId } = item
    return {
      contactId,
      outcome: outcomeOf(item, { isOwned: owned.has(contactId), isExcluded: excluded.has(contactId) }),
    }
  })
  const fresh = idsOf(outcomes.filter(({ outcome }) => outcome === 'new'))
  const dues = duesOf(held, period, now)
  const { balance, periodCredits } = dues.length > 0 ? planEntries(held, dues).next : held
  if (fresh.length > Math.min(balance, request.job?.creditsLeft ?? balance)) {
    return { outcome: { kind: 'insufficient_credits', required: fresh.length, remaining: balance, periodCredits } }
  }
  // A request that gets nothing is an error to its caller, and an error changes nothing, not even the period.
  const available = idsOf(outcomes.filter(({ outcome }) => outcome === 'new' || outcome === 'already_revealed'))
  const leftOut = idsOf(outcomes.filter(({ outcome }) => outcome === 'excluded'))
  if (available.length === 0 && leftOut.length === 0) {
    const nothing = items.map(({ contactId }) => ({ contactId, revealedAt: null, charged: false, excluded: false }))
    return { outcome: { kind: 'spent', items: nothing, spent: 0, remaining: balance, replayed: false } }
  }
  // Nobody has spent in a period that is not open yet.
  const spentBefore = isDue(held, period) ? [] : spent
  const reached = findReachedLimit(request.countsFor, spentBefore, fresh.length)
  if (reached) {
    return { outcome: { kind: 'actor_limit_reached', actor: reached.type, limit: reached.limit! } }
  }
  const usedUp = findUsedUp(request.countsFor, spentBefore, fresh.length)
  return { dues, fresh, available, excluded: leftOut, remaining: balance - fresh.length, usedUp }
}

/** The first outcome under the key again, or a conflict. */
function replay(
  first: StoredSpend,
  { items, options = null }: SpendRequest,
  owned: ReadonlyMap<string, Date>,
): SpendOutcome {
  const { requested, available, charged, excluded, remaining, requestId: originalRequestId } = first
  const isSameList =
    items.length === requested.length && items.every(({ contactId }, at) => contactId === requested[at])
  if (!isSameList || options !== first.options) {
    return { kind: 'idempotency_conflict' }
  }
  const shownAgain = items.map(({ contactId, readable, readableAgain = readable }): SpentItem => {
    const isShown = readableAgain && available.includes(contactId)
    return {
      contactId,
      revealedAt: isShown ? (owned.get(contactId) ?? null) : null,
      charged: charged.includes(contactId),
      excluded: readableAgain && excluded.includes(contactId),
    }
  })
  return { kind: 'spent', items: shownAgain, spent: charged.length, remaining, replayed: true, originalRequestId }
}

/** How often a spend is tried on what it read without a lock, before it waits for the lock of its account. */
const unlockedTries = 4

/**
 * Reads, decides, and writes if nothing happened in between: two statements, and no lock is held while the answer of one
 * travels to this node. An account that others keep changing could make this try forever, so in the end it takes the
 * lock, in a transaction whose length the server bounds. The reveal of a job holds the job meanwhile.
 */
export async function spendAlone(database: Database, clock: Clock, request: SpendRequest): Promise<SpendOutcome> {
  const { accountId, job } = request
  for (let tries = 0; tries < unlockedTries; tries += 1) {
    const attempt = job
      ? database.transaction(async (tx) => {
          await job.hold(tx)
          return trySpend(tx, clock, request)
        })
      : trySpend(database, clock, request)
    const outcome = await attempt.catch(forgiveLostRace)
    if (outcome) return outcome
  }
  return database.transaction(async (tx) => {
    await job?.hold(tx)
    await lockBalance(tx, accountId)
    const outcome = await trySpend(tx, clock, request)
    if (!outcome) throw new Error(`The balance of ${accountId} changed under its lock.`)
    return outcome
  })
}

/** Null when the account changed between reading and writing. */
async function trySpend(db: Db, clock: Clock, request: SpendRequest): Promise<SpendOutcome | null> {
  const state = await readSpendState(db, clock, request)
  const decision = decideSpend(state, request)
  if ('outcome' in decision) return decision.outcome
  const { fresh, remaining } = decision
  const isLook = fresh.length === 0 && request.idempotencyKey === null
  const changesNothing = isLook && decision.dues.length === 0 && !hasOverdueLot(state.held, state.now)
  const at = changesNothing ? new Date(0) : await writeSpend(db, clock, state.held, request, decision)
  if (!at) return null
  const items = request.items.map(({ contactId, readable }): SpentItem => {
    const charged = fresh.includes(contactId)
    const revealedAt = charged ? at : (state.owned.get(contactId) ?? null)
    return {
      contactId,
      revealedAt: readable ? revealedAt : null,
      charged,
      excluded: decision.excluded.includes(contactId),
    }
  })
  return { kind: 'spent', items, spent: fresh.length, remaining, replayed: false }
}

/** Another node wrote the same contact or key first. */
function forgiveLostRace(error: unknown): null {
  if (isUniqueViolation(error)) return null
  throw error
}

const idsOf = (items: { contactId: string }[]): string[] => items.map((item) => item.contactId)
