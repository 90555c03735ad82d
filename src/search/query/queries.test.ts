import { beforeAll, describe, expect, test } from 'vitest'
import { buildSegment } from '../indexing/build-segment.ts'
import { type ContactRow, feedOf, type StoreRow, type StoreWithContacts } from '../indexing/row-feed.ts'
import type { ContactQuery } from '../schema/filters.ts'
import { nextSegments } from '../segments/segment-set.ts'
import { indexOf, type TestIndex, withSuppressions } from '../serve/index-fixture.ts'
import { InvalidFilter, UnknownFilterValue } from './invalid-filters.ts'
import { opaqueId, seededRandom } from './oracle-fixture.ts'

const random = seededRandom(1)

function store(domain: string, facts: Partial<StoreRow>, ...contacts: Partial<ContactRow>[]): StoreWithContacts {
  const id = opaqueId('st_live_', random)
  const nothing = {
    category: null,
    country: null,
    trafficTier: null,
    revenueTier: null,
    leadFitScore: null,
    themeName: null,
    themeType: null,
    firstSeenAt: null,
    updatedAt: null,
    observedAt: null,
  }
  const off = { shopifyPlus: false, adsActive: false, apps: [], pixels: [] }
  return {
    store: { id, domain, name: domain, ...nothing, ...off, ...facts },
    contacts: contacts.map((contact) => ({
      id: opaqueId('ct_live_', random),
      storeId: id,
      firstName: null,
      maskedLastName: null,
      role: null,
      seniority: 'other',
      title: null,
      hasEmail: false,
      hasPhone: false,
      hasLinkedin: true,
      addedAt: null,
      updatedAt: null,
      emailKinds: contact.hasEmail ? ['verified work'] : [],
      emailsVerifiedAt: contact.hasEmail ? [null] : [],
      ...contact,
    })),
  }
}

const rows = [
  store(
    'first.example',
    { leadFitScore: 80, apps: ['Klaviyo', 'KLAVIYO', 'KLAVIYO'], country: 'US' },
    { role: 'founder', hasEmail: true },
  ),
  store(
    'second.example',
    { leadFitScore: 80, apps: ['klaviyo', 'Yotpo'], country: 'us' },
    { role: 'founder' },
    { hasEmail: true },
  ),
  store('third.example', { apps: ['Loox'], country: 'DE', category: 'home_garden', trafficTier: '10k_50k' }),
  store('fourth.example', { leadFitScore: 20 }, { title: 'Directeur Général', hasLinkedin: false }),
]
const [first, second, third, fourth] = rows.map((row) => row.store.id)

let index: TestIndex
beforeAll(async () => {
  index = await indexOf([rows])
})

const contactsFor = (query: ContactQuery) => index.searchContacts({ query, limit: 100 })

describe('stores by their contacts', () => {
  const storesWith = (contacts: object) => new Set(index.searchStores({ query: { contacts }, limit: 100 }).ids)

  test.each([
    [{ available: true }, [first, second]],
    [{ available: false }, [third, fourth]],
    [{ verified_email: true }, [first, second]],
    [{ verified_email: false }, [third, fourth]],
    [{ roles_any: ['Founder'] }, [first, second]],
    [{ roles_any: ['founder'], verified_email: true }, [first]],
    [{ roles_any: ['founder'], verified_email: false }, [second]],
    [{ roles_any: ['founder'], available: false }, []],
    [{ available: true, verified_email: false }, []],
  ])('S6: %j means one and the same contact', (contacts, expected) => {
    expect(storesWith(contacts)).toEqual(new Set(expected))
  })
})

