/** What the operator's commands take away, as the people and programs that had it see it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuditEntries } from '../../src/audit/entries.ts'
import { scopes } from '../../src/base/scopes.ts'
import { sql } from '../../src/base/sql.ts'
import { createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
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

const usage = async (key: string) => (await test.call('GET', '/api/v1/usage', { key })).status

it('CLI-15: sign-out ends the sessions, integrations and open links of a person, and of nobody else', async () => {
  const people = await Promise.all(
    ['ada', 'bob'].map(async (name) => {
      const email = `${name}@sign-out.example`
      const { accountId } = await test.createAccount({ email })
      const browser = createBrowser(test)
      await browser.signIn(email)
      const client = await createIntegration(test, { name })
      const { accessToken, refreshToken } = await client.connect(email)
      await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
      await browser.call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
      const { text } = test.mails.findLast(({ to }) => to === email)!
      const link = /http\S+/.exec(text)![0]
      const opens = async () => ({
        session: (await browser.call('GET', '/app/v1/profile')).status,
        integration: await usage(accessToken),
        refresh: (await client.refresh(refreshToken!)).status,
        link: new URL((await createBrowser(test).open(link)).url).searchParams.get('error'),
        secondFactor: (
          await test.app.database.query(
            sql`SELECT FROM two_factors t JOIN users u ON u.id = t.user_id WHERE u.email = ${email}`,
          )
        ).length,
      })
      return { accountId, opens }
    }),
  )
  const [ada, bob] = people as [(typeof people)[0], (typeof people)[0]]
  const everything = { session: 200, integration: 200, refresh: 200, link: null, secondFactor: 1 }
  expect(await bob.opens()).toEqual(everything)
  expect((await run('account sign-out')).code).toBe(2)
  expect((await run('account sign-out nobody@sign-out.example')).stderr).toContain('Nobody signs in with')
  const ended = await run('account sign-out ada@sign-out.example --json')
  expect(ended.json).toMatchObject({ sessions: 2 })
  expect(await ada.opens()).toEqual({
    session: 401,
    integration: 401,
    refresh: 400,
    link: 'INVALID_TOKEN',
    secondFactor: 1,
  })
  expect((await run('account sign-out ada@sign-out.example --reset-second-factor')).code).toBe(0)
  expect((await ada.opens()).secondFactor).toBe(0)
  expect(await bob.opens()).toMatchObject({
    session: 200,
    integration: 200,
    link: null,
    secondFactor: 1,
  })
  const actions = (await readAuditEntries(test.app.database, { accountId: ada.accountId, limit: 100 })).map(
    ({ action }) => action,
  )
  expect(actions.slice(0, 3).sort()).toEqual(['session.ended', 'session.ended', 'two_factor.disabled'])

  expect((await run('account sign-out --everybody')).code).toBe(0)
  expect((await bob.opens()).session).toBe(401)
  const { entries } = (await run('audit --json')).json as { entries: object[] }
  expect(entries[0]).toMatchObject({ action: 'session.ended', account_id: null })
})

it('CLI-4, CLI-7, AUTH-6: keys made by command are shown once, work, and are refused from the next request after they are revoked', async () => {
  const { json: account } = await run('account create --name Keys --email keys@operator.example --json')
  const everyScope = (await run(`key list --account ${account.account_id} --json`)).json.keys[0].scopes
  expect(everyScope).toEqual([...scopes])
  const { json: made } = await run(`key create --account ${account.account_id} --json`)
  expect(Object.keys(made).sort()).toEqual(['api_key', 'key_id'])
  expect([await usage(account.api_key), await usage(made.api_key)]).toEqual([200, 200])
  for (const text of [
    (await run(`key list --account ${account.account_id}`)).stdout,
    (await run(`key list --account ${account.account_id} --json`)).stdout,
    (await run(`account show ${account.account_id} --json`)).stdout,
    JSON.stringify(await test.app.database.query(sql`SELECT k::text FROM api_keys k`)),
  ])
    for (const secret of [account.api_key, made.api_key]) expect(text).not.toContain(secret.slice(20))
  expect((await run(`key revoke ${made.key_id}`)).code).toBe(0)
  expect([await usage(account.api_key), await usage(made.api_key)]).toEqual([200, 401])
  const listed = (await run(`key list --account ${account.account_id} --json`)).json.keys
  expect(listed.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null)).toEqual([false, true])
})
