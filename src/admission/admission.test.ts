import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount, type LimitOverrides } from '../accounts/accounts.ts'
import type { PlanStatus } from '../accounts/plan.ts'
import { fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { newApiKey } from '../keys/key-format.ts'
import { endKey, type KeyDraft, makeKey } from '../keys/keys.ts'
import type { Meter } from '../metering/request-counters.ts'
import { type Admission, createAdmission } from './admission.ts'
import { type Credential, keyCredential } from './credentials.ts'

const begun = new Date('2026-05-20T12:00:10.000Z')
let now = begun
const clock = fixedClock(() => now)

let store: TestDatabase
let databases: Database[]
/** Two nodes that share nothing but the database. */
let nodes: Admission[]
beforeAll(async () => {
  store = await createTestDatabase()
  databases = [1, 2].map(() => openDatabase({ url: store.url }))
  nodes = databases.map((database) => createAdmission(database, clock, { plans, publicUrl: 'http://x.example' }))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await Promise.all(databases.map((database) => database.close()))
  await store.drop()
})
beforeEach(() => {
  now = begun
})

type Caller = { accountId: string; keyId: string; credential: Credential }

async function createCaller(
  status: PlanStatus = 'active',
  limits: LimitOverrides = {},
  draft: Partial<KeyDraft> = {},
): Promise<Caller> {
  const state = planState(status, plans.get('pro')!, now)
  const accountId = await insertAccount(store.database, { name: 'An account', ...state, ...limits })
  const { keyId, apiKey } = await makeKey(store.database, { accountId, name: 'A key', ...draft })
  return { accountId, keyId, credential: keyCredential(apiKey) }
}

const demands = {
  request: { scope: 'contacts:reveal', meter: 'request' },
  own: { scope: 'usage:read', meter: 'own' },
  billing: { scope: 'billing:read', meter: 'billing' },
} as const

/** 'in', or the code of the refusal. */
async function knock(credential: Credential, meter: keyof typeof demands = 'request', node = nodes[0]!) {
  return node
    .enter(credential, demands[meter])
    .admit()
    .then(
      () => 'in',
      (problem: { code: string }) => problem.code,
    )
}

async function countOf(accountId: string, meter: Meter = 'request') {
  const [row] = await store.database.query<{ minute_used: number; day_used: number }>(sql`
    SELECT minute_used, day_used FROM request_counters WHERE account_id = ${accountId} AND meter = ${meter}`)
  return [row!.minute_used, row!.day_used]
}

describe('who gets in', () => {
  const access: [PlanStatus, string][] = [
    ['none', 'api_access_required'],
    ['trialing', 'in'],
    ['active', 'in'],
    ['past_due', 'in'],
    ['lapsed', 'api_access_required'],
  ]

  it.each(access)(
    'status %s: store, contact and usage operations answer "%s", billing operations always',
    async (status, answer) => {
      const { accountId, credential } = await createCaller(status)
      expect(await knock(credential, 'request')).toBe(answer)
      expect(await knock(credential, 'own')).toBe(answer)
      expect(await knock(credential, 'billing')).toBe('in')
      const counted = answer === 'in' ? 1 : 0
      expect(await countOf(accountId, 'request')).toEqual([counted, counted])
      expect((await countOf(accountId, 'own'))[0]).toBe(counted)
      expect((await countOf(accountId, 'billing'))[0]).toBe(1)
    },
  )

  it.each([
    ['trialing', 14],
    ['past_due', 7],
  ] as const)('access of a %s account ends by the clock alone, after %i days', async (status, days) => {
    const { credential } = await createCaller(status)
    now = new Date(begun.getTime() + days * 86_400_000 - 1)
    expect(await knock(credential)).toBe('in')
    now = new Date(begun.getTime() + days * 86_400_000)
    expect(await knock(credential)).toBe('api_access_required')
    expect(await knock(credential, 'billing')).toBe('in')
  })

  it('AUTH-3, A1: a revoked key is refused on the next request, on every node', async () => {
    const { accountId, keyId, credential } = await createCaller()
    for (const node of nodes) expect(await knock(credential, 'request', node)).toBe('in')
    await endKey(store.database, clock, accountId, keyId)
    for (const node of nodes) expect(await knock(credential, 'request', node)).toBe('invalid_credentials')
  })

  it('AUTH-7: a key with an expiry works until that very moment', async () => {
    const expiresAt = new Date(begun.getTime() + 60_000)
    const { credential } = await createCaller('active', {}, { expiresAt })
    now = new Date(expiresAt.getTime() - 1)
    expect(await knock(credential)).toBe('in')
    now = expiresAt
    expect(await knock(credential)).toBe('invalid_credentials')
  })

  it('AUTH-5: a key reaches what its scopes name and nothing else', async () => {
    const { accountId, credential } = await createCaller('active', {}, { scopes: ['usage:read'] })
    expect(await knock(credential, 'own')).toBe('in')
    expect(await knock(credential, 'request')).toBe('insufficient_scope')
    expect(await knock(credential, 'billing')).toBe('insufficient_scope')
    expect(await countOf(accountId)).toEqual([0, 0])
  })

  it('a well-formed key that nobody holds, a broken one and none at all are a 401', async () => {
    expect(await knock(keyCredential(newApiKey()))).toBe('invalid_credentials')
    expect(() => nodes[0]!.enter('invalid', demands.request)).toThrow(
      expect.objectContaining({ code: 'invalid_credentials' }),
    )
    expect(() => nodes[0]!.enter('none', demands.request)).toThrow(
      expect.objectContaining({ code: 'missing_credentials' }),
    )
  })
})

describe('the order of checks, each of which counts nothing', () => {
  const full = { requestsPerMinute: 0 }

  it('ORDER-1: 401 comes before the scope', async () => {
    const { accountId, keyId, credential } = await createCaller('lapsed', full, { scopes: ['billing:read'] })
    await endKey(store.database, clock, accountId, keyId)
    expect(await knock(credential)).toBe('invalid_credentials')
    expect(await countOf(accountId)).toEqual([0, 0])
  })

  it('ORDER-1: the scope comes before the plan', async () => {
    const { accountId, credential } = await createCaller('lapsed', full, { scopes: ['billing:read'] })
    expect(await knock(credential)).toBe('insufficient_scope')
    expect(await countOf(accountId)).toEqual([0, 0])
  })

  it('ORDER-1: the plan comes before the rate', async () => {
    const { accountId, credential } = await createCaller('lapsed', full)
    expect(await knock(credential)).toBe('api_access_required')
    expect(await countOf(accountId)).toEqual([0, 0])
  })

  it('ORDER-2, U2: a refusal by rate leaves the counter where it was', async () => {
    const { accountId, credential } = await createCaller('active', { requestsPerMinute: 2 })
    const answers = [await knock(credential), await knock(credential), await knock(credential), await knock(credential)]
    expect(answers).toEqual(['in', 'in', 'rate_limit_exceeded', 'rate_limit_exceeded'])
    expect(await countOf(accountId)).toEqual([2, 2])
  })
})

describe('how much is left', () => {
  it('the plan sets the limits, the operator overrides them, and the principal carries what is left', async () => {
    const { credential } = await createCaller()
    const principal = await nodes[0]!.enter(credential, demands.request).admit()
    const [minuteEnds, dayEnds] = [new Date('2026-05-20T12:01:00.000Z'), new Date('2026-05-21T00:00:00.000Z')]
    expect(principal.counters).toEqual({
      minute: { name: 'requests_per_minute', seconds: 60, limit: 60, used: 1, resetsAt: minuteEnds },
      day: { name: 'requests_per_day', seconds: 86_400, limit: 5_000, used: 1, resetsAt: dayEnds },
    })
    const other = await createCaller('active', { requestsPerMinute: 7, requestsPerDay: 9, searchRowsPerMonth: 11 })
    const { limits } = await nodes[0]!.enter(other.credential, demands.request).admit()
    expect(limits).toMatchObject({ requests: { minute: 7, day: 9 }, searchRowsPerMonth: 11 })
  })

  it('a new minute starts at zero while the day goes on, and a new day starts at zero', async () => {
    const { accountId, credential } = await createCaller('active', { requestsPerMinute: 2, requestsPerDay: 3 })
    const inTheMinute = [await knock(credential), await knock(credential), await knock(credential)]
    expect(inTheMinute).toEqual(['in', 'in', 'rate_limit_exceeded'])
    now = new Date('2026-05-20T12:01:00.000Z')
    expect([await knock(credential), await knock(credential)]).toEqual(['in', 'rate_limit_exceeded'])
    now = new Date('2026-05-21T00:00:00.000Z')
    expect(await knock(credential)).toBe('in')
    expect(await countOf(accountId)).toEqual([1, 1])
  })

  it('U3: a request that a slow node stamps with the last minute can’t reopen it', async () => {
    const { accountId, credential } = await createCaller('active', { requestsPerMinute: 2 })
    now = new Date('2026-05-20T12:01:00.000Z')
    expect(await knock(credential)).toBe('in')
    now = new Date('2026-05-20T12:00:59.999Z')
    expect([await knock(credential), await knock(credential)]).toEqual(['in', 'rate_limit_exceeded'])
    expect(await countOf(accountId)).toEqual([2, 2])
  })

  it('LIMIT-8: a clock that jumped ahead and came back refuses nobody for longer than the window', async () => {
    const { accountId, credential } = await createCaller('active', { requestsPerMinute: 2, requestsPerDay: 3 })
    now = new Date('2026-06-21T12:00:10.000Z')
    const ahead = [await knock(credential), await knock(credential), await knock(credential)]
    expect(ahead).toEqual(['in', 'in', 'rate_limit_exceeded'])
    now = begun
    expect([await knock(credential), await knock(credential)]).toEqual(['in', 'in'])
    expect(await countOf(accountId)).toEqual([2, 2])
    const refusal = await nodes[0]!
      .enter(credential, demands.request)
      .admit()
      .catch((problem) => problem)
    expect(refusal).toMatchObject({ code: 'rate_limit_exceeded', details: { headers: { 'Retry-After': '50' } } })
    now = new Date('2026-05-20T12:01:00.000Z')
    expect([await knock(credential), await knock(credential)]).toEqual(['in', 'rate_limit_exceeded'])
  })

  it('LIMIT-8: a window one minute ahead is kept, and Retry-After still names no more than a minute', async () => {
    const { credential } = await createCaller('active', { requestsPerMinute: 1 })
    now = new Date('2026-05-20T12:01:00.000Z')
    expect(await knock(credential)).toBe('in')
    now = new Date('2026-05-20T12:00:10.000Z')
    const refusal = await nodes[0]!
      .enter(credential, demands.request)
      .admit()
      .catch((problem) => problem)
    expect(refusal).toMatchObject({ code: 'rate_limit_exceeded', details: { headers: { 'Retry-After': '60' } } })
  })

  it('LIMIT-2: all keys of an account share its windows; another account has its own', async () => {
    const first = await createCaller('active', { requestsPerMinute: 2 })
    const { apiKey } = await makeKey(store.database, { accountId: first.accountId, name: 'Second' })
    const second: Credential = keyCredential(apiKey)
    expect([await knock(first.credential), await knock(second), await knock(second)]).toEqual([
      'in',
      'in',
      'rate_limit_exceeded',
    ])
    expect(await knock((await createCaller('active', { requestsPerMinute: 2 })).credential)).toBe('in')
  })

  it.each([
    ['request', 60],
    ['own', 120],
    ['billing', 30],
  ] as const)(
    'LIMIT-2, U1: of 500 requests at once through two nodes the window "%s" lets exactly %i in',
    async (meter, limit) => {
      const { accountId, credential } = await createCaller()
      const answers = await Promise.all(Array.from({ length: 500 }, (_, at) => knock(credential, meter, nodes[at % 2])))
      expect(answers.filter((answer) => answer === 'in')).toHaveLength(limit)
      expect(answers.filter((answer) => answer === 'rate_limit_exceeded')).toHaveLength(500 - limit)
      expect((await countOf(accountId, meter))[0]).toBe(limit)
    },
  )

  it('many accounts at once are each counted exactly, whatever the order of their requests', async () => {
    const callers = await Promise.all(
      Array.from({ length: 20 }, () => createCaller('active', { requestsPerMinute: 5 })),
    )
    const knocks = Array.from({ length: 400 }, (_, at) => callers[(at * 7) % 20]!)
    const answers = await Promise.all(knocks.map(({ credential }, at) => knock(credential, 'request', nodes[at % 2])))
    for (const caller of callers) {
      const mine = answers.filter((_, at) => knocks[at] === caller)
      expect(mine.filter((answer) => answer === 'in')).toHaveLength(5)
      expect(await countOf(caller.accountId)).toEqual([5, 5])
    }
  })
})

it('the use of a key is noted to the minute', async () => {
  const { keyId, credential } = await createCaller()
  const readUse = async () =>
    (
      await store.database.query<{ at: Date | null }>(
        sql`SELECT last_used_at AS at FROM api_keys WHERE key_id = ${keyId}`,
      )
    )[0]!.at
  expect(await readUse()).toBe(null)
  await knock(credential)
  await expect.poll(readUse).toEqual(begun)
  now = new Date(begun.getTime() + 61_000)
  await knock(credential)
  await expect.poll(readUse).toEqual(now)
})
