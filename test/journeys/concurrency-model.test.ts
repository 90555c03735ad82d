import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { apiAccessAction } from '../../src/accounts/api-access.ts'
import { problems } from '../../src/base/problems.ts'
import { sql } from '../../src/base/sql.ts'
import type { Period } from '../../src/credits/ledger.ts'
import type { SpendOutcome } from '../../src/credits/spend-request.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { accountCount, type Call, contactCount, stories } from '../support/ledger-actions.ts'
import { createModelAccount, open } from '../support/ledger-model.ts'
import { type Teller, tell } from '../support/ledger-story.ts'
import { cases } from '../support/seed.ts'
import { assertWithin } from '../support/within.ts'

const begun = new Date('2026-01-01T00:00:00.000Z')
const firstMonth: Period = { start: begun, end: new Date('2026-02-01'), credits: 8, reason: 'Monthly credits of Pro' }
/** The account's first key, and two that are limited. */
const limits = [null, null, 5, 0]

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: begun })
})
afterAll(() => test.stop())

/** The accounts are made on a first of a month, so their usage months are those of the calendar. */
function periodAt(time: Date): Period {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  return {
    ...firstMonth,
    start: new Date(Date.UTC(year, month)),
    end: new Date(Date.UTC(year, month + 1)),
    credits: 1_000,
  }
}

async function createTeller(): Promise<Teller> {
  test.setTime(begun)
  const { database, clock } = test.app
  const contactIds = await test.plantContacts(contactCount)
  const accounts: { accountId: string; keys: { keyId: string; apiKey: string }[] }[] = []
  while (accounts.length < accountCount) {
    const { accountId, ...first } = await test.createAccount({ credits: firstMonth.credits })
    const limited = (creditLimit: number) => makeKey(database, { accountId, name: 'Limited', creditLimit })
    accounts.push({ accountId, keys: [first, first, await limited(5), await limited(0)] })
  }
  return {
    database,
    clock,
    accountIds: accounts.map(({ accountId }) => accountId),
    contactIds,
    actorOf: (account, actor) => ({ id: accounts[account]!.keys[actor]!.keyId, limit: limits[actor]! }),
    periodAt,
    canBeLate: false,
    begin: () => {
      const account = createModelAccount()
      open(account, begun, firstMonth)
      return account
    },
    setTime: test.setTime,
    turn: async (contactId, state) => {
      await database.query(sql`
        UPDATE contacts SET suppressed = ${state === 'hidden'},
          retired_at = ${state === 'kept' ? begun : null} WHERE contact_id = ${contactId}`)
    },
    reveal: async ({ account, actor, ids, key, allowed }: Call) => {
      const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': `key ${key}` }
      if (allowed) headers['prospector-allow-excluded'] = 'true'
      const sent = ids.map((id) => contactIds[id]!)
      return readReply(await test.reveal(accounts[account]!.keys[actor]!.apiKey, sent, headers))
    },
    replyFor,
  }
}

type ShownContact = { id: string; reveal_status: string; charged: boolean; revealed_at: string }

function readReply({ status, headers, body }: Answer): unknown {
  if (status !== 200) return { status, code: body.error.code, message: body.error.message }
  const data = body.data.map(({ id, reveal_status, charged, revealed_at }: ShownContact) => ({
    id,
    reveal_status,
    charged,
    revealed_at,
  }))
  const replayed = headers['idempotent-replayed'] === 'true'
  const { spent, remaining } = body.credits
  const { unavailable_contact_ids: unavailable, excluded_contact_ids: excluded } = body
  return { status, credits: { spent, remaining }, data, unavailable, excluded, replayed }
}

function replyFor(outcome: SpendOutcome): unknown {
  switch (outcome.kind) {
    case 'idempotency_conflict':
      return { status: 409, code: 'idempotency_conflict', message: problems.idempotencyConflict().message }
    case 'actor_limit_reached': {
      const { message } = problems.actorCreditLimitReached('key_credit_limit_reached', outcome.limit)
      return { status: 402, code: 'key_credit_limit_reached', message }
    }
    case 'insufficient_credits': {
      const { message } = problems.insufficientContactCredits(
        outcome.required,
        outcome.remaining,
        apiAccessAction({ status: 'active', customerId: null }, 'http://localhost'),
      )
      return { status: 402, code: 'insufficient_contact_credits', message }
    }
    case 'spent': {
      const { spent, remaining, replayed } = outcome
      const data = outcome.items.flatMap(({ contactId, revealedAt, charged }) => {
        const reveal_status = charged ? 'newly_revealed' : 'already_revealed'
        return revealedAt ? [{ id: contactId, reveal_status, charged, revealed_at: revealedAt.toISOString() }] : []
      })
      const hidden = outcome.items.filter((item) => item.revealedAt === null)
      const excluded = hidden.filter((item) => item.excluded).map((item) => item.contactId)
      const unavailable = hidden.filter((item) => !item.excluded).map((item) => item.contactId)
      if (data.length + excluded.length > 0 || replayed)
        return { status: 200, credits: { spent, remaining }, data, unavailable, excluded, replayed }
      return { status: 404, code: 'no_revealable_contacts', message: problems.noRevealableContacts().message }
    }
  }
}

it('REVEAL-4, IDEM-2, L6, L7, L12: whatever callers do, the service answers each of them as the model predicts', async () => {
  const property = fc.asyncProperty(stories, async (story) => tell(story, begun, await createTeller()))
  await assertWithin(property, { cases: cases(5), atLeast: 3, limitMs: 150_000 })
})
