import { newEntryId } from '../ids.ts'
import type { SpendRequest } from './spend-request.ts'

/** What the requests of one account cost together if nothing they ask for is owned yet. */
export type AccountDebit = {
  accountId: string
  requests: DebitRequest[]
  cost: number
  contactIds: Set<string>
  due: Date
}

type DebitRequest = {
  slot: number
  request: SpendRequest
  entryId: string
  charged: string[]
}

/** An entry to be written: the place of its debit, and what later entries of the same debit will have added by the end. */
export type DebitEntry = DebitRequest & { debit: number; laterEntries: number; laterCost: number }

/** What a debit adds to the counter of an actor. */
export type DebitActor = { debit: number; type: string; id: string; spent: number }

/** A batch as its statement needs it: debits, and their parts with the place of the debit they belong to. */
export type Batch = { debits: AccountDebit[]; entries: DebitEntry[]; actors: DebitActor[]; keyed: DebitEntry[] }

export function toBatch(debits: AccountDebit[]): Batch {
  const entries = debits.flatMap(toEntries)
  const keyed = entries.filter(({ request }) => request.idempotencyKey !== null)
  return { debits, entries, actors: debits.flatMap(toActors), keyed }
}

/**
 * Accounts in ascending order, which is the order in which the statement locks them. Left to run alone from the start: a
 * limit of the actor, nothing to buy, and the second of two requests of an account that want the same contact.
 */
export function makeDebits(requests: SpendRequest[]): AccountDebit[] {
  const debits = new Map<string, AccountDebit>()
  requests.forEach((request, slot) => {
    const { accountId, items, period, countsFor } = request
    const charged = items.filter((item) => item.purchasable).map((item) => item.contactId)
    if (charged.length === 0 || countsFor.some(({ limit }) => limit !== null)) return
    const debit = debits.get(accountId) ?? {
      accountId,
      requests: [],
      cost: 0,
      contactIds: new Set(),
      due: period.start,
    }
    if (items.some((item) => debit.contactIds.has(item.contactId))) return
    debit.requests.push({ slot, request, entryId: newEntryId(), charged })
    debit.cost += charged.length
    for (const item of items) debit.contactIds.add(item.contactId)
    if (period.start > debit.due) debit.due = period.start
    debits.set(accountId, debit)
  })
  return [...debits.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

function toEntries({ requests, cost }: AccountDebit, debit: number): DebitEntry[] {
  let laterCost = cost
  return requests.map((request, at) => {
    laterCost -= request.charged.length
    return { ...request, debit, laterEntries: requests.length - 1 - at, laterCost }
  })
}

/** One per actor: a statement can't update a row twice. */
function toActors({ requests }: AccountDebit, debit: number): DebitActor[] {
  const counted = new Map<string, DebitActor>()
  for (const { request, charged } of requests) {
    for (const { type, id } of request.countsFor) {
      const actor = counted.get(`${type} ${id}`) ?? { debit, type, id, spent: 0 }
      actor.spent += charged.length
      counted.set(`${type} ${id}`, actor)
    }
  }
  return [...counted.values()]
}
