/** Rights that end while a request is on its way: they count when its body is complete, and again where rights are handed out. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needsApiAccess } from '../../src/accounts/api-access.ts'
import { basePath, sessionBasePath } from '../../src/base/api-paths.ts'
import { type Role, type SessionScope, scopesOfRole } from '../../src/base/scopes.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import type { AnyOperation } from '../../src/call/operation.ts'
import { endKey, makeKey } from '../../src/keys/keys.ts'
import { addMember, endMembership } from '../../src/members/members.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { endSessions } from '../../src/sign-in/sessions.ts'
import { deletePrivate } from '../../src/watches/delete-private.ts'
import { sendRaw } from '../rules/raw-http.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
import { heldMax, holdBodies, holdBody } from '../support/held-request.ts'

type Operation = Pick<
  AnyOperation<never>,
  'id' | 'method' | 'path' | 'scope' | 'meter' | 'openToPeople' | 'example'
> & { base: string }
const ofApi: Operation[] = operations.filter(({ request }) => request.body).map((one) => ({ ...one, base: basePath }))
const ofWeb: Operation[] = sessionOperations
  .filter(({ request }) => request.body)
  .map((one) => ({ ...one, base: sessionBasePath }))
const all = [...ofApi, ...ofWeb]

const adminEmail = 'admin@rights.example'
let test: ServedApp
let owner: Browser
let accountId: string
let adminId: string
let keyId: string
let memberId: string
let contactIds: string[]

beforeAll(async () => {
  test = await startServedApp()
  const account = await test.createAccount({ email: 'owner@rights.example', credits: 100_000 })
  ;({ accountId, keyId } = account)
  adminId = (await test.createAccount({ email: adminEmail })).userId
  memberId = (await test.createAccount({ email: 'member@rights.example' })).userId
  contactIds = await test.plantContacts(3)
  await addMember(test.store.database, { accountId, userId: memberId, role: 'member', creditLimit: null })
  await test.app.start()
  owner = createBrowser(test)
  await owner.signIn('owner@rights.example')
})
afterAll(() => test.stop())

/** The person whose rights end: in the account as an admin, with a new session in it. */
async function signedInAs(role: Role): Promise<Browser> {
  const { database } = test.store
  await addMember(database, { accountId, userId: adminId, role, creditLimit: null })
  await database.query(sql`UPDATE members SET role = ${role} WHERE account_id = ${accountId} AND user_id = ${adminId}`)
  const browser = createBrowser(test)
  expect((await browser.signIn(adminEmail)).status).toBe(200)
  const moved = await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })
  expect(moved.status).toBe(200)
  return browser
}

const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  origin: test.url,
  'sec-fetch-site': 'same-origin',
})

const newKey = () => makeKey(test.store.database, { accountId, name: 'A key' })

/** What a caller with every right could send: it would change something, wherever the operation changes anything. */
const bodies: Record<string, unknown> = {
  createKey: { name: 'Made too late' },
  updateKey: { name: 'Renamed too late' },
  updateMember: { role: 'admin' },
  inviteMember: { email: 'late@rights.example', role: 'admin' },
  updateProfile: { name: 'Renamed too late' },
}

function requestOf({ id, method, base, path, example }: Operation, headers: Record<string, string>) {
  const parameters: Record<string, string> = { key_id: keyId, user_id: memberId }
  const body = bodies[id] ?? example.request ?? {}
  const named = JSON.parse(JSON.stringify(body).replaceAll(/ct_live_[A-Za-z]{16}/g, contactIds[0]!)) as object
  return {
    method,
    path: base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? 'unknown'),
    body: 'contact_ids' in named ? { ...named, contact_ids: contactIds.slice(0, 1) } : named,
    headers,
  }
}

