/** A caller who was let in a moment ago is admitted along with the page that was found meanwhile: as exactly as one by one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount, type LimitOverrides } from '../accounts/accounts.ts'
import { usageMonth } from '../accounts/plan-state.ts'
import { type Admission, createAdmission } from '../admission/admission.ts'
import { keyCredential } from '../admission/credentials.ts'
import { fixedClock } from '../base/clock.ts'
import { newContactId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { planState } from '../billing/operator-account.ts'
import { plans } from '../billing/plans/plans.ts'
import type { Principal } from '../call/principal.ts'
import { isSuppressionVersionCurrent } from '../catalog/catalogue-state.ts'
import { endKey, makeKey } from '../keys/keys.ts'
import { readSearchRows } from '../metering/search-rows.ts'
import { createPageAdmission } from './page-admission.ts'
import { createSettler, NotAsPresumed } from './proven-page.ts'
import { createSearchSettlement, type SearchSettlement } from './settlement.ts'

const begun = new Date('2026-05-20T12:00:10.000Z')
let now = begun
const clock = fixedClock(() => now)
const demand = { scope: 'contacts:search', meter: 'request' } as const

let store: TestDatabase
let admission: Admission
let settlement: SearchSettlement
beforeAll(async () => {
  store = await createTestDatabase()
  const { database } = store
  admission = createAdmission(database, clock, { plans, publicUrl: 'http://x.example', presumedForMs: 3_600_000 })
  const pageAdmission = createPageAdmission(database, clock, isSuppressionVersionCurrent, admission.joint)
  settlement = createSearchSettlement(database, clock, isSuppressionVersionCurrent, { pageAdmission })
})
afterAll(async () => {
  await admission.close()
  await settlement.close()
  await store.drop()
})

type Caller = Awaited<ReturnType<typeof keyOf>>

async function createAccount(limits: LimitOverrides = {}): Promise<string> {
  now = begun
  const state = planState('active', plans.get('pro')!, now)
  return insertAccount(store.database, { name: 'An account', ...state, ...limits })
}

async function keyOf(accountId: string) {
  const { keyId, apiKey } = await makeKey(store.database, { accountId, name: 'A key' })
  return { accountId, keyId, credential: keyCredential(apiKey) }
}

/** A search of a caller whom nobody knows yet: it waits for admission. */
async function letIn({ credential }: Pick<Caller, 'credential'>): Promise<void> {
  const entry = admission.enter(credential, demand)
  expect(entry.presume()).toBeNull()
  await entry.admit()
}

/** Someone whom admission has let in once. */
async function createCaller(limits: LimitOverrides = {}): Promise<Caller> {
  const caller = await keyOf(await createAccount(limits))
  await letIn(caller)
  return caller
}

/** The next search of a caller, begun before it is admitted. */
function begin({ credential }: Caller) {
  const admitted: Principal[] = []
  const entry = admission.enter(credential, demand, (one) => admitted.push(one))
  const { settle } = createSettler(entry.presume()!, settlement)
  return { settle, entry, admitted }
}

const claim = (rows: number, contactIds: string[] = []) => ({ rows, contactIds, suppressionVersion: 0 })

async function counted({ accountId }: Caller) {
  const [row] = await store.database.query<{ requests: number }>(sql`
    SELECT minute_used AS requests FROM request_counters WHERE account_id = ${accountId} AND meter = 'request'`)
  const rows = await readSearchRows(store.database, clock, accountId, 'api', usageMonth(begun, now).start)
  return { requests: row!.requests, rows }
}

it('A20: a key that admission has not let in is not presumed, nor is it with another scope', async () => {
  const { credential } = await keyOf(await createAccount())
  await letIn({ credential })
  expect(admission.enter(credential, demand).presume()).not.toBeNull()
  expect(admission.enter(credential, { scope: 'stores:read', meter: 'request' }).presume()).toBeNull()
  expect(admission.enter(credential, demand, () => {}, 'mcp').presume()).toBeNull()
})

