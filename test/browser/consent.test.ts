import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { setConnectionLimit } from '../../src/connections/connections.ts'
import { createIntegration, type Integration, readTokens, redirectUri } from '../support/integration.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'

describe('the consent page of an integration', () => {
  let stage: Stage
  let integration: Integration

  beforeAll(async () => {
    stage = await openStage()
    integration = await createIntegration(stage, { name: 'CRM <b>of</b> ours' })
  })
  afterAll(() => stage?.close())

  /** From the integration's own button to the question. */
  async function arrive(email: string, { isOnPhone = false } = {}) {
    const visit = await stage.visit({ isOnPhone })
    const { url, verifier } = await integration.startAuthorization()
    // The browser would look for the integration's host until it gives up.
    await visit.page.route(`${redirectUri}**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await visit.page.goto(url)
    await visit.page.getByLabel('Email').fill(email)
    await visit.page.getByLabel('Password').fill(password)
    await visit.page.getByRole('button', { name: 'Sign in' }).click()
    await visit.page.getByRole('heading', { name: 'Connect CRM <b>of</b> ours?' }).waitFor()
    return { ...visit, verifier }
  }

  /** The integration's address, with what the decision put into it. Some browsers show an error there, because nobody answers. */
  async function wayBack({ page }: Visit, decision: string): Promise<string> {
    const leaving = page.waitForRequest((request) => request.url().startsWith(redirectUri))
    await page.getByRole('button', { name: decision, exact: true }).click()
    const address = (await leaving).url()
    await page.waitForURL(({ origin }) => origin !== stage.url, { waitUntil: 'commit' })
    return address
  }

  /** The way back leaves the origin. */
  const theWayBack = /^left the origin: /

  it('says what it may do, leads back with a code that works, and is listed with its limit', async () => {
    const email = await stage.createOwner()
    const visit = await arrive(email)
    const { page, verifier, leave } = visit
    expect(await auditPage(page)).toEqual([])
    await page.getByText('Spends your account’s contact credits', { exact: false }).waitFor()
    await page.getByLabel('Contact credits it may spend per month').fill('7')
    const back = { url: await wayBack(visit, 'Connect') } as Parameters<Integration['redeem']>[0]
    const { accessToken } = await readTokens(integration, await integration.redeem(back, verifier))
    const found = await stage.call('POST', '/api/v1/contacts/search', { key: accessToken, body: { limit: 1 } })
    expect(found.status).toBe(200)

    await page.goto(`${stage.url}/settings/connections`)
    const row = page.getByRole('row', { name: /CRM <b>of<\/b> ours/ })
    await row.getByText('0 of 7').waitFor()
    await row.getByRole('button', { name: 'Set limit' }).click()
    await page.getByLabel('Monthly credit limit').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('0 of 3').waitFor()
    await row.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await row.waitFor({ state: 'detached' })
    const refused = await stage.call('POST', '/api/v1/contacts/search', { key: accessToken, body: { limit: 1 } })
    expect(refused.status).toBe(401)
    await leave(theWayBack)
  })

  it('a limit that an owner set is shown to the member with its author, and without a way to change it', async () => {
    const [owner, member] = [`ada${newEmail('shop')}`, newEmail('shop')]
    const { accountId } = await stage.createAccount({ name: 'Shop', email: owner, password })
    const own = await stage.createAccount({ email: member, password })
    const { database } = stage.app
    const moved = await database.query<{ userId: string }>(sql`
      UPDATE members SET account_id = ${accountId}, role = 'member' WHERE account_id = ${own.accountId}
      RETURNING user_id AS "userId"`)
    await integration.connect(member)
    const connection = { clientId: integration.clientId, userId: moved[0]!.userId, accountId }
    const [ada] = await database.query<{ id: string }>(sql`SELECT id FROM users WHERE email = ${owner}`)
    await setConnectionLimit(database, connection, 4, { userId: ada!.id, role: 'owner' })

    const { page, enter, leave } = await stage.visit()
    await enter(member)
    await page.goto(`${stage.url}/settings/connections`)
    const row = page.getByRole('row', { name: /CRM <b>of<\/b> ours/ })
    await row.getByText('0 of 4').waitFor()
    await row.getByText('limit set by ada').waitFor()
    expect(await row.getByRole('button').allTextContents()).toEqual(['Disconnect'])
    expect(await auditPage(page)).toEqual([])
    await leave()
  })

  it('leads back without a code when the person says no', async () => {
    const visit = await arrive(await stage.createOwner(), { isOnPhone: true })
    expect(await auditPage(visit.page)).toEqual([])
    const { searchParams } = new URL(await wayBack(visit, 'Cancel'))
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.has('code')).toBe(false)
    await visit.leave(theWayBack)
  })
})
