import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  allPages,
  domainsIn,
  emailOf,
  namesIn,
  type SearchApp,
  startSearchApp,
} from '../../test/support/search-catalogue.ts'
import { createJobClient } from '../jobs/job-client-fixture.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

const put = (entries: object[], mode = 'replace') =>
  test.call('PUT', '/api/v1/exclusions/known', { key: test.apiKey, body: { entries, mode } })

it('EXCL-8: searches leave excluded contacts and stores out at once, with exact totals, facets and pages, by default', async () => {
  const all = namesIn(await test.searchContacts({}))
  await put([{ domain: 'tea.example' }, { email: emailOf('Dee') }])
  const hidden = await test.searchContacts({ facets: ['country'] })
  const left = all.filter((name) => !['Ann', 'Bea', 'Cy', 'Dee'].includes(name))
  expect(namesIn(hidden)).toEqual(left)
  expect(hidden.body.total).toBe(left.length)
  expect(hidden.body.facets.country.find(({ value }: { value: string }) => value === 'GB')?.count ?? 0).toBe(0)
  expect(hidden.body.data[0]).not.toHaveProperty('excluded')
  const pages = await allPages(test.searchContacts, { limit: 1 })
  expect(pages.flatMap(namesIn)).toEqual(left)

  const shown = await test.searchContacts({ excluded: 'show' })
  expect(namesIn(shown)).toEqual(all)
  const marked = shown.body.data.filter(({ excluded }: { excluded: boolean }) => excluded)
  expect(marked.map((one: { first_name: string }) => one.first_name).sort()).toEqual(['Ann', 'Bea', 'Cy', 'Dee'])
  const only = await test.searchContacts({ excluded: 'only', limit: 2 })
  expect([only.body.total, only.body.data.every(({ excluded }: { excluded: boolean }) => excluded)]).toEqual([4, true])
  const other = await test.searchContacts({ cursor: only.body.next_cursor })
  expect(other.body.error.code).toBe('invalid_cursor')

  expect(domainsIn(await test.searchStores({}))).not.toContain('tea.example')
  expect(domainsIn(await test.searchStores({ excluded: 'only' }))).toEqual(['tea.example'])

  const client = createJobClient(test)
  const count = async (body: object) =>
    (await client.create(test.apiKey, { kind: 'reveal', search: {}, max: 100, dry_run: true, ...body })).body.counts
  expect(await count({})).toMatchObject({ new: left.length, excluded: 0 })
  expect(await count({ allow_excluded: true })).toMatchObject({ new: all.length })

  const stranger = await test.createAccount({})
  expect(namesIn(await test.searchContacts({}, stranger.apiKey))).toEqual(all)
  await test.call('DELETE', '/api/v1/exclusions/known', { key: test.apiKey })
  expect(namesIn(await test.searchContacts({}))).toEqual(all)
  expect(domainsIn(await test.searchStores({}))).toContain('tea.example')
  expect((await test.searchContacts({ excluded: 'only' })).body.total).toBe(0)
})

it('EXCL-8: a search that begins after a list was sent never shows whom it names, however many search meanwhile', async () => {
  for (let round = 0; round < 10; round += 1) {
    const isExcluded = round % 2 === 0
    const busy = Array.from({ length: 5 }, () => test.searchContacts({ limit: 3 }))
    await put(isExcluded ? [{ domain: 'soap.example' }] : [])
    const after = await Promise.all([test.searchContacts({}), test.searchContacts({ store: { countries: ['US'] } })])
    for (const answer of after) expect(namesIn(answer).includes('Dee')).toBe(!isExcluded)
    await Promise.all(busy)
  }
})
