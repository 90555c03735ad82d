/** What the ledger promises, in the plainest words: no database, no batches, no locks. Tests hold the real one against it. */
import type { Period } from '../../src/credits/periods.ts'
import type { SpendOutcome } from '../../src/credits/spend-request.ts'

export type ModelEntry = {
  seq: number
  kind: string
  amount: number
  balance_after: number
  actor_id: string | null
  contact_ids: string[]
  period_start: Date
  opens_period: boolean
  refunds_seq: number | null
  created_at: Date
}

export type ModelAccount = {
  balance: number
  periodCredits: number
  periodStart: Date | null
  owned: Map<string, Date>
  keys: Map<string, { requested: string[]; available: string[]; charged: string[]; remaining: number; at: Date }>
  spentBy: Map<string, number>
  entries: ModelEntry[]
}

/** sold: can be bought. kept: only owners may read it (retired, or without a channel left). hidden: suppressed or unknown. */
export type ContactState = 'sold' | 'kept' | 'hidden'
export type ModelCall = {
  period: Period
  actor: { id: string; limit: number | null }
  key: string | null
  contactIds: string[]
}

export const createModelAccount = (): ModelAccount => ({
  balance: 0,
  periodCredits: 0,
  periodStart: null,
  owned: new Map(),
  keys: new Map(),
  spentBy: new Map(),
  entries: [],
})

type Draft = Partial<ModelEntry> & { kind: string; amount: number }

function write(account: ModelAccount, now: Date, draft: Draft): void {
  account.balance += draft.amount
  account.entries.push({
    seq: account.entries.length + 1,
    balance_after: account.balance,
    actor_id: null,
    contact_ids: [],
    period_start: account.periodStart!,
    opens_period: false,
    refunds_seq: null,
    created_at: now,
    ...draft,
  })
}

const isDue = (account: ModelAccount, period: Period): boolean =>
  account.periodStart === null || account.periodStart < period.start

export function open(account: ModelAccount, now: Date, period: Period): void {
  if (!isDue(account, period)) return
  if (account.balance > 0) write(account, now, { kind: 'expire', amount: -account.balance })
  account.periodStart = period.start
  account.periodCredits = period.credits
  write(account, now, { kind: 'grant', amount: period.credits, opens_period: true })
}

export function reveal(
  account: ModelAccount,
  now: Date,
  call: ModelCall,
  stateOf: (contactId: string) => ContactState,
): SpendOutcome {
  const { actor, contactIds: asked } = call
  const isReadable = (id: string) => stateOf(id) !== 'hidden'
  const first = call.key === null ? undefined : account.keys.get(call.key)
  if (first) {
    if (first.requested.join() !== asked.join()) return { kind: 'idempotency_conflict' }
    const items = asked.map((contactId) => ({
      contactId,
      revealedAt: isReadable(contactId) && first.available.includes(contactId) ? account.owned.get(contactId)! : null,
      charged: first.charged.includes(contactId),
    }))
    return { kind: 'spent', items, spent: first.charged.length, remaining: first.remaining, replayed: true }
  }

  const bought = asked.filter((id) => stateOf(id) === 'sold' && !account.owned.has(id))
  const available = asked.filter((id) => bought.includes(id) || (isReadable(id) && account.owned.has(id)))
  const due = isDue(account, call.period)
  const balance = due ? call.period.credits : account.balance
  const periodCredits = due ? call.period.credits : account.periodCredits
  if (bought.length > balance) {
    return { kind: 'insufficient_credits', required: bought.length, remaining: balance, periodCredits }
  }
  const counter = `${actor.id} ${(due ? call.period.start : account.periodStart!).toISOString()}`
  const spentBefore = account.spentBy.get(counter) ?? 0
  if (bought.length > 0 && actor.limit !== null && spentBefore + bought.length > actor.limit) {
    return { kind: 'actor_limit_reached', actor: 'api_key', limit: actor.limit, periodCredits }
  }
  if (available.length > 0) {
    open(account, now, call.period)
    if (bought.length > 0) {
      write(account, now, { kind: 'spend', amount: -bought.length, actor_id: actor.id, contact_ids: bought })
      account.spentBy.set(counter, spentBefore + bought.length)
      for (const id of bought) account.owned.set(id, now)
    }
    if (call.key !== null) {
      account.keys.set(call.key, {
        requested: asked,
        available,
        charged: bought,
        remaining: balance - bought.length,
        at: now,
      })
    }
  }
  const items = asked.map((contactId) => ({
    contactId,
    revealedAt: available.includes(contactId) ? account.owned.get(contactId)! : null,
    charged: bought.includes(contactId),
  }))
  return { kind: 'spent', items, spent: bought.length, remaining: balance - bought.length, replayed: false }
}

/** Grants and adjustments, and whether they were allowed. */
export function change(account: ModelAccount, now: Date, period: Period, kind: string, amount: number): boolean {
  const trial = structuredClone(account)
  open(trial, now, period)
  trial.periodCredits += amount
  if (trial.balance + amount < 0 || trial.periodCredits < 0) return false
  write(trial, now, { kind, amount })
  Object.assign(account, trial)
  return true
}

export function refund(account: ModelAccount, now: Date, period: Period, seq: number, wanted?: number): boolean {
  const trial = structuredClone(account)
  open(trial, now, period)
  const spend = trial.entries[seq - 1]!
  const refunded = trial.entries.filter((entry) => entry.refunds_seq === seq)
  const left = -spend.amount - refunded.reduce((sum, { amount }) => sum + amount, 0)
  const amount = wanted ?? left
  if (amount < 1 || amount > left) return false
  write(trial, now, { kind: 'refund', amount, contact_ids: spend.contact_ids, refunds_seq: seq })
  Object.assign(account, trial)
  return true
}

export function forget(account: ModelAccount, before: Date): void {
  for (const [key, { at }] of account.keys) if (at < before) account.keys.delete(key)
}
