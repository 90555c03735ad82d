import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser } from '../../test/support/browser.ts'
import { catalogue, type SearchApp, startSearchApp } from '../../test/support/search-catalogue.ts'
import { randomLetters } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { suppress } from '../catalog/suppressions.ts'

const url = 'http://localhost:8080'
const vans: ImportedStore[] = Array.from({ length: 12 }, (_, at) => ({
  domain: `van-${at}.example`,
  name: `Van ${at}`,
  country: 'NL',
  lead_fit_score: 10,
  contacts: [
    {
      source_id: `${at}`,
      first_name: 'Quirina',
      last_name: `Vandermeer${at}`,
      title: 'Founder',
      role: 'founder',
      emails: [{ email: `q${at}@van.example`, status: 'verified', type: 'work', is_primary: true }],
    },
  ],
}))

const ottilie = (last_name: string) => ({ source_id: last_name, first_name: 'Ottilie', last_name, title: 'Founder' })

/** The first: one letter beside the last name of Ann. In both: a namesake, of whom the one at the better store is not meant. */
const namesakes: ImportedStore[] = [
  { domain: 'near.example', name: 'Ofanm Goods', lead_fit_score: 1, contacts: [reachable(ottilie('Fuchs'))] },
  { domain: 'far.example', name: 'Fern Lamps', lead_fit_score: 95, contacts: [reachable(ottilie('Zimmer'))] },
]

function reachable<Contact extends { source_id: string }>(contact: Contact) {
  return { ...contact, phones: [{ phone: `+46 8 556 ${10_000 + contact.source_id.length}` }] }
}

/** Enough of them that a total is told. */
const crowd: ImportedStore[] = Array.from({ length: 1_500 }, (_, at) => ({
  domain: `crowd-${at}.example`,
  name: `Crowd ${at}`,
  country: 'SE',
  apps: at === 0 ? ['Klaviyo', 'Rarely'] : ['Klaviyo'],
  lead_fit_score: 5,
  contacts: [{ source_id: `${at}`, first_name: 'Zed', role: 'buyer', phones: [{ phone: `+46 8 555 ${10_000 + at}` }] }],
}))

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp([...catalogue, ...vans, ...namesakes, ...crowd])
})
afterAll(async () => {
  test?.expectDescribedReplies()
  await test?.stop()
})

async function person(draft: Parameters<SearchApp['createAccount']>[0] = {}) {
  const email = `${randomLetters(12).toLowerCase()}@browse.example`
  const created = await test.createAccount({ email, ...draft })
  const browser = createBrowser({ app: test.app, url })
  await browser.signIn(email)
  const find = async (text: string) => (await browser.call('POST', '/app/v1/find', { text })).body
  return { ...created, browser, find }
}

type NamedRows = { name: string }[]
const names = (list: { data: NamedRows }): string[] => list.data.map(({ name }) => name)

it('FIND-1: the menu finds stores by the beginning of a name and people by first name, with exact totals', async () => {
  const { find } = await person()
  const tea = await find('tea hou')
  expect(tea.stores).toMatchObject({ total: 1, data: [{ domain: 'tea.example', name: 'Tea House', country: 'GB' }] })
  const found = await find('Quirina')
  expect(found.people.total).toBe(12)
  expect(found.people.data).toHaveLength(5)
  expect(found.people.data[0]).toMatchObject({ name: 'Quirina V***', title: 'Founder', owned: false })
  expect((await find('...')).people).toMatchObject({ total: 0, data: [] })
})

it('FIND-1: the menu finds stores by domain, and people by title and initial, at most five of each', async () => {
  const { find } = await person()
  const vans = await find('van')
  expect([vans.stores.total, vans.stores.data.length]).toEqual([12, 5])
  expect((await find('soap.example')).stores.data).toMatchObject([{ domain: 'soap.example' }])
  expect(names((await find('head growth')).people)).toEqual(['Bea O***'])
  expect((await find('quirina v')).people.total).toBe(12)
})

it('FIND-5: where nothing is found, one typo is forgiven from three letters on, also in a word that is half typed', async () => {
  const { find } = await person()
  for (const [typed, meant] of [
    ['qiu', 'qui'],
    ['quri', 'quiri'],
    ['quuir', 'quir'],
    ['QURIN', 'quirin'],
    ['quirib', 'quirin'],
  ]) {
    const { people } = await find(typed!)
    expect([typed, people.total, people.searched_as]).toEqual([typed, 12, meant])
    expect(people.data[0].name).toBe('Quirina V***')
  }
  const { stores } = await find('tae hosue')
  expect(stores).toMatchObject({ total: 1, searched_as: 'tea house', data: [{ name: 'Tea House' }] })
  // What is found as it was typed is not corrected, nor is what nothing is near to.
  const asTyped = await find('tea hou')
  expect([asTyped.stores.searched_as, asTyped.people.total]).toEqual(['tea hou', 0])
  // Nor a first letter, which hardly anybody gets wrong.
  for (const typed of ['zzq', 'qi', 'quirinaquirina', 'wui', 'yea']) {
    const { stores, people } = await find(typed)
    expect([typed, stores.total, people.total, people.searched_as]).toEqual([typed, 0, 0, typed])
  }
})

