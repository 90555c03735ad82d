/** What somebody kept to themselves, once they have left. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser } from '../../test/support/browser.ts'
import { lockWaits } from '../../test/support/race.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { sql } from '../base/sql.ts'
import { addMember, endMembership } from '../members/members.ts'
import { deletePrivate } from './delete-private.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
  await stage.judge()
})
afterAll(() => stage.test.stop())

let teams = 0
/** An owner, and a colleague who has a private list, a shared one, and watches of both. */
async function team() {
  teams += 1
  const [first, second] = [`owner${teams}@leavers.example`, `colleague${teams}@leavers.example`]
  const { accountId } = await stage.test.createAccount({ email: first })
  const { userId } = await stage.test.createAccount({ email: second })
  await addMember(stage.test.store.database, { accountId, userId, role: 'member', creditLimit: null })
  const as = async (email: string) => {
    const browser = createBrowser({ app: stage.test.app, url: 'http://localhost:8080' })
    await browser.signIn(email)
    await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })
    return browser
  }
  const [owner, colleague] = [await as(first), await as(second)]
  const make = async (path: string, body: object) => {
    const { status, body: made } = await colleague.call('POST', `/api/v1${path}`, body)
    expect(status).toBe(201)
    return made.id as string
  }
  const mine = await make('/lists', { name: 'Mine', kind: 'stores', private: true })
  const ours = await make('/lists', { name: 'Ours', kind: 'stores' })
  const query = { store: { list_id: mine, countries: ['DE'] } }
  const held = await make('/saved-searches', { name: 'Held', kind: 'stores', query })
  for (const source of [{ list_id: mine }, { saved_search_id: held }]) await make('/watches', source)
  const kept = await make('/watches', { list_id: ours })
  await colleague.call('PUT', '/api/v1/stores/first.example/follow', {})
  const { owner: database } = stage.test.store
  const left = async () => ({
    lists: (await database.query(sql`SELECT name FROM contact_lists WHERE account_id = ${accountId}`)).map(
      (row) => (row as { name: string }).name,
    ),
    watches: (await database.query(sql`SELECT watch_id AS id FROM watches WHERE account_id = ${accountId}`)).map(
      (row) => (row as { id: string }).id,
    ),
  })
  return { accountId, userId, owner, colleague, kept, left }
}

it('PEOPLE-6: private lists of somebody who is removed are deleted with their watches, and what they shared stays', async () => {
  const { owner, userId, kept, left } = await team()
  const before = await left()
  expect(before.lists.toSorted()).toEqual(['Followed stores', 'Mine', 'Ours'])
  expect(before.watches).toHaveLength(4)
  expect((await owner.call('POST', `/app/v1/members/${userId}/remove`, {})).status).toBe(200)
  expect(await left()).toEqual({ lists: ['Ours'], watches: [kept] })
})

it('PEOPLE-6: so are those of somebody who leaves', async () => {
  const { colleague, kept, left } = await team()
  expect((await colleague.call('POST', '/app/v1/account/leave', {})).status).toBe(200)
  expect(await left()).toEqual({ lists: ['Ours'], watches: [kept] })
})

it.each([
  ['is made', 'POST', '/lists', { name: 'Late', kind: 'stores', private: true }],
  ['is made for a store that is followed', 'PUT', '/stores/first.example/follow', {}],
] as const)('PEOPLE-6: no private list %s by somebody who is leaving', async (_what, method, path, body) => {
  const { accountId, userId, colleague, left } = await team()
  const { database, owner } = stage.test.store
  const { answer } = await database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    await endMembership(tx, { clock: stage.test.app.clock, deletePrivate }, accountId, userId)
    const answer = colleague.call(method, `/api/v1${path}`, body)
    await expect.poll(() => lockWaits(owner), { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
    return { answer }
  })
  expect((await answer).status).toBe(401)
  expect((await left()).lists).toEqual(['Ours'])
})

it('somebody who leaves and somebody who renames the account never wait for each other: both take the account first', async () => {
  const { accountId, owner } = await team()
  const { database, owner: lookOn } = stage.test.store
  const { renamed } = await database.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const renamed = owner.call('POST', '/app/v1/account', { name: 'Renamed' })
    await expect.poll(() => lockWaits(lookOn), { timeout: 30_000, interval: 10 }).toBeGreaterThan(0)
    // Whoever leaves takes the members now.
    await tx.query(sql`SELECT FROM members WHERE account_id = ${accountId} FOR UPDATE NOWAIT`)
    return { renamed }
  })
  expect((await renamed).status).toBe(200)
})