describe('values', () => {
  test('FILTER-4, TAXONOMY-3, S3: a value answers the same in every case, is shown in the first spelling seen, and counts once a store', async () => {
    for (const spelling of ['Klaviyo', 'KLAVIYO', 'klaviyo', ' kLaViYo ']) {
      const found = index.searchStores({ query: { store: { apps: { any: [spelling] } } }, limit: 100, facets: ['app'] })
      expect(found.total).toBe(2)
      expect((await found.facets).app).toEqual([
        { value: 'Klaviyo', count: 2 },
        { value: 'Yotpo', count: 1 },
      ])
    }
  })

  test.each([
    [{ store: { apps: { any: ['Klavyio'] } } }, 'store.apps.any[0]', 'Klavyio', 'Klaviyo', 0],
    [{ store: { apps: { any: ['Yotpo', 'Klavyio'] } } }, 'store.apps.any[1]', 'Klavyio', 'Klaviyo', 2],
    [{ store: { apps: { all: ['Yotpo', 'Klavyio'] } } }, 'store.apps.all[1]', 'Klavyio', 'Klaviyo', 0],
    [{ store: { apps: { none: ['lox'] } } }, 'store.apps.none[0]', 'lox', 'Loox', 3],
    [{ person: { roles_any: ['foundr'] } }, 'person.roles_any[0]', 'foundr', 'founder', 0],
  ])(
    'FILTER-7, S7: a value that the catalogue does not hold matches nothing, and is named with the nearest: %j',
    (query, param, value, nearest, total) => {
      const found = contactsFor(query)
      expect(found.total).toBe(total)
      expect(found.warnings).toEqual([
        { param, value, nearest, message: `The catalogue holds no "${value}". The nearest value is "${nearest}".` },
      ])
    },
  )

  test.each([
    [{ store: { traffic_tiers: ['10k-50k'] } }, 'store.traffic_tiers[0]', '10k-50k', '10k_50k'],
    [{ person: { seniority_any: ['exec'] } }, 'person.seniority_any[0]', 'exec', null],
  ])(
    'FILTER-9, S7: a value that is not in a closed list is refused, with its place and the nearest known one: %j',
    (query, param, value, nearest) => {
      expect(() => contactsFor(query)).toThrow(
        expect.objectContaining({ name: 'UnknownFilterValue', param, value, nearest }),
      )
      expect(() => contactsFor(query)).toThrow(UnknownFilterValue)
    },
  )

  test.each([
    [{ store: { countries: ['NL'] } }, 'NL'],
    [{ store: { countries: ['Netherlands'] } }, 'Netherlands'],
    [{ store: { countries: ['constructor'] } }, 'constructor'],
    [{ store: { apps: { any: ['Quite another app'] } } }, 'Quite another app'],
    [{ person: { roles_any: ['Chief Executive Officer'] } }, 'Chief Executive Officer'],
  ])('FILTER-7, S7: no value is named as the nearest when none is near: %j', (query, value) => {
    const { total, warnings } = contactsFor(query)
    expect([total, warnings]).toEqual([
      0,
      [{ param: expect.any(String), value, nearest: null, message: `The catalogue holds no "${value}".` }],
    ])
  })

  test('S7: the nearest is looked for in every segment, as one imported after an empty start has it', async () => {
    const list = [
      { number: 1, segment: await buildSegment(feedOf([])) },
      { number: 2, segment: await buildSegment(feedOf([rows])) },
    ]
    const grown = withSuppressions(nextSegments([], list))
    const { warnings } = grown.searchStores({ query: { store: { apps: { any: ['Klavio'] } } }, limit: 1 })
    expect(warnings).toEqual([expect.objectContaining({ value: 'Klavio', nearest: 'Klaviyo' })])
  })

  test('FILTER-7, S7: of many unknown values each is warned of, and named with the nearest, fifty of them', () => {
    const values = Array.from({ length: 60 }, (_, number) => `Klaviyo${number}`)
    const asked = { apps: { any: values }, pixels: { any: ['Quite another'] }, countries: ['Germny'] }
    const { warnings } = contactsFor({ person: { roles_any: ['foundr'] }, store: asked })
    const nearest = Object.fromEntries(warnings.map(({ value, nearest }) => [value, nearest]))
    expect(nearest).toMatchObject({ foundr: 'founder', Germny: 'DE', 'Quite another': null })
    expect([warnings.length, warnings.filter((one) => one.nearest !== null).length]).toEqual([63, 50])
  })

  test('the same holds for roles in a search of stores', () => {
    const { warnings } = index.searchStores({ query: { contacts: { roles_any: ['ceo'] } }, limit: 1 })
    expect(warnings).toEqual([expect.objectContaining({ param: 'contacts.roles_any[0]', value: 'ceo' })])
  })

  test('FILTER-8: UK is read as GB, and EL as GR, without a warning where the catalogue holds them', async () => {
    const abroad = await indexOf([[store('a.example', { country: 'GB' }), store('b.example', { country: 'GR' })]])
    for (const country of ['UK', 'uk', 'EL', 'GB']) {
      const found = abroad.searchStores({ query: { store: { countries: [country] } }, limit: 9 })
      expect({ country, total: found.total, warnings: found.warnings }).toEqual({ country, total: 1, warnings: [] })
    }
  })

  test('empty lists and empty objects ask nothing', () => {
    const nothing = { store: { countries: [], apps: {}, pixels: { any: [] }, lead_fit_score: {} }, person: {} }
    expect(contactsFor(nothing).total).toBe(contactsFor({}).total)
  })

  test('a value of a closed list is known even when nothing carries it, and a domain is never an error', () => {
    expect(contactsFor({ person: { seniority_any: ['executive'] } }).total).toBe(0)
    expect(contactsFor({ store: { revenue_tiers: ['OVER_5M'] } }).total).toBe(0)
    expect(contactsFor({ store: { domains: ['nowhere.example'] } }).total).toBe(0)
    expect(contactsFor({ store: { domains: ['nowhere.example', 'First.example'] } }).total).toBe(1)
  })

  test('FILTER-10: a title without a word and a range upside down are refused with their place', () => {
    expect(() => contactsFor({ person: { title: ' -- ' } })).toThrow(InvalidFilter)
    const upsideDown = { store: { lead_fit_score: { min: 2, max: 1 } } }
    expect(() => contactsFor(upsideDown)).toThrow(expect.objectContaining({ param: 'store.lead_fit_score' }))
  })

  test('FILTER-5: a contact without a score is outside every range, and comes last', () => {
    expect(index.searchStores({ query: { store: { lead_fit_score: { min: 0 } } }, limit: 9 }).total).toBe(3)
    expect(index.searchStores({ query: { store: { lead_fit_score: { max: 100 } } }, limit: 9 }).total).toBe(3)
    expect(index.searchStores({ query: {}, limit: 9 }).ids.at(-1)).toBe(third)
  })
})

