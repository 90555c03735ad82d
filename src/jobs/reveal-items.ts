import type { Clock } from '../base/clock.ts'
import { newRequestId } from '../base/ids.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { excludedAmong } from '../catalog/exclusions/excluded.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import { readSpendable } from '../contacts/quote-reveal.ts'
import { contactsPerRevealMax, spendOn } from '../contacts/reveal-contacts.ts'
import { readOptions } from '../contacts/reveal-options.ts'
import { readJobSpends } from '../credits/entries.ts'
import { ownedAmong } from '../credits/reveals.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database, Db } from '../db/database.ts'
import type { Outcome } from './job.ts'
import { type ClaimedJob, holdLease, type ItemOutcome } from './job-leases.ts'
import { chargedContacts, type Item } from './job-rows.ts'
import type { ChunkResult, KindOfWork } from './kinds-of-work.ts'
import { matchPeople } from './match-people.ts'

type Needs = {
  database: Database
  clock: Clock
  channelKeys: ChannelKeys
  contactLookup: ContactLookup
  spending: Spending
}

/**
 * Ordinary reveals of `contactsPerRevealMax` contacts at a time. Every spend names the job in the ledger, in its own transaction, and only the holder
 * of the lease can spend. So what earlier runners spent is known when a slice begins, and counts as spent by the job, although the
 * contacts are revealed by then.
 */
export async function revealWork(job: ClaimedJob, needs: Needs): Promise<KindOfWork> {
  const { database, contactLookup, spending } = needs
  const [charged, recorded] = await Promise.all([
    readJobSpends(database, job.accountId, job.id),
    chargedContacts(database, job.accountId, job.id),
  ])
  const options = job.settings.options ?? readOptions({})
  const ofPeople = job.settings.ofPeople ?? false
  const leftOfMax = () => (job.maxCredits === null ? Number.POSITIVE_INFINITY : job.maxCredits - charged.size)
  const spendingJob = () => ({ id: job.id, creditsLeft: leftOfMax(), hold: (tx: Db) => holdLease(tx, job) })
  const toOutcome = outcomesOf(ofPeople, charged, recorded)

  async function perform(given: Item[], principal: Principal): Promise<ChunkResult> {
    const part = ofPeople ? await payablePeople(given, principal) : { items: given }
    if ('stopped' in part) return part
    const { items } = part
    const ids = [...new Set(items.flatMap((item) => idOf(item, ofPeople) ?? []))]
    // Nobody was found.
    if (ids.length === 0) return { outcomes: items.map((item) => toOutcome(item, nothing)) }
    const contacts = await contactLookup.lookUp(ids)
    const spender = { principal, requestId: newRequestId(), idempotencyKey: null, options, job: spendingJob() }
    const outcome = await spendOn(ids, contacts, spender, spending)
    if (outcome.kind === 'spent') {
      for (const item of outcome.items) if (item.charged) charged.add(item.contactId)
      const revealed = new Set(outcome.items.flatMap((item) => (item.revealedAt === null ? [] : [item.contactId])))
      const excluded = new Set(outcome.items.flatMap((item) => (item.excluded ? [item.contactId] : [])))
      return { outcomes: items.map((item) => toOutcome(item, { revealed, excluded })) }
    }
    // Fewer contacts may still be affordable.
    if (items.length > 1) return perform(items.slice(0, Math.ceil(items.length / 2)), principal)
    if (leftOfMax() === 0) return { stopped: 'max_credits_reached' }
    return {
      stopped: outcome.kind === 'insufficient_credits' ? 'insufficient_contact_credits' : 'credit_limit_reached',
    }
  }

  /**
   * As many as could all be paid for. Somebody who is not found counts like somebody who is: a job without credits must not tell
   * by where it stops which addresses are known.
   */
  async function payablePeople(given: Item[], principal: Principal): Promise<Payable> {
    const { remaining, spendable_now } = await readSpendable(principal, needs)
    const { items: matched, owned } = await matchPeople(job, given, needs)
    const items = affordable(matched, Math.min(leftOfMax(), spendable_now), ({ index, contactId }) =>
      contactId !== null && (charged.has(contactId) || owned.has(contactId)) ? null : (contactId ?? String(index)),
    )
    if (items.length > 0) return { items }
    if (leftOfMax() <= 0) return { stopped: 'max_credits_reached' }
    return { stopped: remaining > 0 ? 'credit_limit_reached' : 'insufficient_contact_credits' }
  }

  /** Up to the last one that was paid. Those before it cost nothing then. */
  async function recover(given: Item[]): Promise<ItemOutcome[]> {
    const isUnrecorded = (id: string | null) => id !== null && charged.has(id) && !recorded.has(id)
    const items = given.slice(0, given.findLastIndex((item) => isUnrecorded(idOf(item, ofPeople))) + 1)
    if (items.length === 0) return []
    const ids = items.flatMap((item) => idOf(item, ofPeople) ?? [])
    const [owned, excluded] = await Promise.all([
      ownedAmong(database, job.accountId, ids),
      excludedAmong(database, job.accountId, ids),
    ])
    return items.map((item) => toOutcome(item, { revealed: new Set(owned.keys()), excluded }))
  }

  return { itemsAtOnce: contactsPerRevealMax, perform, recover }
}

type Payable = { items: Item[] } | Extract<ChunkResult, { stopped: unknown }>

/** The contact that an item is about; null for a person who was not found. */
export const idOf = ({ input, contactId }: Item, ofPeople: boolean): string | null => (ofPeople ? contactId : input)

/** As many items, from the first on, as `left` credits pay for. `costOf` names what costs a credit, once; null: nothing. */
function affordable(items: Item[], left: number, costOf: (item: Item) => string | null): Item[] {
  const costs = new Set<string>()
  const end = items.findIndex((item) => {
    const cost = costOf(item)
    if (cost !== null) costs.add(cost)
    return costs.size > left
  })
  return end === -1 ? items : items.slice(0, end)
}

type SpendResult = Record<'revealed' | 'excluded', ReadonlySet<string>>
const nothing: SpendResult = { revealed: new Set(), excluded: new Set() }

/** If several items name one contact, the first is charged. People who were not revealed are not told apart. */
const outcomesOf =
  (ofPeople: boolean, charged: ReadonlySet<string>, recorded: Set<string>) =>
  (item: Item, { revealed, excluded }: SpendResult): ItemOutcome => {
    const { index } = item
    const id = idOf(item, ofPeople)
    if (id === null) return { index, outcome: 'no_match', charged: false }
    const isCharged = charged.has(id) && !recorded.has(id)
    if (isCharged) recorded.add(id)
    const shown: Outcome = isCharged ? 'newly_revealed' : 'already_revealed'
    const hidden: Outcome = ofPeople ? 'no_match' : excluded.has(id) ? 'excluded' : 'unavailable'
    return { index, outcome: revealed.has(id) ? shown : hidden, charged: isCharged }
  }
