import { newRequestId } from '../base/ids.ts'
import type { Principal } from '../call/principal.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import { contactsPerRevealMax, spendOn } from '../contacts/reveal-contacts.ts'
import { readOptions } from '../contacts/reveal-options.ts'
import { readJobSpends } from '../credits/entries.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { Outcome } from './job.ts'
import { type ClaimedJob, chargedInputs, type Item, type ItemOutcome } from './job-rows.ts'
import type { ChunkResult, Worker } from './worker.ts'

type Needs = { database: Database; contactLookup: ContactLookup; spending: Spending }

/**
 * Ordinary reveals, ten contacts at a time. Every spend names the job in the ledger, in its own transaction. So what a
 * runner spent before it died is known, and counts as spent by the job, although the contacts are revealed by then.
 */
export async function revealWorker(job: ClaimedJob, { database, contactLookup, spending }: Needs): Promise<Worker> {
  const [charged, recorded] = await Promise.all([
    readJobSpends(database, job.accountId, job.id),
    chargedInputs(database, job.accountId, job.id),
  ])
  const options = job.settings.options ?? readOptions({})

  async function work(items: Item[], principal: Principal): Promise<ChunkResult> {
    const left = job.maxCredits === null ? Number.POSITIVE_INFINITY : job.maxCredits - charged.size
    const some = affordable(items, left, charged)
    if (some.length === 0) return { stopped: 'max_credits_reached' }
    const ids = [...new Set(some.map(({ input }) => input))]
    const contacts = await contactLookup.lookUp(ids)
    const spender = { principal, requestId: newRequestId(), idempotencyKey: null, options, jobId: job.id }
    const outcome = await spendOn(ids, contacts, spender, spending)
    if (outcome.kind === 'spent') {
      for (const item of outcome.items) if (item.charged) charged.add(item.contactId)
      const revealed = new Set(outcome.items.flatMap((item) => (item.revealedAt === null ? [] : [item.contactId])))
      const excluded = new Set(outcome.items.flatMap((item) => (item.excluded ? [item.contactId] : [])))
      return { outcomes: toOutcomes(some, { revealed, excluded, charged }, recorded) }
    }
    // Fewer contacts may still be affordable.
    if (some.length > 1) return work(some.slice(0, Math.ceil(some.length / 2)), principal)
    return {
      stopped: outcome.kind === 'insufficient_credits' ? 'insufficient_contact_credits' : 'credit_limit_reached',
    }
  }

  return { itemsAtOnce: contactsPerRevealMax, work }
}

/** As many items, from the first on, as `left` credits pay for if all of them are new. */
function affordable(items: Item[], left: number, charged: ReadonlySet<string>): Item[] {
  const fresh = new Set<string>()
  const end = items.findIndex(({ input }) => {
    if (!charged.has(input)) fresh.add(input)
    return fresh.size > left
  })
  return end === -1 ? items : items.slice(0, end)
}

/** Of several equal inputs the first one is charged. */
const toOutcomes = (
  items: Item[],
  { revealed, excluded, charged }: Record<'revealed' | 'excluded' | 'charged', ReadonlySet<string>>,
  recorded: Set<string>,
): ItemOutcome[] =>
  items.map(({ index, input }) => {
    const isCharged = charged.has(input) && !recorded.has(input)
    if (isCharged) recorded.add(input)
    const shown: Outcome = isCharged ? 'newly_revealed' : 'already_revealed'
    const outcome = revealed.has(input) ? shown : excluded.has(input) ? 'excluded' : 'unavailable'
    return { index, outcome, charged: isCharged }
  })