describe('suppression', () => {
  test('S6: suppressing the only contact of a store takes effect at once on its store too, and can be taken back', () => {
    const founder = rows[0]!.contacts[0]!.id
    const asked = { query: { contacts: { roles_any: ['founder'], verified_email: true } }, limit: 9 }
    expect(index.searchStores(asked).ids).toEqual([first])
    index.suppress([founder, 'ct_live_AAAAAAAAAAAAAAAA', 'no id at all'])
    expect(index.searchStores(asked).total).toBe(0)
    expect(index.searchStores({ query: { contacts: { available: true } }, limit: 9 }).ids).toEqual([second])
    expect(contactsFor({ person: { roles_any: ['founder'] } }).ids).not.toContain(founder)
    expect(index.taxonomy().roles).toEqual([{ value: 'founder', label: 'Founder', count: 1 }])
    index.unsuppress([founder, 'ct_live_AAAAAAAAAAAAAAAA'])
    expect(index.searchStores(asked).ids).toEqual([first])
  })

  test('a contact without channels is never listed, and its role is known all the same', () => {
    expect(contactsFor({}).total).toBe(3)
    expect(contactsFor({ person: { title: 'directeur' } }).total).toBe(0)
  })
})

test('S8: the taxonomy keeps closed lists in their order and gives readable labels', () => {
  const taxonomy = index.taxonomy()
  expect(taxonomy.seniorities.map(({ value }) => value)).toEqual(['executive', 'decision_maker', 'other'])
  expect(taxonomy.traffic_tiers[1]).toEqual({ value: '10k_50k', label: '10K to 50K', count: 1 })
  expect(taxonomy.traffic_tiers.at(-1)!.label).toBe('Over 5M')
  expect(taxonomy.countries[0]).toEqual({ value: 'US', label: 'United States', count: 2 })
  expect(taxonomy.categories).toEqual([{ value: 'home_garden', label: 'Home garden', count: 1 }])
  expect(taxonomy.apps.map(({ value }) => value)).toEqual(['Klaviyo', 'Loox', 'Yotpo'])
})

