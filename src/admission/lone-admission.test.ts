/** A request alone, of a caller whose rows this node has read, is admitted exactly as among others and on any node. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount, type LimitOverrides } from '../accounts/accounts.ts'
import { fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import type { KeyCredential } from '../call/entry.ts'
import { type KeyDraft, makeKey } from '../keys/keys.ts'
import { type Admission, createAdmission } from './admission.ts'
import { keyCredential } from './credentials.ts'

const begun = new Date('2026-05-20T12:00:10.000Z')
const turn = new Date('2026-05-20T12:00:30.000Z')
let now = begun
const clock = fixedClock(() => now)
const demand = { scope: 'contacts:reveal', meter: 'request' } as const

let store: TestDatabase
let node: Admission
beforeAll(async () => {
  store = await createTestDatabase()
  node = createAdmission(store.database, clock, { plans, publicUrl: 'http://x.example' })
})
afterAll(async () => {
  await node.close()
  await store.drop()
})
beforeEach(() => {
  now = begun
})

type Caller = { accountId: string; credential: KeyCredential }

async function createCaller(limits: LimitOverrides = {}, draft: Partial<KeyDraft> = {}, plan = 'pro'): Promise<Caller> {
  const state = planState('active', plans.get(plan)!, begun)
  const accountId = await insertAccount(store.database, { name: 'An account', ...state, ...limits })
  // Noted beforehand, so that the first use does not write the key's row once more.
  const { keyId, apiKey } = await makeKey(store.database, { accountId, name: 'A key', ...draft })
  await store.database.query(sql`UPDATE api_keys SET last_used_at = ${begun} WHERE key_id = ${keyId}`)
  return { accountId, credential: keyCredential(apiKey) }
}

/** The limit of the minute and how much of it is used, or the code of the refusal. */
const knock = ({ credential }: Caller, on: Admission = node) =>
  on
    .enter(credential, demand)
    .admit()
    .then(
      ({ counters }) => `${counters.minute.used} of ${counters.minute.limit}`,
      (problem: { code: string }) => problem.code,
    )

async function countOf({ accountId }: Caller): Promise<[number, number]> {
  const [row] = await store.database.query<{ minute_used: number; day_used: number }>(sql`
    SELECT minute_used, day_used FROM request_counters WHERE account_id = ${accountId} AND meter = 'request'`)
  return [row!.minute_used, row!.day_used]
}

const setAccount = ({ accountId }: Caller, to: { accessEndsAt?: Date; nextPlanAt?: Date }) =>
  store.database.query(sql`
    UPDATE accounts SET access_ends_at = ${to.accessEndsAt ?? null}, next_plan_at = ${to.nextPlanAt ?? null},
      next_plan_id = ${to.nextPlanAt ? 'pro' : null} WHERE account_id = ${accountId}`)

const usedUp = plans.get('pro')!.requestsPerMinute
const turns: [string, () => Promise<Caller>, number][] = [
  ['its key expires', () => createCaller({}, { expiresAt: turn }), 2],
  [
    'its access ends',
    async () => {
      const caller = await createCaller()
      await setAccount(caller, { accessEndsAt: turn })
      return caller
    },
    2,
  ],
  [
    'its next plan begins, which has less',
    async () => {
      const caller = await createCaller({}, {}, 'business')
      await setAccount(caller, { nextPlanAt: turn })
      return caller
    },
    usedUp,
  ],
]

it.each(turns)(
  'A21, U1: a node that knows a caller judges them as one that does not, before and after %s',
  async (_, create, used) => {
    for (const moment of [begun, new Date(turn.getTime() - 1), turn, new Date(turn.getTime() + 5_000)]) {
      const [known, unknown] = [await create(), await create()]
      now = begun
      expect([await knock(known), await knock(known)]).toEqual([
        expect.stringMatching(/^1 of/),
        expect.stringMatching(/^2 of/),
      ])
      // All that the smaller plan has in a minute is used.
      await store.database.query(sql`
        UPDATE request_counters SET minute = own.minute, minute_used = ${used}, day = own.day, day_used = ${used}
        FROM request_counters own WHERE own.account_id = ${known.accountId} AND own.meter = 'request'
          AND request_counters.account_id = ANY(${[known.accountId, unknown.accountId]}::text[]) AND request_counters.meter = 'request'`)
      now = moment
      const stranger = createAdmission(store.database, clock, { plans, publicUrl: 'http://x.example' })
      expect(await knock(known)).toBe(await knock(unknown, stranger))
      expect(await countOf(known)).toEqual(await countOf(unknown))
      await stranger.close()
    }
  },
)

it('LIMIT-2, U1, U2: one after the other, exactly as many requests are let in as among others, in this minute, the next and the day', async () => {
  const caller = await createCaller({ requestsPerMinute: 3, requestsPerDay: 5 })
  const answers: string[] = []
  for (let at = 0; at < 5; at += 1) answers.push(await knock(caller))
  expect(answers).toEqual(['1 of 3', '2 of 3', '3 of 3', 'rate_limit_exceeded', 'rate_limit_exceeded'])
  expect(await countOf(caller)).toEqual([3, 3])
  now = new Date('2026-05-20T12:01:00.000Z')
  expect([await knock(caller), await knock(caller), await knock(caller)]).toEqual([
    '1 of 3',
    '2 of 3',
    'rate_limit_exceeded',
  ])
  expect(await countOf(caller)).toEqual([2, 5])
})