it('FIND-5, BR1: where nothing is found as it was typed, owned contacts are found with a typo in a name, and only by their owner', async () => {
  const [mine, other] = [await person(), await person()]
  await test.reveal(mine.apiKey, [await test.idOf('Ann')])
  for (const typed of ['ann ofamn', 'ofamn', 'OFNAN', 'ann ofannn', 'anm ofan', 'ofm']) {
    expect([typed, names((await mine.find(typed)).owned)]).toEqual([typed, ['Ann OfAnn']])
    expect([typed, (await other.find(typed)).owned.data]).toEqual([typed, []])
  }
  // Two typos in a word, too few letters, another first letter, somebody else's first name.
  for (const typed of ['ofmmn', 'oj', 'ifann', 'afann', 'bea ofamn']) {
    expect([typed, (await mine.find(typed)).owned.data]).toEqual([typed, []])
  }
  // A store of that very name is what was meant.
  const found = await mine.find('ofanm')
  expect([names(found.stores), found.owned.data]).toEqual([['Ofanm Goods'], []])
})

it('FIND-2, BR1: a full name finds those with that first name and initial, masked, and says how it searched', async () => {
  const { find } = await person()
  const { people } = await find('Quirina Vandermeer3')
  expect(people).toMatchObject({ total: 12, searched_as: 'quirina v' })
  expect(JSON.stringify(people)).not.toContain('Vandermeer')
  // Ann's last name begins with O, and so does the title of Eli: who is asked for by name comes first.
  expect(names((await find('ann oslo')).people)[0]).toBe('Ann O***')
  // Both are founders, which begins with the same letter.
  for (const typed of ['Ottilie Fabian', 'ottilie fo']) {
    expect([typed, names((await find(typed)).people)]).toEqual([typed, ['Ottilie F***', 'Ottilie Z***']])
  }
  expect((await find('Quirina Zoltan')).people).toMatchObject({ total: 0, data: [] })
})

it('FIND-2: a person and a store together find who works there, in either order, before others of that name', async () => {
  const { find } = await person()
  for (const typed of ['quirina van 3', 'van 3 quirina', 'Quir  Van 3 ']) {
    const { people } = await find(typed)
    expect([typed, people.total, people.at_store?.toLowerCase()]).toEqual([typed, 1, 'van 3'])
    expect(people.data[0]).toMatchObject({ name: 'Quirina V***', store: { domain: 'van-3.example' } })
  }
  // With a last name that is also the beginning of a store's: those at the store, then the others.
  expect(names((await find('ottilie fer')).people)).toEqual(['Ottilie Z***', 'Ottilie F***'])
  const both = await find('quirina van')
  expect(both.people).toMatchObject({ total: 12, at_store: 'van' })
  expect(both.people.data).toHaveLength(5)
  expect((await find('quirina - van 3')).people.total).toBe(1)
  expect((await find('quirina nowhere at all van 3')).people).toMatchObject({ total: 0, at_store: null, data: [] })
})

it('FIND-3, BR1: owned contacts are found by their last name and shown in full, and only to their owner', async () => {
  const [mine, other] = [await person(), await person()]
  const id = await test.idOf('Ann')
  await test.reveal(mine.apiKey, [id])
  expect(names((await mine.find('ofann')).owned)).toEqual(['Ann OfAnn'])
  expect(names((await mine.find('ann')).people)).toContain('Ann OfAnn')
  expect((await mine.find('tea house')).owned.data).toEqual([])
  const theirs = await other.find('ofann')
  expect([theirs.owned.data, theirs.people.data]).toEqual([[], []])
  expect(names((await other.find('ann')).people)).toContain('Ann O***')
})

it('FIND-3: owned contacts are found among the newest 2,000 reveals', async () => {
  const { find, apiKey, accountId } = await person()
  await test.reveal(apiKey, [await test.idOf('Ann')])
  const revealMore = (count: number) =>
    test.store.database.query(sql`
      INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, contact_ids, period_start,
        created_at)
      SELECT account_id, seq + 1, 'ent_later' || seq, 'spend', -${count}::int, 0, 'web',
        ARRAY(SELECT 'ct_live_' || seq || n FROM generate_series(1, ${count}::int) n), period_start, now()
      FROM credit_entries WHERE account_id = ${accountId} ORDER BY seq DESC LIMIT 1`)
  await revealMore(1_999)
  expect(names((await find('ofann')).owned)).toEqual(['Ann OfAnn'])
  await revealMore(1)
  expect((await find('ofann')).owned.data).toEqual([])
})

it('FIND-3: somebody who opts out is gone from the menu, also for the owner', async () => {
  const { find, apiKey } = await person()
  const id = await test.idOf('Fay')
  await test.reveal(apiKey, [id])
  expect(names((await find('fay')).owned)).toEqual(['Fay OfFay'])
  await suppress(test.store.database, test.app.channelKeys, { contact: id })
  const after = await find('fay')
  expect([after.owned.data, after.people.total]).toEqual([[], 0])
})

