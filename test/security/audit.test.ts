/** The audit log: what is in it, who reads it, and that nobody changes it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retention } from '../../src/app.ts'
import { readAuditEntries } from '../../src/audit/entries.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'

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
    await browser.call('POST', '/app/v1/contacts/export', {}, { accept: 'text/csv' })
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
    'time,action,actor,actor_id,door,target,target_id,details,address,user_agent',
  )
  expect(sheet.text).toContain('member.invited')
  const twisted = '?since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z'
  const refused = await host.browser.call('GET', `/app/v1/audit/entries${twisted}`)
  expect([refused.status, refused.body.error.param]).toEqual([400, 'until'])
})

it('CLI-15: the operator ends the sessions of a person, who may need a new second factor, or of everybody', async () => {
  const [ada, bob] = [await owner('ada@sign-out.example'), await owner('bob@sign-out.example')]
  await ada.browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
  const isSignedIn = async () => [
    (await ada.browser.call('GET', '/app/v1/profile')).status,
    (await bob.browser.call('GET', '/app/v1/profile')).status,
  ]
  expect(await isSignedIn()).toEqual([200, 200])
  expect((await run('account sign-out')).code).toBe(2)
  expect((await run('account sign-out nobody@sign-out.example')).stderr).toContain('Nobody signs in with')
  const ended = await run('account sign-out ada@sign-out.example --reset-second-factor --json')
  expect(ended.json).toMatchObject({ sessions: 1 })
  expect(await isSignedIn()).toEqual([401, 200])
  expect(await actionsOf(ada.accountId)).toEqual(expect.arrayContaining(['session.ended', 'two_factor.disabled']))
  const left = sql`SELECT FROM two_factors t JOIN users u ON u.id = t.user_id WHERE u.email = 'ada@sign-out.example'`
  expect(await test.app.database.query(left)).toEqual([])
  expect((await run('account sign-out --everybody')).code).toBe(0)
  expect(await isSignedIn()).toEqual([401, 401])
})

it('AUDIT-3: an act that fails leaves no entry, and an act without its entry does not happen', async () => {
  const { browser, accountId } = await owner('atomic@audit.example')
  const before = await actionsOf(accountId)
  expect((await browser.call('POST', '/app/v1/keys/key_unknown/revoke', {})).status).toBe(404)
  expect(await actionsOf(accountId)).toEqual(before)
  await test.store.owner.query(rawSql('ALTER TABLE audit_entries ADD CONSTRAINT full_log CHECK (false) NOT VALID'))
  expect((await browser.call('POST', '/app/v1/keys', { name: 'Unrecorded' })).status).toBe(500)
  await test.store.owner.query(rawSql('ALTER TABLE audit_entries DROP CONSTRAINT full_log'))
  const { body } = await browser.call('GET', '/app/v1/keys')
  expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Unrecorded')
})

it('AUDIT-4: entries can’t be changed or deleted by the application, and hold no secret', async () => {
  const { browser, apiKey } = await owner('secrets@audit.example')
  const { body } = await browser.call('POST', '/app/v1/keys', { name: 'Secret' })
  for (const statement of [
    "UPDATE audit_entries SET action = ''",
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])
    await expect(test.app.database.query(rawSql(statement))).rejects.toMatchObject({ code: '42501' })
  const rows = await test.app.database.query<{ row: string }>(sql`SELECT a::text AS row FROM audit_entries a`)
  const log = rows.map(({ row }) => row).join('\n')
  for (const secret of [body.api_key, apiKey, usualPassword, ...browser.cookies.values()])
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
