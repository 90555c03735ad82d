/** Searching contacts: the results and their fields. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyone, namesIn, type SearchApp, startSearchApp } from '../../test/support/search-catalogue.ts'
import { pageLimitMax } from '../base/schema.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

async function find(body: object): Promise<string[]> {
  const answer = await test.searchContacts(body)
  expect([answer.status, answer.body.total, answer.body.has_more]).toEqual([200, answer.body.data.length, false])
  return namesIn(answer).sort()
}

describe('FILTER-1, FILTER-3: every filter of contact search', () => {
  it.each<[object, string]>([
    [{}, 'Ann Bea Cy Dee Eli Fay Hal Ivy'],
    [{ person: {}, store: {} }, 'Ann Bea Cy Dee Eli Fay Hal Ivy'],
    [{ person: { roles_any: ['ceo'] } }, 'Ann Fay'],
    [{ person: { roles_any: ['ceo', 'marketing'] } }, 'Ann Bea Cy Fay'],
    [{ person: { seniority_any: ['executive'] } }, 'Ann Dee Fay'],
    [{ person: { seniority_any: ['other', 'decision_maker'] } }, 'Bea Cy Eli Hal Ivy'],
    [{ person: { has_verified_email: true } }, 'Ann Dee Eli'],
    [{ person: { has_verified_email: false } }, 'Bea Cy Fay Hal Ivy'],
    [{ person: { has_phone: true } }, 'Bea Dee Hal Ivy'],
    [{ person: { has_phone: false } }, 'Ann Cy Eli Fay'],
    [{ person: { has_linkedin: true } }, 'Cy Dee Fay'],
    [{ person: { has_linkedin: false } }, 'Ann Bea Eli Hal Ivy'],
    [{ person: { title: 'growth' } }, 'Bea Fay'],
    [{ person: { title: 'GROWTH chief' } }, 'Fay'],
    [{ person: { title: 'cafe' } }, 'Cy'],
    [{ person: { title: 'grow' } }, ''],
    [{ store: { countries: ['US'] } }, 'Dee Eli'],
    [{ store: { countries: ['US', 'DE'] } }, 'Dee Eli Fay Ivy'],
    [{ store: { categories: ['coffee_tea'] } }, 'Ann Bea Cy'],
    [{ store: { traffic_tiers: ['10k_50k', '1m_5m'] } }, 'Ann Bea Cy Fay Ivy'],
    [{ store: { revenue_tiers: ['250k_1m'] } }, 'Dee Eli'],
    [{ store: { theme_types: ['paid', 'custom'] } }, 'Dee Eli Fay Ivy'],
    [{ store: { shopify_plus: true } }, 'Ann Bea Cy'],
    [{ store: { shopify_plus: false } }, 'Dee Eli Fay Hal Ivy'],
    [{ store: { ads_active: true } }, 'Ann Bea Cy Fay Ivy'],
    [{ store: { ads_active: false } }, 'Dee Eli Hal'],
    [{ store: { lead_fit_score: { min: 80 } } }, 'Ann Bea Cy Dee Eli'],
    [{ store: { lead_fit_score: { max: 80 } } }, 'Dee Eli Fay Ivy'],
    [{ store: { lead_fit_score: { min: 40.5, max: 40.5 } } }, 'Fay Ivy'],
    [{ store: { lead_fit_score: { min: 0 } } }, 'Ann Bea Cy Dee Eli Fay Ivy'],
    [{ store: { domains: ['https://WWW.Tea.example/products?x=1', 'unknown.example', 'no domain'] } }, 'Ann Bea Cy'],
    [{ store: { domains: ['unknown.example'] } }, ''],
    [{ store: { apps: { any: ['Klaviyo', 'Yotpo'] } } }, 'Ann Bea Cy Dee Eli Fay Ivy'],
    [{ store: { apps: { all: ['Klaviyo', 'Yotpo'] } } }, 'Dee Eli'],
    [{ store: { apps: { none: ['Klaviyo'] } } }, 'Fay Hal Ivy'],
    [{ store: { apps: { any: ['Klaviyo'], none: ['Yotpo'] } } }, 'Ann Bea Cy'],
    [{ store: { pixels: { any: ['Meta'] } } }, 'Ann Bea Cy Fay Ivy'],
    [{ store: { pixels: { all: ['Meta', 'TikTok'] } } }, 'Fay Ivy'],
    [{ store: { pixels: { none: ['Meta'] } } }, 'Dee Eli Hal'],
    [{ person: { seniority_any: ['executive'], has_phone: true }, store: { countries: ['US', 'GB'] } }, 'Dee'],
  ])('%j finds %s', async (body, names) => {
    expect((await find(body)).join(' ')).toBe(names)
  })

  it('FILTER-4: values match without regard to case', async () => {
    expect(await find({ person: { roles_any: ['CEO'], seniority_any: ['Executive'] } })).toEqual(['Ann', 'Fay'])
    expect(await find({ store: { countries: ['us'], apps: { all: ['KLAVIYO'] } } })).toEqual(['Dee', 'Eli'])
    expect(await find({ store: { traffic_tiers: ['10K_50K'], categories: ['Coffee_Tea'] } })).toHaveLength(3)
  })

  it('person.revealed asks for this account’s reveals, or for all others', async () => {
    const { apiKey } = await test.createAccount({ searchRowsPerMonth: 1_000 })
    await test.reveal(apiKey, [await test.idOf('Dee'), await test.idOf('Fay')])
    const asked = async (revealed: boolean, key: string) =>
      namesIn(await test.searchContacts({ person: { revealed } }, key)).sort()
    expect(await asked(true, apiKey)).toEqual(['Dee', 'Fay'])
    expect(await asked(false, apiKey)).toEqual(['Ann', 'Bea', 'Cy', 'Eli', 'Hal', 'Ivy'])
    expect(await asked(true, test.apiKey)).toEqual([])
    expect(await asked(false, test.apiKey)).toEqual([...everyone].sort())
  })
})

it('PREVIEW-1: a preview has these fields and no others', async () => {
  const { body } = await test.searchContacts({ person: { roles_any: ['founder'] } })
  expect(body).toEqual({
    object: 'list',
    data: [
      {
        id: expect.stringMatching(/^ct_[A-Za-z]+_[A-Za-z]{16}$/),
        object: 'contact_preview',
        first_name: 'Dee',
        last_name_obfuscated: 'O***',
        role: 'founder',
        seniority: 'executive',
        title: 'Founder & CEO',
        has_verified_email: true,
        has_phone: true,
        has_linkedin: true,
        revealed: false,
        best_email: { status: 'verified', type: 'work', verified_at: null },
        added_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        store: {
          id: expect.stringMatching(/^st_[A-Za-z]+_[A-Za-z]{16}$/),
          domain: 'soap.example',
          name: 'Soap Works',
          category: 'beauty',
          country: 'US',
          traffic_tier: '50k_100k',
          technologies: { apps: ['Klaviyo', 'Yotpo'], pixels: ['TikTok'] },
        },
      },
    ],
    has_more: false,
    next_cursor: null,
    total: 1,
    warnings: [],
    request_id: expect.stringMatching(/^req_/),
  })
})

it('PREVIEW-1: unknown values are null or an empty list', async () => {
  const { body } = await test.searchContacts({ store: { domains: ['plain.example'] } })
  expect(body.data[0]).toMatchObject({
    role: null,
    title: null,
    seniority: 'other',
    store: {
      name: 'plain.example',
      category: null,
      country: null,
      traffic_tier: null,
      technologies: { apps: [], pixels: [] },
    },
  })
})

it('PREVIEW-2: has_verified_email, has_phone and has_linkedin say what a reveal then returns', async () => {
  const { apiKey } = await test.createAccount()
  const { body } = await test.searchContacts({})
  for (const preview of body.data) {
    const [revealed] = (await test.reveal(apiKey, [preview.id])).body.data
    expect({
      name: revealed.first_name,
      email: revealed.emails.length > 0,
      phone: revealed.phones.length > 0,
      linkedin: revealed.linkedin_url !== null,
    }).toEqual({
      name: preview.first_name,
      email: preview.has_verified_email,
      phone: preview.has_phone,
      linkedin: preview.has_linkedin,
    })
  }
})

it('PREVIEW-3, K4: revealed is true for the account that revealed, from the next search on, and for no other', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 1_000 })
  const revealed = async (key: string) => {
    const { body } = await test.searchContacts({ person: { title: 'operations' } }, key)
    return body.data.map((preview: { revealed: boolean }) => preview.revealed)
  }
  expect(await revealed(apiKey)).toEqual([false])
  expect((await test.reveal(apiKey, [await test.idOf('Eli')])).status).toBe(200)
  expect(await revealed(apiKey)).toEqual([true])
  expect(await revealed(test.apiKey)).toEqual([false])
})

it('CREDIT-4: a search spends no credits', async () => {
  const { apiKey } = await test.createAccount({ credits: 5, searchRowsPerMonth: 1_000 })
  await test.searchContacts({}, apiKey)
  const { body } = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(body.contact_credits).toMatchObject({ used: 0, remaining: 5 })
})

describe('SEARCH-1, SEARCH-3, SEARCH-4: facets, total and order', () => {
  it('facets count the whole result set, not the page', async () => {
    const { body } = await test.searchContacts({
      store: { apps: { any: ['Klaviyo', 'Yotpo'] } },
      limit: 1,
      facets: [
        'role',
        'seniority',
        'country',
        'category',
        'traffic_tier',
        'revenue_tier',
        'theme_type',
        'app',
        'pixel',
      ],
    })
    expect([body.total, body.data.length]).toEqual([7, 1])
    const counts = Object.fromEntries(
      Object.entries(body.facets as Record<string, { value: string; count: number }[]>).map(([facet, values]) => [
        facet,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
    )
    expect(counts).toEqual({
      role: { ceo: 2, marketing: 2, founder: 1, operations: 1, buyer: 1 },
      seniority: { executive: 3, decision_maker: 2, other: 2 },
      country: { GB: 3, US: 2, DE: 2 },
      category: { coffee_tea: 3, beauty: 2, sports: 2 },
      traffic_tier: { '10k_50k': 3, '50k_100k': 2, '1m_5m': 2 },
      revenue_tier: { '1m_5m': 3, '250k_1m': 2, over_5m: 2 },
      theme_type: { free: 3, custom: 2, paid: 2 },
      app: { Klaviyo: 5, Yotpo: 4, 'Judge.me': 3 },
      pixel: { Meta: 5, TikTok: 4 },
    })
  })

  it('without facets asked for there are none', async () => {
    expect((await test.searchContacts({})).body).not.toHaveProperty('facets')
  })

  it('the best lead fit comes first, a contact without a score last', async () => {
    const names = namesIn(await test.searchContacts({}))
    expect(names.slice(0, 3).sort()).toEqual(['Ann', 'Bea', 'Cy'])
    expect(names.slice(3, 5).sort()).toEqual(['Dee', 'Eli'])
    expect(names.slice(5, 7).sort()).toEqual(['Fay', 'Ivy'])
    expect(names.slice(7)).toEqual(['Hal'])
    expect(namesIn(await test.searchContacts({}))).toEqual(names)
  })

  it('SEARCH-2, K5: contacts that a reveal could return nothing for are never listed', async () => {
    expect(await find({ store: { domains: ['tea.example'] } })).toEqual(['Ann', 'Bea', 'Cy'])
    // Their roles are known all the same.
    const { body } = await test.searchContacts({ person: { roles_any: ['intern'] } })
    expect([body.total, body.warnings]).toEqual([0, []])
  })
})

describe('LIMIT-7: the limit of a search', () => {
  it('is 25 by default, and at most 100', async () => {
    const many = {
      domain: 'many.example',
      country: 'FR',
      contacts: Array.from({ length: 130 }, (_, at) => ({
        source_id: String(at),
        first_name: `Nr ${at}`,
        phones: [{ phone: `+1 202 555 ${String(at).padStart(4, '0')}` }],
      })),
    }
    const big = await startSearchApp([many])
    try {
      expect((await big.searchContacts({})).body.data).toHaveLength(25)
      expect((await big.searchContacts({ limit: 1 })).body.data).toHaveLength(1)
      const { body } = await big.searchContacts({ limit: pageLimitMax })
      expect([body.data.length, body.total, body.has_more]).toEqual([100, 130, true])
    } finally {
      await big.stop()
    }
  })

  it.each([0, 101, -1, 2.5, '25', null])('%j is refused', async (limit) => {
    const answer = await test.searchContacts({ limit })
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_request', 'limit'])
  })
})