it('FIND-4, BR2: the menu counts the rows it shows, in the window of the web application', async () => {
  const { browser, find } = await person({ searchRowsPerMonth: 1 })
  await find('quirina')
  const { search_rows: api, web_search_rows: web } = (await browser.call('GET', '/api/v1/usage')).body
  expect([api.used, web.used]).toEqual([0, 5])
  expect((await browser.call('POST', '/app/v1/find', { text: '' })).status).toBe(400)
})

it('SAMPLE-1, BR3: without a plan totals are rounded, facets are shares, and the ten rows are invented', async () => {
  const { browser } = await person({ status: 'none' })
  const sample = async (body: object) => (await browser.call('POST', '/app/v1/contacts/sample', body)).body
  const all = await sample({})
  const swedish = await sample({ store: { countries: ['SE'] }, facets: ['role', 'seniority'] })
  const truth = crowd.length
  expect(swedish.total_about % 100).toBe(0)
  expect(Math.abs(swedish.total_about - truth)).toBeLessThanOrEqual(150)
  expect(swedish.facets.role).toEqual([{ value: 'buyer', share: expect.any(Number) }])
  expect(JSON.stringify(swedish)).not.toMatch(/"count"|"total"/)
  expect(all.data).toHaveLength(10)
  expect(swedish.data).toEqual(all.data)
  expect(swedish).toMatchObject({ has_more: false, next_cursor: null })
  const stores = (await browser.call('POST', '/app/v1/stores/sample', { facets: ['country'] })).body
  const known = new Set([...catalogue, ...vans, ...namesakes, ...crowd].map(({ domain }) => domain))
  for (const row of [...all.data, ...stores.data]) {
    expect(row.synthetic).toBe(true)
    expect(known).not.toContain(row.domain ?? row.store.domain)
  }
  const { countries } = (await browser.call('GET', '/app/v1/taxonomy')).body
  expect(countries).toContainEqual({ value: 'NL', label: 'Netherlands', count: null })
})

it('SAMPLE-2, BR5: of results below a hundred nothing is told, not even whether there are any', async () => {
  const { browser } = await person({ status: 'none' })
  const told = async (country: string) => {
    const asked = { store: { countries: [country] }, facets: ['role'] }
    const { body } = await browser.call('POST', '/app/v1/contacts/sample', asked)
    return [body.total_about, body.facets]
  }
  expect([await told('NL'), await told('GB'), await told('TV')]).toEqual([
    [0, {}],
    [0, {}],
    [0, {}],
  ])
})

it('SAMPLE-4: the sample has no filter by domain, name or title, nor by what the account revealed', async () => {
  const { browser } = await person({ status: 'none' })
  for (const [kind, block, name, value] of [
    ['contacts', 'person', 'title', 'founder'],
    ['contacts', 'person', 'query', 'quirina'],
    ['contacts', 'person', 'revealed', false],
    ['contacts', 'store', 'domains', ['tea.example']],
    ['contacts', 'store', 'query', 'tea'],
    ['stores', 'store', 'domains', ['tea.example']],
    ['stores', 'store', 'query', 'tea'],
  ] as const) {
    const { status, body } = await browser.call('POST', `/app/v1/${kind}/sample`, { [block]: { [name]: value } })
    expect([status, body.error.param]).toEqual([400, `${block}.${name}`])
  }
  const odd = await browser.call('POST', '/app/v1/contacts/sample', { limit: 100 })
  expect([odd.status, odd.body.error.param]).toEqual([400, 'limit'])
})

it('SAMPLE-5: values that the catalogue does not hold make no second query of one, which could be averaged', async () => {
  const { browser } = await person({ status: 'none' })
  const ask = async (apps: string[]) => {
    const asked = { store: { countries: ['SE'], apps: { none: apps } }, facets: ['role', 'app'] }
    const { total_about, facets } = (await browser.call('POST', '/app/v1/contacts/sample', asked)).body
    return { total_about, facets }
  }
  const once = await ask([])
  for (let at = 0; at < 20; at += 1) expect(await ask([`Nobody ${at}`])).toEqual(once)
})

it('SAMPLE-3, BR4: the sample has a window of its own, and opens nothing else', async () => {
  const { browser, apiKey } = await person({ status: 'none' })
  const shown = await browser.call('POST', '/app/v1/contacts/sample', {})
  expect(shown.headers.get('ratelimit-policy')).toBe('"sample_requests_per_minute";q=120;w=60')
  for (const [path, body] of [
    ['/api/v1/contacts/search', {}],
    ['/api/v1/stores/search', {}],
    ['/app/v1/find', { text: 'tea' }],
  ] as const) {
    const refused = await browser.call('POST', path, body)
    expect([path, refused.status, refused.body.error.code]).toEqual([path, 403, 'api_access_required'])
  }
  expect((await test.call('POST', '/app/v1/contacts/sample', { key: apiKey, body: {} })).status).toBe(401)
})