/** Every row of every table, as one fingerprint a table; without what a refused request may move. */
async function fingerprints(): Promise<Map<string, string>> {
  const { database } = test.store
  const tables = await database.query<{ name: string }>(sql`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND table_name NOT IN ('request_counters', 'oauth_resources')`)
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name,
      md5(coalesce(string_agg(row, ',' ORDER BY row), '')) AS rows
      FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${name} t) t`,
  )
  const rows = await database.query<{ name: string; rows: string }>(rawSql(parts.join(' UNION ALL ')))
  return new Map(rows.map(({ name, rows: found }) => [name, found]))
}

/** Sends the headers of every operation, takes the right away, sends the bodies, and says what each answered. Nothing may change. */
async function answersAfter(
  some: readonly Operation[],
  rightOf: () => Promise<{ headers: Record<string, string>; takeAway(): Promise<unknown> }>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (let from = 0; from < some.length; from += heldMax) {
    const held = some.slice(from, from + heldMax)
    const { headers, takeAway } = await rightOf()
    let before = new Map<string, string>()
    const heard = await holdBodies(
      test,
      held.map((operation) => requestOf(operation, headers)),
      async () => {
        await takeAway()
        before = await fingerprints()
      },
    )
    for (const [at, { status, text }] of heard.entries()) {
      answers[held[at]!.id] = `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`
    }
    expect(await fingerprints(), `something changed: ${JSON.stringify(answers)}`).toEqual(before)
  }
  return answers
}

const allOf = (some: readonly Operation[], answer: string) => Object.fromEntries(some.map(({ id }) => [id, answer]))

describe('AUTH-9, A22: a right that ends while the body is on its way is not used, by any operation', () => {
  it('a revoked key', async () => {
    const answers = await answersAfter(ofApi, async () => {
      const { apiKey, keyId: revoked } = await newKey()
      return {
        headers: { authorization: `Bearer ${apiKey}` },
        takeAway: () => endKey(test.store.database, test.app.clock, accountId, revoked),
      }
    })
    expect(answers).toEqual(allOf(ofApi, '401 invalid_credentials'))
  })

  it('a lowered limit of a key: revealContacts', async () => {
    const reveal = ofApi.filter(({ id }) => id === 'revealContacts')
    const answers = await answersAfter(reveal, async () => {
      const { apiKey, keyId: limited } = await newKey()
      return {
        headers: { authorization: `Bearer ${apiKey}` },
        takeAway: () => owner.call('POST', `/app/v1/keys/${limited}`, { credit_limit: 0 }),
      }
    })
    expect(answers).toEqual(allOf(reveal, '402 key_credit_limit_reached'))
  })

  /** What the operations answer to somebody in this role when their right has ended. */
  const answersTo = (some: readonly Operation[], role: Role, takeAway: () => Promise<unknown>) =>
    answersAfter(some, async () => ({ headers: cookieOf(await signedInAs(role)), takeAway }))

  it('a session that was ended', async () => {
    const answers = await answersTo(all, 'admin', () => endSessions(test.store.database, adminId))
    expect(answers).toEqual(allOf(all, '401 invalid_credentials'))
  })

  it('a session that a new password ended', async () => {
    const elsewhere = createBrowser(test)
    const change = { currentPassword: usualPassword, newPassword: usualPassword }
    const answers = await answersTo(all, 'admin', async () => {
      await elsewhere.signIn(adminEmail)
      expect((await elsewhere.call('POST', '/auth/change-password', change)).status).toBe(200)
    })
    expect(answers).toEqual(allOf(all, '401 invalid_credentials'))
  })

  it('a member who was removed', async () => {
    const answers = await answersTo(all, 'admin', async () =>
      expect((await owner.call('POST', `/app/v1/members/${adminId}/remove`)).status).toBe(200),
    )
    expect(answers).toEqual(allOf(all, '401 invalid_credentials'))
  })

  it('an owner who became a member', async () => {
    const notForMembers = all.filter(({ scope }) => !scopesOfRole.member.includes(scope as SessionScope))
    const answers = await answersTo(notForMembers, 'owner', async () =>
      expect((await owner.call('POST', `/app/v1/members/${adminId}`, { role: 'member' })).status).toBe(200),
    )
    expect(answers).toEqual(allOf(notForMembers, '403 insufficient_scope'))
  })

  it('an owner who became an admin makes themselves no owner again', async () => {
    const browser = await signedInAs('owner')
    const lower = () => owner.call('POST', `/app/v1/members/${adminId}`, { role: 'admin' })
    const request = { path: `/app/v1/members/${adminId}`, body: { role: 'owner' }, headers: cookieOf(browser) }
    const answer = await holdBody(test, request, lower)
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, 'owner_required'])
  })

  it('a plan that lapsed', async () => {
    const withAccess = all.filter(
      ({ id, meter, openToPeople }) => (needsApiAccess(meter) && !openToPeople) || id === 'createKey',
    )
    const setStatus = (status: 'lapsed' | 'active') =>
      setAccount(test.store.database, test.app.clock, test.app.plans, accountId, { status })
    const answers = await answersAfter(withAccess, async () => {
      await setStatus('active')
      return { headers: cookieOf(await signedInAs('admin')), takeAway: () => setStatus('lapsed') }
    })
    await setStatus('active')
    expect(answers).toEqual(allOf(withAccess, '403 api_access_required'))
  })

  it('a request without a credential is refused before its body arrives', async () => {
    const { path } = requestOf(ofApi[0]!, {})
    const headers = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`
    const [answer] = await sendRaw(Number(new URL(test.url).port), [headers], { answers: 1 })
    expect([answer!.status, JSON.parse(answer!.body).error.code]).toEqual([401, 'missing_credentials'])
  })
})

