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
  expect(quote.credits).toEqual({ required: 3, remaining: 10 })
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
  expect(revealed.credits).toEqual({ spent: 1, remaining: 9 })
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