it('A20: one statement admits the caller, counts the request and the rows, and says what is revealed', async () => {
  const caller = await createCaller({ searchRowsPerMonth: 30, requestsPerMinute: 10 })
  const contactIds = Array.from({ length: 4 }, newContactId)
  await store.database.query(sql`
    INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
    SELECT ${caller.accountId}, id, 1, now() FROM unnest(${[contactIds[0], contactIds[2]]}::text[]) AS id`)
  const { settle, entry, admitted } = begin(caller)
  const settled = await settle(claim(4, contactIds))
  expect(settled).toEqual({ granted: 4, left: 30, revealed: new Set([0, 2]) })
  expect(admitted.map(({ account, counters }) => [account.id, counters.minute.used])).toEqual([[caller.accountId, 2]])
  expect(await entry.admit()).toBe(admitted[0])
  expect(await counted(caller)).toEqual({ requests: 2, rows: 4 })
})

it('A20, ROWS-2, ROWS-3: pages at once share exactly what is left, and every request is counted once', async () => {
  const caller = await createCaller({ searchRowsPerMonth: 60, requestsPerMinute: 100 })
  const second = await keyOf(caller.accountId)
  await letIn(second)
  const other = await createCaller({ searchRowsPerMonth: 40 })
  const settle = async (one: Caller) => (await begin(one).settle(claim(25)))!.granted
  const granted = await Promise.all([
    settle(caller),
    settle(other),
    settle(caller),
    settle(caller),
    settle(second),
    settle(other),
  ])
  // They may be settled in one batch or in several, so who comes last is open; how much each account gets is not.
  const of = (...places: number[]) => places.map((at) => granted[at]!).sort((a, b) => b - a)
  expect(of(0, 2, 3, 4)).toEqual([25, 25, 10, 0])
  expect(of(1, 5)).toEqual([25, 15])
  expect(await counted(caller)).toEqual({ requests: 6, rows: 60 })
  expect(await counted(other)).toEqual({ requests: 3, rows: 40 })
})

it('A20, AUTH-3: a revoked key is not admitted with its page, and nothing is counted', async () => {
  const caller = await createCaller()
  const { settle, admitted } = begin(caller)
  await endKey(store.database, clock, caller.accountId, caller.keyId)
  await expect(settle(claim(25))).rejects.toBeInstanceOf(NotAsPresumed)
  expect(admitted).toEqual([])
  expect(await counted(caller)).toEqual({ requests: 1, rows: 0 })
})

it('A20, LIMIT-2: a caller with no requests left is not admitted with a page, and no rows are counted', async () => {
  const caller = await createCaller({ requestsPerMinute: 2 })
  const pages = [begin(caller), begin(caller)]
  const outcomes = await Promise.allSettled(pages.map(({ settle }) => settle(claim(25))))
  // Requests that are counted together fit together, or admission lets in as many as fit.
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await counted(caller)).toEqual({ requests: 1, rows: 0 })
  await expect(begin(caller).settle(claim(25))).resolves.toMatchObject({ granted: 25 })
  expect(await counted(caller)).toEqual({ requests: 2, rows: 25 })
})

it('A20: when the account has changed or its month has ended meanwhile, the page is settled by what holds now', async () => {
  const caller = await createCaller({ searchRowsPerMonth: 100 })
  const { settle, admitted } = begin(caller)
  await store.database.query(sql`UPDATE accounts SET search_rows_per_month = 10 WHERE account_id = ${caller.accountId}`)
  expect(await settle(claim(25))).toMatchObject({ granted: 10, left: 10 })
  expect(admitted[0]!.limits.searchRowsPerMonth).toBe(10)
  expect(await counted(caller)).toEqual({ requests: 2, rows: 10 })
  const later = begin(caller)
  now = new Date('2026-06-21T12:00:10.000Z')
  expect(await later.settle(claim(25))).toMatchObject({ granted: 10, left: 10 })
  expect(await counted(caller)).toEqual({ requests: 1, rows: 10 })
})

it('A20, ROWS-4, SUPPRESS-2: a page from before a suppression is not settled; its caller is counted once, also with the next page', async () => {
  const caller = await createCaller({ searchRowsPerMonth: 100 })
  const { settle, admitted } = begin(caller)
  expect(await settle({ ...claim(25), suppressionVersion: 7 })).toBeNull()
  expect(await counted(caller)).toEqual({ requests: 2, rows: 0 })
  expect(await settle(claim(20))).toMatchObject({ granted: 20, left: 100 })
  expect(await counted(caller)).toEqual({ requests: 2, rows: 20 })
  expect(admitted).toHaveLength(1)
})
