import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { systemClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { addMember } from '../members/members.ts'
import { createOAuthClient } from '../oauth/clients.ts'
import { cleanUp } from '../queue/housekeeping.ts'
import { retention } from '../wiring/retention.ts'
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

async function connect(userId: string, connection = connectionOf(userId)): Promise<void> {
  const { database } = test.store
  await database.transaction((tx) => prepareConnection(tx, connection, { by: { userId, role: 'member' } }))
  await database.query(
    sql`UPDATE oauth_consents SET scopes = '["usage:read"]' WHERE client_id = ${connection.clientId} AND user_id = ${userId}`,
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

it('OAUTH-7: granting again keeps the limit and who set it, unless another one is chosen by somebody who may', async () => {
  const { database } = test.store
  const grant = (limit: number | null | undefined, userId: string, role: 'owner' | 'member') =>
    database.transaction((tx) => prepareConnection(tx, connectionOf(member), { limit, by: { userId, role } }))
  const known = () => readConnectionLimit(database, connectionOf(member))
  expect(await grant(20, member, 'member')).toBe(20)
  expect(await grant(undefined, member, 'member')).toBe(20)
  expect(await setConnectionLimit(database, connectionOf(member), 7, { userId: owner, role: 'owner' })).toBe(true)
  for (const limit of [20, null, 7, undefined]) expect(await grant(limit, member, 'member')).toBe(7)
  expect(await known()).toEqual({ creditLimit: 7, isImposed: true })
  // Somebody who could lift a limit does not make it their own by repeating it.
  const theirs = connectionOf(owner)
  const grantTheirs = (limit?: number) =>
    database.transaction((tx) => prepareConnection(tx, theirs, { limit, by: { userId: owner, role: 'owner' } }))
  expect(await grantTheirs()).toBe(null)
  expect(await setConnectionLimit(database, theirs, 9, { userId: member, role: 'admin' })).toBe(true)
  expect(await grantTheirs(9)).toBe(9)
  expect(await readConnectionLimit(database, theirs)).toEqual({ creditLimit: 9, isImposed: true })
  expect(await grantTheirs(8)).toBe(8)
  expect(await readConnectionLimit(database, theirs)).toEqual({ creditLimit: 8, isImposed: false })
  expect(await setConnectionLimit(database, connectionOf(member), null, { userId: owner, role: 'owner' })).toBe(true)
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

it('OAUTH-7: a client that registered itself and is unused is kept as long as somebody’s limit is', async () => {
  const { database } = test.store
  const draft = {
    name: 'Agent',
    redirectUris: ['https://agent.example/back'],
    scopes: ['usage:read' as const],
    isPublic: true,
    origin: 'registration' as const,
  }
  const connectAgent = async (creditLimit: number | null) => {
    const agent = { ...connectionOf(member), ...(await createOAuthClient(database, systemClock, draft)) }
    await connect(member, agent)
    await setConnectionLimit(database, agent, creditLimit, { userId: owner, role: 'owner' })
    return agent
  }
  const [limited, unlimited] = [await connectAgent(5), await connectAgent(null)]
  await database.query(
    sql`UPDATE oauth_clients SET updated_at = updated_at - interval '8 days' WHERE origin = 'registration'`,
  )
  await cleanUp(database, systemClock, retention)
  expect(await readConnectionLimit(database, limited)).toEqual({ creditLimit: 5, isImposed: true })
  expect(await readConsentedScopes(database, unlimited)).toEqual([])
})
