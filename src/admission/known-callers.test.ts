/** A node that has read a caller before sees every change of it on the next request, like a node that has not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount } from '../accounts/accounts.ts'
import { systemClock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import type { KeyCredential } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import { makeKey } from '../keys/keys.ts'
import { type Admission, createAdmission } from './admission.ts'
import { keyCredential } from './credentials.ts'

const demand = { scope: 'contacts:reveal', meter: 'request' } as const

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

type Caller = { accountId: string; keyId: string; credential: KeyCredential }

async function createCaller(): Promise<Caller> {
  const state = planState('active', plans.get('pro')!, new Date())
  const accountId = await insertAccount(store.database, { name: 'An account', ...state })
  const { keyId, apiKey } = await makeKey(store.database, { accountId, name: 'A key' })
  return { accountId, keyId, credential: keyCredential(apiKey) }
}

async function withNode<T>(work: (node: Admission) => Promise<T>): Promise<T> {
  const node = createAdmission(store.database, systemClock, { plans, publicUrl: 'http://x.example' })
  try {
    return await work(node)
  } finally {
    await node.close()
  }
}

/** Until the node reads nothing new about the caller: the first use of a key is noted in its row, a moment later. */
async function getKnown(node: Admission, { credential }: Caller): Promise<Principal> {
  let latest = await node.enter(credential, demand).admit()
  const isKnown = async () => {
    const { account } = latest
    latest = await node.enter(credential, demand).admit()
    return latest.account === account
  }
  await expect.poll(isKnown).toBe(true)
  return latest
}

const other = [...plans.keys()].find((id) => id !== 'pro')!
const changes: [string, (caller: Caller) => Sql][] = [
  ['the plan', ({ accountId }) => sql`UPDATE accounts SET plan_id = ${other} WHERE account_id = ${accountId}`],
  ['a limit', ({ accountId }) => sql`UPDATE accounts SET requests_per_minute = 7 WHERE account_id = ${accountId}`],
  ['the name', ({ accountId }) => sql`UPDATE accounts SET name = 'Another' WHERE account_id = ${accountId}`],
  [
    'the start of the months',
    ({ accountId }) =>
      sql`UPDATE accounts SET period_anchor = period_anchor - interval '2 days' WHERE account_id = ${accountId}`,
  ],
  ['the scopes', ({ keyId }) => sql`UPDATE api_keys SET scopes = '{contacts:reveal}' WHERE key_id = ${keyId}`],
  ['a credit limit', ({ keyId }) => sql`UPDATE api_keys SET credit_limit = 3 WHERE key_id = ${keyId}`],
]

it.each(changes)(
  'A21: when %s changes, a node that knows the caller sees it on the next request',
  async (_, change) => {
    const caller = await createCaller()
    await withNode(async (node) => {
      const before = await getKnown(node, caller)
      await store.database.query(change(caller))
      const after = await node.enter(caller.credential, demand).admit()
      const fresh = await withNode((another) => another.enter(caller.credential, demand).admit())
      // When a key was last used is noted a moment after its request.
      const lasting = (admitted: typeof after) => ({
        ...admitted,
        ...{ counters: null, admittedAt: null, account: { ...admitted.account, lastUsedAt: null } },
      })
      expect(lasting(after)).toEqual(lasting(fresh))
      expect(lasting(after)).not.toEqual(lasting(before))
      expect(after.counters.minute.limit).toBe(fresh.counters.minute.limit)
    })
  },
)

it('an account on a plan that nobody describes fails alone, whoever asks at the same moment', async () => {
  const [broken, whole] = [await createCaller(), await createCaller()]
  await store.database.query(sql`UPDATE accounts SET plan_id = 'gone' WHERE account_id = ${broken.accountId}`)
  await withNode(async (node) => {
    const both = await Promise.allSettled(
      [broken, whole].map(({ credential }) => node.enter(credential, demand).admit()),
    )
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
