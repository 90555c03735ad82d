import { newEntryId } from '../base/ids.ts'
import type { SpendItem, SpendRequest } from './spend-request.ts'
import { type LimitRow, toLimits } from './spending-limits.ts'

/** What the requests of one account ask of it together. */
type AccountDebit = {
  accountId: string
  /** The latest period that one of the requests was admitted in. */
  due: Date
  requests: DebitRequest[]
}

type DebitRequest = {
  slot: number
  request: SpendRequest
  entryId: string
  /** Contacts that this request buys unless they are owned already. */
  sold: string[]
  /** Contacts that an earlier request of the debit gets: owned by the time of this one. */
  shared: string[]
  /** Contacts that can't be bought, but may be read by an account that owns them. */
  kept: string[]
}

/** A request as the statement needs it: with the place of its debit, and whether the debit ends with it. */
export type AskedRow = DebitRequest & { debit: number; accountId: string; due: Date; isLast: boolean }

/** A batch as its statement needs it. */
export type Batch = { asked: AskedRow[]; limits: LimitRow[] }

/**
 * Accounts in ascending order, which is the order in which the statement locks them. `later` are requests that depend on
 * one of the same batch in a way that only its outcome can tell: a repeated Idempotency-Key, a contact that a request with a
 * key asks for as well, or one that the other request may buy although it is excluded and this one may not.
 */
export function makeDebits(requests: SpendRequest[]): { debits: AccountDebit[]; later: number[] } {
  const debits = new Map<string, AccountDebit & { claims: Claims }>()
  const later: number[] = []
  requests.forEach((request, slot) => {
    const { accountId, period } = request
    let debit = debits.get(accountId)
    if (!debit) {
      debit = { accountId, due: period.start, requests: [], claims: { contacts: new Map(), keyed: new Set() } }
      debits.set(accountId, debit)
    }
    const claimed = claim(debit.claims, request)
    if (!claimed) {
      later.push(slot)
      return
    }
    debit.requests.push({ slot, request, entryId: newEntryId(), ...claimed })
    if (period.start > debit.due) debit.due = period.start
  })
  return { debits: [...debits.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1)), later }
}

/**
 * What the requests of a debit ask for so far: contacts, and whether also if they are excluded; separately the keys of requests
 * and the contacts under them.
 */
type Claims = { contacts: Map<string, boolean>; keyed: Set<string> }

function claim(
  claims: Claims,
  { items, idempotencyKey, allowExcluded = false }: SpendRequest,
): Pick<DebitRequest, 'sold' | 'shared' | 'kept'> | null {
  // A space can't be in a contact's id, so the two kinds of names never meet.
  const keyName = idempotencyKey === null ? null : ` ${idempotencyKey}`
  if (keyName !== null && claims.keyed.has(keyName)) return null
  if (items.some((item) => dependsOn(claims, item, allowExcluded))) return null
  const claimed = { sold: [] as string[], shared: [] as string[], kept: [] as string[] }
  for (const { contactId, purchasable, readable } of items) {
    if (!purchasable) {
      if (readable) claimed.kept.push(contactId)
    } else if (claims.contacts.has(contactId)) {
      claimed.shared.push(contactId)
    } else {
      claimed.sold.push(contactId)
      if (keyName === null) claims.contacts.set(contactId, allowExcluded)
      else claims.keyed.add(contactId)
    }
  }
  if (keyName !== null) claims.keyed.add(keyName)
  return claimed
}

/** Whether what an earlier request gets decides what this one is shown, beyond a contact that both may buy. */
function dependsOn(
  { contacts, keyed }: Claims,
  { contactId, purchasable, readable }: SpendItem,
  allowExcluded: boolean,
): boolean {
  if (keyed.has(contactId)) return true
  const claimed = contacts.get(contactId)
  if (claimed === undefined) return false
  return purchasable ? claimed !== allowExcluded : readable
}

export function toBatch(debits: AccountDebit[]): Batch {
  const asked = debits.flatMap(({ accountId, due, requests }, debit) =>
    requests.map((one, at): AskedRow => ({ ...one, debit, accountId, due, isLast: at === requests.length - 1 })),
  )
  return { asked, limits: toLimits(asked) }
}
