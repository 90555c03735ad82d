import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { addMember } from '../../src/members/members.ts'
import {
  type Browser,
  consentFields,
  createBrowser,
  hiddenField,
  type ServedApp,
  startServedApp,
} from '../support/browser.ts'
import { createIntegration, type Integration, readTokens, type Tokens } from '../support/integration.ts'

let test: ServedApp
let accountId: string
let contacts: string[]
const owner = 'ada@shop.example'
const member = 'grace@shop.example'

beforeAll(async () => {
  test = await startServedApp()
  accountId = (await test.createAccount({ name: 'Shop', email: owner })).accountId
  // Grace has an account of her own, and works in Ada's.
  await test.createAccount({ name: 'Grace alone', email: member })
  const { database } = test.app
  const [grace] = await database.query<{ id: string }>(sql`SELECT id FROM users WHERE email = ${member}`)
  await addMember(database, { accountId, userId: grace!.id, role: 'member', creditLimit: null })
  contacts = await test.plantContacts(30)
})
afterAll(() => test.stop())

/** A contact that nobody has revealed. */
const newContact = (): string => contacts.pop()!

async function signIn(email: string): Promise<Browser> {
  const browser = createBrowser(test)
  await browser.signIn(email)
  await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })
  return browser
}

const everything = 'contacts:reveal contacts:search usage:read offline_access'

type GrantOptions = { scope?: string; limit?: string }

/** The person goes through the consent page, whether or not they would be asked, and fills in what it shows. */
async function grant(client: Integration, browser: Browser, { scope = everything, limit }: GrantOptions = {}) {
  const { url, verifier } = await client.startAuthorization({ scope, prompt: 'consent' })
  const asked = await browser.open(url)
  const shown = /name="credit_limit" value="([^"]*)"/.exec(asked.text)?.[1]
  const page = await browser.submit('/consent', {
    ...consentFields(asked),
    decision: 'allow',
    ...(shown !== undefined && { credit_limit: limit ?? shown }),
  })
  return { asked, page, verifier }
}

async function connect(client: Integration, browser: Browser, granting?: GrantOptions): Promise<Tokens> {
  const { page, verifier } = await grant(client, browser, granting)
  return readTokens(client, await client.redeem(page, verifier))
}