describe('AUTH-10: whoever is being removed when their request is admitted hands out no rights', () => {
  const handsOut = ['createKey', 'updateKey', 'updateMember', 'inviteMember', 'renameAccount', 'updateAutoTopUp']
  const withBody = all.filter(({ id }) => [...handsOut, 'createSubscriptionLink', 'createTopUpLink'].includes(id))
  const plain: Operation[] = sessionOperations
    .filter(({ id }) => ['revokeKey', 'removeMember'].includes(id))
    .map((one) => ({ ...one, base: sessionBasePath }))

  it.each([...withBody, ...plain].map((operation) => ({ id: operation.id, operation })))(
    '$id',
    async ({ operation }) => {
      const browser = await signedInAs('owner')
      const { path, body } = requestOf(operation, {})
      const { removed, committed } = {
        removed: Promise.withResolvers<void>(),
        committed: Promise.withResolvers<void>(),
      }
      // The removal is under way: admission does not see it yet, and the operation must wait for it.
      const removal = test.store.database.transaction(async (tx) => {
        await endMembership(tx, { clock: test.app.clock, deletePrivate }, accountId, adminId)
        removed.resolve()
        await committed.promise
      })
      await removed.promise
      const before = await fingerprints()
      let answer: { status: number } | null = null
      const asked = browser.call('POST', path, body).then((page) => {
        answer = page
        return page
      })
      await expect.poll(async () => answer !== null || (await isSomebodyWaiting()), { timeout: 60_000 }).toBe(true)
      committed.resolve()
      await removal
      const { status, text } = await asked
      expect(status, text).toBe(401)
      const after = await fingerprints()
      const rightsOf = (rows: Map<string, string>) =>
        ['accounts', 'api_keys', 'audit_entries', 'billing_auto_top_ups'].map((table) => rows.get(table))
      expect(rightsOf(after)).toEqual(rightsOf(before))
    },
  )

  async function isSomebodyWaiting(): Promise<boolean> {
    const waiting = await test.store.database.query(
      sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    return waiting.length > 0
  }
})

it('AUTH-11: an export stops when the right to it ends', async () => {
  const { accountId: exporting, apiKey, keyId: revoked } = await test.createAccount({ credits: 200 })
  // More than the buffers of two sockets hold, so that the export waits for its reader.
  const ids = await test.plantContacts(200, { linkedin_url: `https://linkedin.com/in/${'x'.repeat(100_000)}` })
  for (let at = 0; at < ids.length; at += 10) {
    expect((await test.reveal(apiKey, ids.slice(at, at + 10))).status).toBe(200)
  }
  const response = await fetch(`${test.url}/api/v1/contacts/revealed`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/csv', 'accept-encoding': 'identity' },
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  await endKey(test.store.database, test.app.clock, exporting, revoked)
  // It is asked about once a second.
  await setTimeout(1_100)
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow()
})