test('an empty catalogue answers every search with nothing', async () => {
  const empty = await indexOf([])
  const nothing = {
    total: 0,
    ids: [],
    hits: [],
    warnings: [],
    facets: expect.any(Promise),
    nextAfter: expect.any(Function),
  }
  const contacts = empty.searchContacts({ query: {}, limit: 25, facets: ['role'] })
  expect(contacts).toEqual(nothing)
  expect(contacts.nextAfter(0)).toBeNull()
  expect(await contacts.facets).toEqual({ role: [] })
  expect(empty.searchStores({ query: { contacts: { available: false } }, limit: 25 })).toEqual(nothing)
})

test('facets are those of the moment of the search, whatever is asked or suppressed before they are counted', async () => {
  const busy = await indexOf([rows])
  const asked = busy.searchContacts({ query: {}, limit: 1, facets: ['role'] })
  busy.suppress(rows.flatMap(({ contacts }) => contacts.map(({ id }) => id)))
  expect(busy.searchContacts({ query: {}, limit: 1 }).total).toBe(0)
  expect(await asked.facets).toEqual({ role: [{ value: 'founder', count: 2 }] })
})

test.each([
  ['an id that is not an id', [store('a.example', { id: 'st_live_short' })]],
  ['a domain twice', [store('a.example', {}), store('a.example', {})]],
  ['a contact twice', [store('a.example', {}, { id: 'ct_live_AAAAAAAAAAAAAAAA' }, { id: 'ct_live_AAAAAAAAAAAAAAAA' })]],
  [
    'a store twice',
    [store('a.example', { id: 'st_live_AAAAAAAAAAAAAAAA' }), store('b.example', { id: 'st_live_AAAAAAAAAAAAAAAA' })],
  ],
  ['a score below zero', [store('a.example', { leadFitScore: -3 })]],
])('a feed that holds %s fails the build instead of making an index that lies', async (_, wrong) => {
  await expect(buildSegment(feedOf([wrong]))).rejects.toThrow('the feed')
})

test('FILTER-11: names of 10,000 characters are found by each of their words, with exact totals', async () => {
  const words = Array.from({ length: 1_250 }, (_, at) => `word${String(at).padStart(3, 'x')}`)
  const oneWord = 'z'.repeat(10_000)
  const long = await indexOf([
    [
      store('many.example', { name: words.join(' ') }, { firstName: words.join(' ') }),
      store('one.example', { name: oneWord }, { title: oneWord }),
      store('right.example', { name: 'שלום '.repeat(2_000) }, { firstName: '🍕'.repeat(5_000) }),
    ],
  ])
  const stores = (query: string) => long.searchStores({ query: { store: { query } }, limit: 10 })
  for (const word of [words[0]!, words[600]!, words.at(-1)!, 'word', oneWord, oneWord.slice(1), 'שלום']) {
    expect([stores(word).total, stores(word).ids.length]).toEqual([1, 1])
  }
  expect(stores(`${oneWord}zz`).total).toBe(0)
  expect(stores('example').total).toBe(3)
  expect(long.searchContacts({ query: { person: { query: oneWord } }, limit: 10 }).total).toBe(1)
  expect(long.searchContacts({ query: { person: { query: words[7]! } }, limit: 10 }).total).toBe(1)
  expect(long.searchContacts({ query: {}, limit: 10 }).total).toBe(3)
})
