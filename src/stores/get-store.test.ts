/** The lookup of one store. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SearchApp, startSearchApp, tea } from '../../test/support/search-catalogue.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp([tea, { domain: 'bücher.example', name: 'Bücher' }, { domain: 'gone.example' }])
  await test.import([tea, { domain: 'bücher.example', name: 'Bücher' }], { replace: true })
})
afterAll(() => test.stop())

const look = (pasted: string) => test.call('GET', `/api/v1/stores/${encodeURIComponent(pasted)}`, { key: test.apiKey })

it('STORE-6: a store is found by its id too', async () => {
  const { body } = await test.call('GET', '/api/v1/stores/tea.example', { key: test.apiKey })
  expect((await test.call('GET', `/api/v1/stores/${body.id}`, { key: test.apiKey })).body.domain).toBe(body.domain)
  const unknown = await test.call('GET', '/api/v1/stores/st_live_AbCdEfGhIjKlMnOp', { key: test.apiKey })
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'store_not_found'])
})

it('STORE-1, T1: a single store is the store object plus request_id', async () => {
  const { body, headers } = await look('tea.example')
  // Searches follow an import within seconds.
  await expect
    .poll(async () => (await test.searchStores({ store: { domains: ['tea.example'] } })).body.data[0], {
      timeout: 60_000,
    })
    .toEqual({ ...body, request_id: undefined })
  expect(body.request_id).toBe(headers['x-request-id'])
})

it.each([
  'tea.example',
  'TEA.EXAMPLE',
  'www.tea.example',
  'tea.example.',
  'https://tea.example',
  'https://WWW.Tea.example/products?x=1#reviews',
  'http://user:pass@tea.example:8080/path',
  '//tea.example/',
  'tea.example/collections/all',
  ' tea.example ',
  '"tea.example",',
  'mailto:jane@tea.example',
  'jane@tea.example',
])('STORE-4, T4: %s is found', async (pasted) => {
  expect((await look(pasted)).body.domain).toBe('tea.example')
})

it('STORE-4: domains are found in Unicode and shown in ASCII', async () => {
  for (const pasted of ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example', 'https://www.bücher.example/']) {
    expect((await look(pasted)).body).toMatchObject({ domain: 'xn--bcher-kva.example', name: 'Bücher' })
  }
})

it.each([
  'unknown.example',
  'gone.example',
  'shop.tea.example',
  '127.0.0.1',
  '[::1]',
  '2130706433',
  'localhost',
  '../../etc/passwd',
  '/',
  '🍕',
  '🍕.example',
  'x'.repeat(300),
  `${'a.'.repeat(1_000)}example`,
  'tea example',
  'tea',
  "tea.example'--",
  '%',
])('STORE-5: %s is a 404 store_not_found', async (pasted) => {
  const answer = await look(pasted)
  expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
    404,
    'not_found_error',
    'store_not_found',
  ])
})

it('ERR-4: GET /stores/search is a 405, not a lookup', async () => {
  const answer = await test.call('GET', '/api/v1/stores/search', { key: test.apiKey })
  expect([answer.status, answer.body.error.code, answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST'])
})
