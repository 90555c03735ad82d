import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { systemClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { addMember } from '../members/members.ts'
import { createOAuthClient } from '../oauth/clients.ts'
import {
  type ConnectionOf,
  endConnection,
  findVisibleConnection,
  prepareConnection,
  readConnectionLimit,
  readConsentedScopes,
  setConnectionLimit,
  visibleConnections,
} from './connections.ts'

let test: TestApp
let accountId: string
let owner: string
let member: string
let clientId: string
beforeAll(async () => {
  test = await startTestApp()
  ;({ accountId, userId: owner } = await test.createAccount())
  member = (await test.createAccount()).userId
  await addMember(test.store.database, { accountId, userId: member, role: 'member', creditLimit: null })
  const draft = {
    name: 'CRM',
    redirectUris: ['https://crm.example/back'],
    scopes: ['usage:read' as const],
    isPublic: false,
  }
  ;({ clientId } = await createOAuthClient(test.store.database, systemClock, draft))
})
afterAll(() => test.stop())

const connectionOf = (userId: string): ConnectionOf => ({ clientId, userId, accountId })

async function connect(userId: string): Promise<void> {
  const { database } = test.store
  await database.transaction((tx) => prepareConnection(tx, connectionOf(userId)))
  await database.query(
    sql`UPDATE oauth_consents SET scopes = '["usage:read"]' WHERE client_id = ${clientId} AND user_id = ${userId}`,
  )
}

const as = (userId: string, role: 'owner' | 'member') =>
  ({ account: { id: accountId }, member: { userId, role, sessionId: 'ses_1' } }) as unknown as Principal

it('owners see everybody’s connections, members their own; what one can’t see does not exist', async () => {
  await connect(owner)
  await connect(member)
  const seen = async (principal: Principal) =>
    (await visibleConnections(test.store.database, principal)).map(({ userId }) => userId).sort()
  expect(await seen(as(owner, 'owner'))).toEqual([owner, member].sort())
  expect(await seen(as(member, 'member'))).toEqual([member])
  const [theirs] = (await visibleConnections(test.store.database, as(owner, 'owner'))).filter(
    ({ userId }) => userId === owner,
  )
  await expect(findVisibleConnection(test.store.database, as(member, 'member'), theirs!.id)).rejects.toMatchObject({
    code: 'resource_not_found',
  })
})

it('OAUTH-7: a limit that an owner set is not the member’s to change, and outlives the connection', async () => {
  const { database } = test.store
  const connection = connectionOf(member)
  await connect(member)
  const set = (limit: number | null, userId: string, role: 'owner' | 'member') =>
    setConnectionLimit(database, connection, limit, { userId, role })
  expect(await set(50, member, 'member')).toBe(true)
  expect(await set(5, owner, 'owner')).toBe(true)
  for (const limit of [50, null]) expect(await set(limit, member, 'member')).toBe(false)
  await database.transaction((tx) => endConnection(tx, connection))
  expect(await readConsentedScopes(database, connection)).toEqual([])
  await connect(member)
  expect(await readConnectionLimit(database, connection)).toEqual({ creditLimit: 5, isImposed: true })
})
