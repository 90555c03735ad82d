import type { Db } from '../db/database.ts'
import type { Actor, CountedActor, Door, EntryDraft, Period } from './ledger.ts'

export type SpendItem = {
  contactId: string
  /** Can be bought now: in the catalogue, not suppressed, with an exportable channel. */
  purchasable: boolean
  /** May be shown to an account that owns it: known and not suppressed, and as the request accepts it. */
  readable: boolean
  /** May be shown again to whom this request has shown it. Unset: as `readable`. */
  readableAgain?: boolean
}

export type SpendingJob = {
  id: string
  /** What is left of the job’s own maximum: a spend of more is refused like one that the balance does not cover. */
  creditsLeft: number
  /** Keeps the job from other runners until the spend has committed; throws where another one has it already. */
  hold(tx: Db): Promise<void>
}

export type SpendRequest = {
  accountId: string
  period: Period
  door: Door
  actor: Actor
  countsFor: CountedActor[]
  requestId: string
  /** The job that asks, for a reveal that is part of one. */
  job?: SpendingJob
  idempotencyKey: string | null
  /** Compared under the key along with the contacts. */
  options?: string | null
  /** Also reveals contacts that the account excludes. */
  allowExcluded?: boolean
  /** The caller’s own words, kept on the entry. */
  reference?: string | null
  /** Every contact asked for, once each, in the order asked. */
  items: SpendItem[]
}

/** `revealedAt` is null for an item that this account can't have, or `excluded`. */
export type SpentItem = { contactId: string; revealedAt: Date | null; charged: boolean; excluded: boolean }

export type SpendOutcome =
  | { kind: 'spent'; items: SpentItem[]; spent: number; remaining: number; replayed: false }
  | {
      kind: 'spent'
      items: SpentItem[]
      spent: number
      remaining: number
      replayed: true
      /** The request that was answered first, where it is known. */
      originalRequestId: string | null
    }
  | { kind: 'insufficient_credits'; required: number; remaining: number; periodCredits: number }
  | { kind: 'actor_limit_reached'; actor: CountedActor['type']; limit: number }
  | { kind: 'idempotency_conflict' }

/** What a request may have: `dues` come first, then `fresh` are bought. */
export type GrantedSpend = {
  dues: EntryDraft[]
  fresh: string[]
  available: string[]
  excluded: string[]
  remaining: number
  /** Whose limit this request uses up. */
  usedUp: CountedActor[]
}
