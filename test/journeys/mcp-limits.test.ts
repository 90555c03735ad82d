/** What MCP says of limits, and what it must not buy. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

let test: SearchApp
const metrics = createMetrics()
const now = new Date('2026-03-10T12:00:19Z')
beforeAll(async () => {
  test = await startSearchApp(undefined, { clock: 'fixed', startAt: now, metrics })
})
afterAll(() => test.stop())

const headers = { accept: 'application/json, text/event-stream' }

async function callTool(key: string, name: string, args: object) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const answer = await test.call('POST', '/mcp', { key, body, headers })
  const { isError = false, content } = answer.body.result
  return { ...answer, isError, told: JSON.parse(content[0].text) }
}

it('MCP-2, ERR-12: a call that is refused by rate carries the headers that REST would send', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 1, requestsPerDay: 5 })
  expect((await callTool(apiKey, 'search_stores', {})).isError).toBe(false)
  const refused = await callTool(apiKey, 'search_stores', {})
  expect([refused.isError, refused.told.error.limit.name]).toEqual([true, 'requests_per_minute'])
  const rest = await test.searchStores({}, apiKey)
  expect(rest.status).toBe(429)
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after']) {
    expect([name, refused.headers[name]]).toEqual([name, rest.headers[name]])
  }
  expect(refused.headers['retry-after']).toBe('41')
})

it('MCP-2, ORDER-2: a search that is refused for want of rows counts no request, and says when there are new ones', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 1, requestsPerMinute: 5, requestsPerDay: 50 })
  await callTool(apiKey, 'search_stores', { limit: 1 })
  for (let at = 0; at < 6; at += 1) {
    const refused = await callTool(apiKey, 'search_stores', {})
    expect(refused.told.error.limit.name).toBe('search_rows_per_month')
    expect(refused.headers.ratelimit).toMatch(/^"requests_per_minute";r=4;.* "requests_per_day";r=49;/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_400)
  }
})

it('MCP-9: contacts that are all excluded are answered from the quote: nobody confirmed that they may cost something', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const id = await test.idOf('Ann')
  const unknown = 'ct_live_AbCdEfGhIjKlMnOp'
  const exclude = { key: apiKey, body: { entries: [{ domain: 'tea.example' }] } }
  expect((await test.call('PUT', '/api/v1/exclusions/known', exclude)).status).toBe(200)
  const spends = async () => /prospector_batch_size_count\{batch="spend"\} (\d+)/.exec(await metrics.text())?.[1] ?? '0'
  const before = await spends()
  const asked = { contact_ids: [id, unknown], reference: 'Spring' }
  const { isError, told } = await callTool(apiKey, 'reveal_contacts', asked)
  expect(isError).toBe(false)
  expect(told).toEqual({
    object: 'contact_reveal_result',
    credits: { spent: 0, remaining: 10, spendable_now: 10 },
    data: [],
    unavailable_contact_ids: [unknown],
    excluded_contact_ids: [id],
    reference: 'Spring',
    request_id: expect.stringMatching(/^req_/),
  })
  // A reveal would buy them if they came off the list after the quote: there was none.
  expect(await spends()).toBe(before)
  await test.reveal(apiKey, [await test.idOf('Dee')])
  expect(await spends()).not.toBe(before)
})
