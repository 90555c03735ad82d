/** The audit log: what is in it, who reads it, and that nobody changes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAuditEntries } from '../../src/audit/entries.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { retention } from '../../src/wiring/retention.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
let run: Command
beforeAll(async () => {
  test = await startServedApp()
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })
})
afterAll(() => test.stop())

type Owner = { browser: Browser; accountId: string; userId: string; apiKey: string }

async function owner(email: string): Promise<Owner> {
  const { accountId, userId, apiKey } = await test.createAccount({ email, credits: 5 })
  const browser = createBrowser(test)
  expect((await browser.signIn(email)).status).toBe(200)
  return { browser, accountId, userId, apiKey }
}

const actionsOf = async (accountId: string): Promise<string[]> =>
  (await readAuditEntries(test.app.database, { accountId, limit: 100 })).map(({ action }) => action).toReversed()

/** A colleague joins by invitation. */
async function join(host: Owner, email: string, role: string): Promise<Browser> {
  await test.createAccount({ email })
  const guest = createBrowser(test)
  await guest.signIn(email)
  expect((await host.browser.call('POST', '/app/v1/invitations', { email, role })).status).toBe(200)
  const { text } = test.mails.findLast(({ to }) => to === email)!
  const token = /invitations\/(\w+)/.exec(text)![1]
  expect((await guest.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(200)
  return guest
}

describe('AUDIT-1: the log says who did what, and from where', () => {
  it('sign-ins, failed ones, keys, members, limits and exports, in order', async () => {
    const email = 'ada@audit.example'
    const { browser, accountId, userId } = await owner(email)
    await createBrowser(test).signIn(email, 'a wrong password 47')
    const { body: made } = await browser.call('POST', '/app/v1/keys', { name: 'Nightly' })
    await browser.call('POST', `/app/v1/keys/${made.key.id}`, { credit_limit: 7 })
    await browser.call('POST', `/app/v1/keys/${made.key.id}/revoke`, {})
    await browser.call('POST', `/app/v1/keys/${made.key.id}/revoke`, {})
    const guest = await join({ browser, accountId, userId, apiKey: '' }, 'grace@audit.example', 'member')
    const { body: profile } = await guest.call('GET', '/app/v1/profile')
    await browser.call('POST', `/app/v1/members/${profile.user.id}`, { credit_limit: 3 })
    await browser.call('POST', `/app/v1/members/${profile.user.id}/remove`, {})
    await browser.call('POST', '/api/v1/contacts/export', {}, { accept: 'text/csv' })
    expect(await actionsOf(accountId)).toEqual([
      'sign_in.succeeded',
      'sign_in.failed',
      'key.created',
      'key.changed',
      'key.revoked',
      'member.invited',
      'member.joined',
      'member.changed',
      'member.removed',
      'data.exported',
    ])
    const { body } = await browser.call('GET', '/app/v1/audit/entries?action=key.created')
    expect(body.data).toMatchObject([
      {
        label: 'Created an API key',
        door: 'web',
        actor: { type: 'member', id: userId },
        target: { type: 'key', id: made.key.id, name: 'Nightly' },
        address: expect.stringMatching(/^10\./),
        request_id: expect.stringMatching(/^req_/),
      },
    ])
    const { body: failed } = await browser.call('GET', '/app/v1/audit/entries?action=sign_in.failed')
    expect(failed.data).toMatchObject([{ actor: null, target: { id: userId }, details: [{ value: 'password' }] }])
  })

  it('passwords and second factors', async () => {
    const { browser, accountId } = await owner('second@audit.example')
    await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
    await browser.call('POST', '/auth/two-factor/disable', { password: usualPassword })
    const change = { currentPassword: usualPassword, newPassword: 'seven quiet rivers 1987' }
    expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(200)
    const actions = await actionsOf(accountId)
    expect(actions).toContain('two_factor.disabled')
    expect(actions).toContain('password.changed')
  })

  it('what the operator did by command', async () => {
    const { accountId } = await owner('operated@audit.example')
    await run(`account grant ${accountId} 5 --reason Sorry --json`)
    const { json, code } = await run(`audit --account ${accountId} --json`)
    expect(code).toBe(0)
    const { entries } = json as { entries: object[] }
    expect(entries[0]).toMatchObject({
      action: 'credits.granted',
      actor: { type: 'operator' },
      door: 'operator',
      account_id: accountId,
    })
  })
})

it('AUDIT-2: only owners read the log, of their own account alone, page by page and as a spreadsheet', async () => {
  const host = await owner('boss@audit.example')
  const admin = await join(host, 'admin@audit.example', 'admin')
  expect((await admin.call('GET', '/app/v1/audit/entries')).status).toBe(403)
  expect((await test.call('GET', '/api/v1/audit/entries', { key: host.apiKey })).status).toBe(404)
  const pages: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await host.browser.call('GET', `/app/v1/audit/entries?limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    pages.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  } while (cursor)
  const { body: whole } = await host.browser.call('GET', '/app/v1/audit/entries')
  expect(pages).toEqual(whole.data.map(({ id }: { id: string }) => id))
  const { body: first } = await host.browser.call('GET', '/app/v1/audit/entries?limit=1')
  const stranger = await owner('stranger@audit.example')
  const stolen = await stranger.browser.call('GET', `/app/v1/audit/entries?cursor=${first.next_cursor}`)
  expect([stolen.status, stolen.body.error.code]).toEqual([400, 'invalid_cursor'])
  const sheet = await host.browser.call('GET', '/app/v1/audit/entries', undefined, { accept: 'text/csv' })
  expect(sheet.text.split('\r\n')[0]).toBe(
    'time,action,actor,actor_id,door,target,target_id,details,address,user_agent,sentence',
  )
  expect(sheet.text).toContain('member.invited')
  const twisted = '?since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z'
  const refused = await host.browser.call('GET', `/app/v1/audit/entries${twisted}`)
  expect([refused.status, refused.body.error.param]).toEqual([400, 'until'])
})

it('AUDIT-1: a sign-in is in the log of every account the person belongs to; an email that nobody has leaves no entry', async () => {
  const host = await owner('first@audit.example')
  const guest = await join(host, 'both@audit.example', 'member')
  const { body: profile } = await guest.call('GET', '/app/v1/profile')
  const own = profile.accounts.find(({ id }: { id: string }) => id !== host.accountId).id as string
  const signIns = async (accountId: string) =>
    (await readAuditEntries(test.app.database, { accountId, limit: 100 })).filter(
      ({ action, actorId }) => action === 'sign_in.succeeded' && actorId === profile.user.id,
    ).length
  const before = [await signIns(host.accountId), await signIns(own)]
  await createBrowser(test).signIn('both@audit.example')
  expect([await signIns(host.accountId), await signIns(own)]).toEqual(before.map((count) => count + 1))
  const count = async () => (await test.app.database.query(sql`SELECT FROM audit_entries`)).length
  const all = await count()
  await createBrowser(test).signIn('nobody@audit.example', 'a wrong password 47')
  expect(await count()).toBe(all)
})

it('AUDIT-1: sessions, connections and billing are in the log, too', async () => {
  const email = 'more@audit.example'
  const { browser, accountId } = await owner(email)
  await createBrowser(test).signIn(email)
  const { body: sessions } = await browser.call('GET', '/auth/list-sessions')
  const cookies = [...browser.cookies.values()].join()
  const other = sessions.find(({ token }: { token: string }) => !cookies.includes(token))
  await browser.call('POST', '/auth/revoke-session', { token: other.token })
  await (await createIntegration(test, { name: 'Logged' })).connect(email)
  const [connection] = (await browser.call('GET', '/app/v1/connections')).body.data
  await browser.call('POST', `/app/v1/connections/${connection.id}`, { credit_limit: 3 })
  await browser.call('POST', `/app/v1/connections/${connection.id}/disconnect`)
  await browser.call('POST', '/api/v1/billing/subscription-link')
  expect(await actionsOf(accountId)).toEqual([
    'sign_in.succeeded',
    'sign_in.succeeded',
    'session.ended',
    'sign_in.succeeded',
    'connection.granted',
    'connection.changed',
    'connection.ended',
    'billing.link_created',
  ])
})

it('AUDIT-2: entries are found by action, actor and time, also as a spreadsheet', async () => {
  const host = await owner('filters@audit.example')
  const admin = await join(host, 'filters-admin@audit.example', 'admin')
  await admin.call('POST', '/app/v1/keys', { name: 'Theirs' })
  await host.browser.call('POST', '/app/v1/keys', { name: 'Mine' })
  const list = async (query: string) => {
    const { body } = await host.browser.call('GET', `/app/v1/audit/entries${query}`)
    return body.data as { action: string; created_at: string; target: { name: string } | null }[]
  }
  const all = await list('')
  expect(all.map(({ created_at }) => created_at)).toEqual(
    all
      .map(({ created_at }) => created_at)
      .sort()
      .reverse(),
  )
  const ofHost = await list(`?actor_id=${host.userId}&action=key.created`)
  expect(ofHost.map(({ target }) => target?.name)).toEqual(['Mine'])
  const moment = ofHost[0]!.created_at
  expect((await list(`?since=${moment}`)).map(({ target }) => target?.name)).toEqual(['Mine'])
  const before = await list(`?until=${moment}`)
  expect(before).toEqual(all.slice(1))
  const accept = { accept: 'text/csv' }
  const sheet = await host.browser.call('GET', '/app/v1/audit/entries?action=key.created', undefined, accept)
  expect(sheet.text.trimEnd().split('\r\n')).toHaveLength(3)
})

it('AUDIT-2: the operator reads the log of every account, and what was done to the whole service', async () => {
  const { accountId } = await owner('read@audit.example')
  await run('suppress --email opted-out@audit.example')
  const { entries } = (await run('audit --json')).json as { entries: { action: string; account_id: string | null }[] }
  const seen = entries.map(({ action, account_id }) => [action, account_id])
  expect(seen).toContainEqual(['contact.suppressed', null])
  expect(seen).toContainEqual(['sign_in.succeeded', accountId])
})

it('AUDIT-3: an act that fails leaves no entry, and an act without its entry does not happen', async () => {
  const { browser, accountId } = await owner('atomic@audit.example')
  const before = await actionsOf(accountId)
  expect((await browser.call('POST', '/app/v1/keys/key_unknown/revoke', {})).status).toBe(404)
  expect(await actionsOf(accountId)).toEqual(before)
  const guest = await join({ browser, accountId, userId: '', apiKey: '' }, 'atomic-guest@audit.example', 'member')
  const { id: guestId } = (await guest.call('GET', '/app/v1/profile')).body.user
  const { body: made } = await browser.call('POST', '/app/v1/keys', { name: 'Recorded' })
  const email = 'invited@audit.example'
  await browser.call('POST', '/app/v1/invitations', { email, role: 'member' })
  const [invitation] = (await browser.call('GET', '/app/v1/invitations')).body.data
  const look = async () =>
    Promise.all(
      ['keys', 'members', 'invitations', 'profile'].map(async (of) => {
        const { request_id, ...rest } = (await browser.call('GET', `/app/v1/${of}`)).body
        return rest
      }),
    )
  const asItWas = await look()
  await test.store.owner.query(rawSql('ALTER TABLE audit_entries ADD CONSTRAINT full_log CHECK (false) NOT VALID'))
  for (const [path, body] of [
    ['keys', { name: 'Unrecorded' }],
    [`keys/${made.key.id}`, { credit_limit: 1 }],
    [`keys/${made.key.id}/revoke`, {}],
    ['invitations', { email: 'unrecorded@audit.example', role: 'member' }],
    [`invitations/${invitation.id}/withdraw`, {}],
    [`members/${guestId}`, { credit_limit: 1 }],
    [`members/${guestId}/remove`, {}],
    ['account', { name: 'Unrecorded' }],
  ] as const)
    expect([path, (await browser.call('POST', `/app/v1/${path}`, body)).status]).toEqual([path, 500])
  expect((await guest.call('POST', '/app/v1/account/leave')).status).toBe(500)
  await test.store.owner.query(rawSql('ALTER TABLE audit_entries DROP CONSTRAINT full_log'))
  expect(await look()).toEqual(asItWas)
})

it('AUDIT-4: entries can’t be changed or deleted by the application, and hold no secret', async () => {
  const { browser, apiKey } = await owner('secrets@audit.example')
  const { body } = await browser.call('POST', '/app/v1/keys', { name: 'Secret' })
  await browser.call('POST', '/app/v1/invitations', { email: 'linked@audit.example', role: 'member' })
  const invitation = /invitations\/(\w+)/.exec(test.mails.at(-1)!.text)![1]!
  const billingLink: string = (await browser.call('POST', '/api/v1/billing/subscription-link')).body.url
  const { accessToken, refreshToken } = await (await createIntegration(test)).connect('secrets@audit.example')
  const [contact] = await test.plantContacts(1)
  const [{ email }] = (await test.reveal(apiKey, [contact])).body.data[0].emails
  await run(`suppress --email ${email}`)
  for (const statement of [
    "UPDATE audit_entries SET action = ''",
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])
    await expect(test.app.database.query(rawSql(statement))).rejects.toMatchObject({ code: '42501' })
  const rows = await test.app.database.query<{ row: string }>(sql`SELECT a::text AS row FROM audit_entries a`)
  const log = rows.map(({ row }) => row).join('\n')
  const tokens = [accessToken, refreshToken!, invitation, billingLink.split('/').at(-1)!]
  for (const secret of [body.api_key, apiKey, usualPassword, email, ...tokens, ...browser.cookies.values()])
    expect(log).not.toContain(secret)
})

it('AUDIT-5: entries are deleted after 400 days, and the protection holds afterwards', async () => {
  const { accountId } = await owner('old@audit.example')
  await test.app.database.query(sql`
    INSERT INTO audit_entries (entry_id, account_id, action, door, created_at)
    VALUES ('aud_old', ${accountId}, 'key.created', 'web', now() - interval '401 days')`)
  const ours = retention.filter(({ table }) => table === 'audit_entries')
  expect(await cleanUp(test.app.database, test.app.clock, ours)).toEqual([{ table: 'audit_entries', rows: 1 }])
  expect(await actionsOf(accountId)).toEqual(['sign_in.succeeded'])
  await expect(test.app.database.query(rawSql('DELETE FROM audit_entries'))).rejects.toMatchObject({ code: '42501' })
})

it('AUDIT-5: the entries of an account go with it when it is erased, but for the erasure itself', async () => {
  const { accountId } = await owner('erased@audit.example')
  const other = await owner('stays@audit.example')
  await run(`account set ${accountId} --status lapsed`)
  expect((await run(`account erase ${accountId} --yes`)).code).toBe(0)
  expect(await actionsOf(accountId)).toEqual(['account.erased'])
  expect(await actionsOf(other.accountId)).toEqual(['sign_in.succeeded'])
})
