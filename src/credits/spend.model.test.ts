import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { accountCount, type Call, contactCount, stories } from '../../test/support/ledger-actions.ts'
import { type ContactState, createModelAccount } from '../../test/support/ledger-model.ts'
import { type Teller, tell } from '../../test/support/ledger-story.ts'
import { cases } from '../../test/support/seed.ts'
import { assertWithin } from '../../test/support/within.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { openLedger, type Period } from './ledger.ts'
import { createSpending, type Spending } from './spend.ts'

const begun = new Date('2026-01-31T00:00:00.000Z')
const periodMs = 30 * 86_400_000

/** Periods of thirty days, so that the model does not lean on the calendar of the code that it checks. */
function periodAt(time: Date): Period {
  const start = new Date(begun.getTime() + Math.floor((time.getTime() - begun.getTime()) / periodMs) * periodMs)
  return { start, end: new Date(start.getTime() + periodMs), credits: 9, reason: 'A period' }
}

/** The first goes through batches, the others each alone: one with no limit near, one that soon reaches its limit, one that may spend nothing. */
const limits = [null, 1_000, 5, 0]

let store: TestDatabase
let now = begun
const clock = fixedClock(() => now)
let nodes: Spending[]
beforeAll(async () => {
  store = await createTestDatabase()
  nodes = [1, 2].map(() => createSpending(store.database, clock))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await store.drop()
})

async function createTeller(): Promise<Teller> {
  const accountIds = Array.from({ length: accountCount }, newAccountId)
  for (const id of accountIds) await openLedger(store.database, id)
  const contactIds = Array.from({ length: contactCount }, newContactId)
  const states = new Map<string, ContactState>(contactIds.map((id) => [id, 'sold']))
  let turn = 0
  return {
    database: store.database,
    clock,
    accountIds,
    contactIds,
    actorOf: (_, actor) => ({ id: `key_${actor}`, limit: limits[actor]! }),
    periodAt,
    canBeLate: true,
    begin: createModelAccount,
    setTime: (time) => {
      now = time
    },
    turn: async (contactId, state) => void states.set(contactId, state),
    reveal: async ({ account, actor, ids, key, allowed }: Call, period) => {
      turn += 1
      const outcome = await nodes[turn % 2]!.spend({
        accountId: accountIds[account]!,
        period,
        door: 'api_key',
        actor: { type: 'api_key', id: `key_${actor}`, name: 'A key' },
        countsFor: [{ type: 'api_key', id: `key_${actor}`, limit: limits[actor]! }],
        requestId: newRequestId(),
        idempotencyKey: key === null ? null : `key ${key}`,
        options: allowed ? 'allowed' : null,
        allowExcluded: allowed,
        items: [...new Set(ids)].map((id) => {
          const state = states.get(contactIds[id]!)!
          return { contactId: contactIds[id]!, purchasable: state === 'sold', readable: state !== 'hidden' }
        }),
      })
      // The model knows no requests: which one was first is IDEM-10.
      return outcome.kind === 'spent' && outcome.replayed ? { ...outcome, originalRequestId: null } : outcome
    },
    replyFor: (outcome) => outcome,
  }
}

it('CREDIT-7, REVEAL-4, IDEM-2, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L18, X2: whatever happens to a few accounts, every reply and every entry is the one that the model predicts', async () => {
  const property = fc.asyncProperty(stories, async (story) => tell(story, begun, await createTeller()))
  await assertWithin(property, { cases: cases(15), atLeast: 8, limitMs: 150_000 })
})