async function connectionOf(client: Integration, browser: Browser) {
  const { body } = await browser.call('GET', '/app/v1/connections')
  return body.data.find((known: { client: { id: string } }) => known.client.id === client.clientId)
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

const expectRefused = async (response: Response) => {
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
}

describe('granting again', () => {
  it('leaves the limit alone when the page did not ask for one', async () => {
    const client = await createIntegration(test, { name: 'Limited' })
    const browser = await signIn(owner)
    const { accessToken } = await connect(client, browser, { limit: '1' })
    expect((await test.reveal(accessToken, [newContact()])).status).toBe(200)
    const { asked } = await grant(client, browser, { scope: 'usage:read' })
    expect(asked.text).not.toContain('credit_limit')
    expect(await connectionOf(client, browser)).toMatchObject({ credit_limit: 1 })
    const again = await connect(client, browser)
    expect(codeOf(await test.reveal(again.accessToken, [newContact()]))).toEqual([
      402,
      'connection_credit_limit_reached',
    ])
  })

  it('OAUTH-6: leaves earlier grants as they are', async () => {
    const client = await createIntegration(test, { name: 'Narrowed' })
    const browser = await signIn(owner)
    const before = await connect(client, browser)
    const narrow = await connect(client, browser, { scope: 'usage:read offline_access' })
    expect((await test.reveal(before.accessToken, [newContact()])).status).toBe(200)
    expect(codeOf(await test.reveal(narrow.accessToken, [newContact()]))).toEqual([403, 'insufficient_scope'])
    expect((await client.refresh(before.refreshToken!)).status).toBe(200)
    const { scopes } = await connectionOf(client, browser)
    expect(scopes).toEqual(expect.arrayContaining(['usage:read', 'contacts:reveal', 'contacts:search']))
  })

  it('OAUTH-2, A7: gives older tokens nothing that they did not have', async () => {
    const client = await createIntegration(test, { name: 'Widened' })
    const browser = await signIn(owner)
    const before = await connect(client, browser, { scope: 'usage:read offline_access' })
    await grant(client, browser)
    expect(codeOf(await test.reveal(before.accessToken, [newContact()]))).toEqual([403, 'insufficient_scope'])
    const refreshed = await readTokens(client, await client.refresh(before.refreshToken!))
    expect(refreshed.scope).toBe('usage:read offline_access')
  })

  it('in words that were tampered with changes nothing and connects nothing', async () => {
    const client = await createIntegration(test, { name: 'Forger' })
    const browser = await signIn(owner)
    const asked = await browser.open((await client.startAuthorization({ scope: 'usage:read' })).url)
    const query = hiddenField(asked, 'query').replace('usage%3Aread', 'contacts%3Areveal')
    const page = await browser.submit('/consent', {
      ...consentFields(asked),
      query,
      decision: 'allow',
      credit_limit: '',
    })
    expect(page.url).toContain('/sign-in/problem')
    expect(await connectionOf(client, browser)).toBeUndefined()
  })
})

describe('after disconnecting', () => {
  async function disconnect(client: Integration, browser: Browser): Promise<void> {
    const { id } = await connectionOf(client, browser)
    expect((await browser.call('POST', `/app/v1/connections/${id}/disconnect`)).status).toBe(200)
    expect(await connectionOf(client, browser)).toBeUndefined()
  }

  it('OAUTH-6, A15: a code from before opens nothing, neither at once nor after connecting again', async () => {
    for (const reconnects of [false, true]) {
      for (const resource of [`${test.url}/api/v1`, null]) {
        const client = await createIntegration(test, { name: 'Late' })
        const browser = await signIn(owner)
        const { url, verifier } = await client.startAuthorization({ resource })
        const asked = await browser.open(url)
        const page = await browser.submit('/consent', { ...consentFields(asked), decision: 'allow' })
        await disconnect(client, browser)
        if (reconnects) await grant(client, browser)
        await expectRefused(await client.redeem(page, verifier))
      }
    }
  })

  it('OAUTH-6: tokens from before stay refused when the same client is connected again', async () => {
    const client = await createIntegration(test, { name: 'Prodigal' })
    const browser = await signIn(owner)
    const before = await connect(client, browser)
    const usage = () => test.call('GET', '/api/v1/usage', { key: before.accessToken })
    const shiftConnection = (by: string) =>
      test.app.database.query(sql`
        UPDATE oauth_consents SET created_at = created_at + ${by}::interval WHERE client_id = ${client.clientId}`)
    await shiftConnection('-1 hour')
    expect((await usage()).status).toBe(200)
    await disconnect(client, browser)
    expect((await usage()).status).toBe(401)
    await grant(client, browser)
    // Tokens tell the time in whole seconds, and the person was quick.
    await shiftConnection('1 second')
    expect((await usage()).status).toBe(401)
    await expectRefused(await client.refresh(before.refreshToken!))
  })

  it('the person is asked again, and a month’s spending is not forgotten', async () => {
    const client = await createIntegration(test, { name: 'Returning' })
    const browser = await signIn(owner)
    const { accessToken } = await connect(client, browser, { limit: '5' })
    await test.reveal(accessToken, [newContact()])
    const known = await connectionOf(client, browser)
    await disconnect(client, browser)
    const { url } = await client.startAuthorization()
    expect((await browser.open(url)).url).toContain('/consent?')
    await connect(client, browser)
    expect(await connectionOf(client, browser)).toMatchObject({ id: known.id, credit_limit: 5, credits_spent: 1 })
  })
})

describe('a limit that an owner set on a member’s connection', () => {
  async function limited() {
    const client = await createIntegration(test, { name: 'Held' })
    const [ada, grace] = [await signIn(owner), await signIn(member)]
    const tokens = await connect(client, grace)
    const { id } = await connectionOf(client, grace)
    const setLimit = (browser: Browser, limit: number | null) =>
      browser.call('POST', `/app/v1/connections/${id}`, { credit_limit: limit })
    return { client, ada, grace, tokens, setLimit, id }
  }

  it('OAUTH-7, A16: is not the member’s to raise, lift or lower, but an owner’s', async () => {
    const { client, ada, grace, setLimit } = await limited()
    expect((await setLimit(grace, 5)).status).toBe(200)
    expect((await setLimit(grace, null)).status).toBe(200)
    expect((await setLimit(ada, 1)).body.connection).toMatchObject({ credit_limit: 1, limit_set_by: { name: 'ada' } })
    for (const limit of [null, 100, 0]) expect(codeOf(await setLimit(grace, limit))).toEqual([403, 'admin_required'])
    expect(await connectionOf(client, grace)).toMatchObject({ credit_limit: 1, limit_set_by: { name: 'ada' } })
    expect((await setLimit(ada, null)).body.connection).toMatchObject({ credit_limit: null, limit_set_by: null })
    expect((await setLimit(grace, 7)).status).toBe(200)
  })

  it('stands on the consent page as a fact, and what a form says against it is not heard', async () => {
    const { client, ada, grace, setLimit } = await limited()
    await setLimit(ada, 1)
    const { asked } = await grant(client, grace)
    expect(asked.text).not.toContain('name="credit_limit"')
    expect(asked.text).toContain('up to 1 ')
    await grace.submit('/consent', { ...consentFields(asked), decision: 'allow', credit_limit: '' })
    expect(await connectionOf(client, grace)).toMatchObject({ credit_limit: 1, limit_set_by: { name: 'ada' } })
  })

  it('OAUTH-7: is not shaken off by disconnecting and connecting again', async () => {
    const { client, ada, grace, tokens, setLimit, id } = await limited()
    await setLimit(ada, 1)
    expect((await test.reveal(tokens.accessToken, [newContact()])).status).toBe(200)
    await grace.call('POST', `/app/v1/connections/${id}/disconnect`)
    const { accessToken } = await connect(client, grace)
    expect(codeOf(await test.reveal(accessToken, [newContact()]))).toEqual([402, 'connection_credit_limit_reached'])
    expect(await connectionOf(client, grace)).toMatchObject({ credit_limit: 1, limit_set_by: { name: 'ada' } })
  })
})
