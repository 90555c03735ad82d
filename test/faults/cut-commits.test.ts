/** A spend whose connection breaks at its commit: the caller is told nothing, and sends it again under the same key. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { readBalance } from '../../src/credits/ledger.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { openDatabase } from '../../src/db/database.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

let store: TestDatabase
let proxy: TcpProxy
let test: TestApp
beforeAll(async () => {
  store = await createTestDatabase()
  proxy = await startTcpProxy(store.url)
  const database = openDatabase({ url: proxy.url })
  test = await startTestApp({ clock: 'fixed', store: { ...store, database, url: proxy.url } })
})
afterAll(async () => {
  await test.app.stop()
  await test.store.database.close()
  await proxy.close()
  await store.drop()
})

const nextMonthMs = 40 * 86_400_000

/** Parts of the statements that spend: that of a batch, and that of a spend that opens a month, which no batch can do. */
const statements = { 'in a batch': 'WITH asked AS', alone: 'SELECT now FROM held' }

const ownedBy = async (accountId: string): Promise<number> =>
  (await store.database.query(sql`SELECT FROM reveals WHERE account_id = ${accountId}`)).length

it.each([
  ['in a batch', 'before', 0],
  ['in a batch', 'after', 2],
  ['alone', 'before', 0],
  ['alone', 'after', 2],
] as const)(
  'IDEM-7, CREDIT-9, CREDIT-6: a spend %s that is cut off %s its commit is charged once, and its retry says so',
  async (path, at, ownedThen) => {
    test.setTime(new Date())
    const { accountId, apiKey } = await test.createAccount({ credits: 10 })
    if (path === 'alone') test.setTime(new Date(Date.now() + nextMonthMs))
    const ids = await test.plantContacts(2)
    const ask = () => test.reveal(apiKey, ids, { 'idempotency-key': `${path}, ${at}` })

    const [cut, lost] = await Promise.all([proxy.cutCommit(at, statements[path]), ask()])
    expect(cut).toEqual({ isCommitted: at === 'after' })
    expect(lost.status).toBe(503)
    expect(await ownedBy(accountId)).toBe(ownedThen)

    const retried = await ask()
    expect(retried.status).toBe(200)
    expect(retried.headers['idempotent-replayed']).toBe(at === 'after' ? 'true' : undefined)
    expect(retried.body.credits.spent).toBe(2)
    expect(retried.body.data).toMatchObject(ids.map((id) => ({ id, charged: true })))
    expect(await ownedBy(accountId)).toBe(2)
    const { balance } = await readBalance(store.database, accountId)
    expect(retried.body.credits.remaining).toBe(balance)
    expect(await verifyLedger(store.database, { accountId })).toMatchObject({ reveals: 2, problems: [] })
  },
)

it.each(['before', 'after'] as const)(
  'in a transaction, a spend is cut off %s the COMMIT and not at its statement',
  async (at) => {
    const { accountId } = await test.createAccount({ credits: 10 })
    const cut = proxy.cutCommit(at, 'INSERT INTO reveals')
    let isWritten = false
    const spent = test.store.database.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT ${accountId}, contact_id, 1, now() FROM contacts LIMIT 0`)
      isWritten = true
    })
    await expect(spent).rejects.toThrow()
    expect(isWritten).toBe(true)
    expect(await cut).toEqual({ isCommitted: at === 'after' })
  },
)
