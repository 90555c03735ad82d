/** Closed lists in a search, however they are spelled. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

it('HTTP-21: closed lists are taken in any case, and answered in their own', async () => {
  const asked = { person: { seniority_any: ['Executive'] }, store: { revenue_tiers: ['OVER_5M'] } }
  const spelled = {
    facets: ['ROLE', 'Traffic_Tier'],
    sort: 'NEWEST',
    excluded: 'Show',
    work: { status_any: ['NEW', null] },
  }
  const answer = await test.searchContacts({ ...asked, ...spelled })
  expect([answer.status, Object.keys(answer.body.facets)]).toEqual([200, ['role', 'traffic_tier']])
  const stores = await test.searchStores({ sort: 'Name', facets: ['Country'] })
  expect(stores.body).toEqual({
    ...(await test.searchStores({ sort: 'name', facets: ['country'] })).body,
    request_id: stores.body.request_id,
  })
  const body = { domains: ['tea.example'], include: ['Contact_Previews'] }
  const enriched = await test.call('POST', '/api/v1/stores/enrich', { key: test.apiKey, body })
  expect(enriched.body.data[0].contact_previews).toBeInstanceOf(Array)
  const unknown = await test.searchContacts({ work: { status_any: ['WAITING'] } })
  expect([unknown.status, unknown.body.error]).toMatchObject([
    400,
    {
      param: 'work.status_any[0]',
      message: 'work.status_any[0] must be one of new, contacted, replied, won, lost, null.',
    },
  ])
})
