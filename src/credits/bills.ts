import { newEntryId } from '../ids.ts'
import type { SpendRequest } from './spend.ts'

/** What the requests of one account cost together if nothing they ask for is owned yet. */
export type Bill = { accountId: string; requests: Billed[]; cost: number; contactIds: Set<string>; due: Date }

export type Billed = {
  slot: number
  request: SpendRequest
  entryId: string
  charged: string[]
}

/** An entry to be written: the place of its bill, and what later entries of the same bill will have added by the end. */
export type BilledEntry = Billed & { bill: number; laterEntries: number; laterCost: number }

/** What a bill adds to the counter of an actor. */
export type BilledActor = { bill: number; type: string; id: string; spent: number }

/** A batch as its statement needs it: bills, and their parts with the place of the bill they belong to. */
export type Batch = { bills: Bill[]; entries: BilledEntry[]; actors: BilledActor[]; keyed: BilledEntry[] }

export function toBatch(bills: Bill[]): Batch {
  const entries = bills.flatMap(toEntries)
  const keyed = entries.filter(({ request }) => request.idempotencyKey !== null)
  return { bills, entries, actors: bills.flatMap(toActors), keyed }
}

/**
 * Accounts in ascending order, which is the order in which the statement locks them. Left to run alone from the start: a
 * limit of the actor, nothing to buy, and the second of two requests of an account that want the same contact.
 */
export function makeBills(requests: SpendRequest[]): Bill[] {
  const bills = new Map<string, Bill>()
  requests.forEach((request, slot) => {
    const { accountId, items, period, countsFor } = request
    const charged = items.filter((item) => item.purchasable).map((item) => item.contactId)
    if (charged.length === 0 || countsFor.some(({ limit }) => limit !== null)) return
    const bill = bills.get(accountId) ?? { accountId, requests: [], cost: 0, contactIds: new Set(), due: period.start }
    if (items.some((item) => bill.contactIds.has(item.contactId))) return
    bill.requests.push({ slot, request, entryId: newEntryId(), charged })
    bill.cost += charged.length
    for (const item of items) bill.contactIds.add(item.contactId)
    if (period.start > bill.due) bill.due = period.start
    bills.set(accountId, bill)
  })
  return [...bills.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

function toEntries({ requests, cost }: Bill, bill: number): BilledEntry[] {
  let laterCost = cost
  return requests.map((billed, at) => {
    laterCost -= billed.charged.length
    return { ...billed, bill, laterEntries: requests.length - 1 - at, laterCost }
  })
}

/** One per actor: a statement can't update a row twice. */
function toActors({ requests }: Bill, bill: number): BilledActor[] {
  const counted = new Map<string, BilledActor>()
  for (const { request, charged } of requests) {
    for (const { type, id } of request.countsFor) {
      const actor = counted.get(`${type} ${id}`) ?? { bill, type, id, spent: 0 }
      actor.spent += charged.length
      counted.set(`${type} ${id}`, actor)
    }
  }
  return [...counted.values()]
}
