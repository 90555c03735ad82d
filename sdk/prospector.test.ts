import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/support/app.ts'
import { createProspector, type Prospector, ProspectorError } from './prospector.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  origin = await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.stop())

const clientOf = async (credits: number): Promise<Prospector> => {
  const { apiKey } = await test.createAccount({ credits })
  return createProspector({ origin, apiKey })
}

it('reveals, lists and quotes with the types of the description', async () => {
  const prospector = await clientOf(10)
  const ids = await test.plantContacts(3)
  const quote = await prospector.quoteReveal({ contact_ids: ids })
  expect(quote.credits).toEqual({ required: 3, remaining: 10, spendable_now: 10 })
  const revealed = await prospector.revealContacts({ contact_ids: ids })
  expect(revealed.data.map((contact) => contact.id)).toEqual(ids)

  const listed: string[] = []
  for await (const contact of prospector.each('listRevealedContacts', { limit: 1 })) listed.push(contact.id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
})

it('a reveal whose answer was lost on the way is sent again and spends once', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  let sent = 0
  const lossy: typeof fetch = async (...request) => {
    sent += 1
    const answer = await fetch(...request)
    if (sent === 1) throw new TypeError('fetch failed')
    return answer
  }
  const prospector = createProspector({ origin, apiKey, fetch: lossy })
  const revealed = await prospector.revealContacts({ contact_ids: [id!] })
  expect(sent).toBe(2)
  expect(revealed.credits).toEqual({ spent: 1, remaining: 9, spendable_now: 9 })
  expect(revealed.data[0]).toMatchObject({ reveal_status: 'newly_revealed', charged: true })
})

it('a refusal throws with the code, the parameter and the request id', async () => {
  const prospector = await clientOf(0)
  const ids = await test.plantContacts(1)
  const refused = await prospector.revealContacts({ contact_ids: ids }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProspectorError)
  expect(refused).toMatchObject({ status: 402, code: 'insufficient_contact_credits', param: 'contact_ids' })
  expect((refused as ProspectorError).requestId).toMatch(/^req_/)
})

it('path parameters are encoded and a store that is not there is a 404', async () => {
  const prospector = await clientOf(0)
  const refused = await prospector.getStore({ domain: 'https://nobody.example/a b?c' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 404, code: 'store_not_found' })
})

it('a wait longer than the caller allows is not waited for: the error comes at once and says when to come back', async () => {
  let sent = 0
  const asking =
    (retryAfter: string): typeof fetch =>
    async () => {
      sent += 1
      const error = { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Used up.', request_id: 'req_1' }
      return Response.json({ error }, { status: 429, headers: { 'Retry-After': retryAfter } })
    }
  const askedToWait = (retryAfter: string, waitSecondsMax?: number) =>
    createProspector({ origin, apiKey: 'psk', fetch: asking(retryAfter), ...(waitSecondsMax && { waitSecondsMax }) })
      .getUsage()
      .catch((error: unknown) => error)

  // A month, which overflows a timer, then a day as a date, then a minute where the caller allows ten seconds.
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
  expect(await askedToWait('2592000')).toMatchObject({ status: 429, retryAfterSeconds: 2_592_000 })
  expect((await askedToWait(tomorrow)) as ProspectorError).toMatchObject({ status: 429 })
  expect(await askedToWait('60', 10)).toMatchObject({ status: 429, retryAfterSeconds: 60 })
  expect(sent).toBe(3)
})
