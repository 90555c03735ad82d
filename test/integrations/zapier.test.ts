/** The definition for Zapier against the whole application; its own validator runs in `npm run long -- interop --only zapier`. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventTypeNames } from '../../src/base/event-types.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'

const definition = createRequire(import.meta.url)('../../integrations/zapier/index.js')

let test: ServedApp
let host: PublicHost
let key: string
beforeAll(async () => {
  host = await startPublicHost('hooks.zapier.example')
  test = await startServedApp({ webhookRequests: host.requests })
  await test.plantContacts(25)
  await test.app.start()
  key = (await test.createAccount({ credits: 4 })).apiKey
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})

type Request = {
  method?: string
  url: string
  headers?: Record<string, string>
  params?: Record<string, string>
  body?: object
  custom?: object
}
class ZapierError extends Error {
  readonly code: string | number | undefined
  constructor(message: string, code?: string | number) {
    super(message)
    this.code = code
  }
}

/** As much of Zapier's `z` as the definition touches. */
const createZ = (bundle: object) => {
  const z = {
    errors: {
      Error: ZapierError,
      ExpiredAuthError: ZapierError,
      ThrottledError: ZapierError,
      HaltedError: ZapierError,
    },
    cursor: { get: async () => null, set: async () => {} },
    async request(given: Request) {
      const request: Request = definition.beforeRequest[0](given, z, bundle)
      const { method = 'GET', params = {}, body } = request
      const answer = await fetch(`${request.url}?${new URLSearchParams(params)}`, {
        method,
        headers: { ...request.headers, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const getHeader = (name: string) => answer.headers.get(name)
      return definition.afterResponse[0]({ status: answer.status, data: await answer.json(), request, getHeader }, z)
    },
  }
  return z
}

const perform = (kind: string, name: string, inputData: object, more: object = {}, method = 'perform') => {
  const bundle = { authData: { url: `${test.url}/`, api_key: key }, inputData, meta: {}, ...more }
  return definition[kind][name].operation[method](createZ(bundle), bundle)
}

it('INT-5: Zapier finds contacts and stores, reveals, starts jobs and fills lists', async () => {
  const people = await perform('searches', 'contact', { has_verified_email: true })
  expect(people).toHaveLength(25)
  const [store] = await perform('searches', 'store', { domain: `https://www.${people[0].store.domain}/` })
  expect(store).toMatchObject({ domain: people[0].store.domain, contact_previews: expect.any(Array) })
  expect(await perform('searches', 'store', { domain: 'nobody.example' })).toEqual([])
  const ids = people.slice(0, 3).map(({ id }: { id: string }) => id)
  const revealed = await perform('creates', 'reveal', { contact_ids: ids, accept: ['verified'] })
  expect(revealed.contacts.map(({ id }: { id: string }) => id)).toEqual(ids)
  const left = people.at(-1).id
  const known = { entries: [{ domain: people.at(-1).store.domain }] }
  expect((await test.call('PUT', '/api/v1/exclusions/customers', { key, body: known })).status).toBe(200)
  expect(await perform('creates', 'reveal', { contact_ids: [left] })).toMatchObject({ contacts: [], excluded: [left] })
  await test.call('DELETE', '/api/v1/exclusions/customers', { key })
  const made = await test.call('POST', '/api/v1/lists', { key, body: { name: 'From Zapier', kind: 'contacts' } })
  expect(await perform('triggers', 'list', {})).toEqual([{ id: made.body.id, name: 'From Zapier (contacts)' }])
  expect(await perform('creates', 'list_items', { list_id: made.body.id, ids })).toMatchObject({ added: 3 })
  const job = await perform('creates', 'job', {
    kind: 'reveal',
    contact_ids: ids,
    list_id: made.body.id,
    max_credits: 3,
  })
  expect(job).toMatchObject({ object: 'job', credits: { max: 3 } })
  // A replayed step finds the job that it made.
  const fromRow = { kind: 'reveal', contact_ids: ids, max_credits: 3, once: 'row 7' }
  const [first, again] = [await perform('creates', 'job', fromRow), await perform('creates', 'job', fromRow)]
  expect([again.id, first.id === job.id]).toEqual([first.id, false])
  const broke = perform('creates', 'reveal', { contact_ids: people.slice(3, 8).map(({ id }: { id: string }) => id) })
  await expect(broke).rejects.toMatchObject({
    code: 'insufficient_contact_credits',
    message: expect.stringContaining('http'),
  })
})

it('INT-5: the connection is tried out as requests are made, also with a slash at the end of the address', async () => {
  const bundle = { authData: { url: `${test.url}/`, api_key: key } }
  expect((await createZ(bundle).request(definition.authentication.test)).status).toBe(200)
})

it('INT-5: Zapier subscribes with a webhook, takes signed events alone, and unsubscribes', async () => {
  const targetUrl = host.at('hooks.zapier.example', '/1')
  const types = ['reveal.created']
  const subscribeData = await perform('triggers', 'event', { types }, { targetUrl }, 'performSubscribe')
  const seen: object[] = []
  host.answer(({ headers, body }, response) => {
    // As Zapier hands headers on.
    const named = Object.entries(headers).map(([name, value]) => [
      `Http-${name.replaceAll(/(^|-)[a-z]/g, (one) => one.toUpperCase())}`,
      value,
    ])
    seen.push({
      rawRequest: { headers: Object.fromEntries(named), content: body },
      cleanedRequest: JSON.parse(body),
      subscribeData,
    })
    response.writeHead(200).end()
  })
  const { data } = (await test.call('POST', '/api/v1/contacts/search', { key, body: { person: { revealed: false } } }))
    .body
  await perform('creates', 'reveal', { contact_ids: [data[0].id] })
  await expect.poll(() => test.app.webhooks.runDue().then(() => seen.length)).toBe(1)
  const [event] = await perform('triggers', 'event', {}, seen[0])
  expect(event).toMatchObject({ id: expect.stringMatching(/^evt_/), type: 'reveal.created' })
  const listed = await perform('triggers', 'event', { types }, {}, 'performList')
  expect(listed[0]).toEqual(event)
  const forged = { ...seen[0], subscribeData: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' } }
  expect(() => perform('triggers', 'event', {}, forged)).toThrow('Not signed')
  for (const _ of [1, 2]) await perform('triggers', 'event', {}, { subscribeData }, 'performUnsubscribe')
  expect((await test.call('GET', '/api/v1/webhooks', { key })).body.data).toEqual([])
})

it('INT-5: Zapier offers every type of event', () => {
  const [field] = definition.triggers.event.operation.inputFields
  expect(Object.keys(field.choices).sort()).toEqual([...eventTypeNames].sort())
})
