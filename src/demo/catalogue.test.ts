import { describe, expect, it } from 'vitest'
import { revenueTiers, trafficTiers } from '../base/tiers.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import { demoCatalogue } from './catalogue.ts'

const EXPORTABLE = new Set(['verified', 'matched', 'found'])

/** Written out here instead of taken from the generator, so that a slip there can't approve itself. */
const FICTIONAL_PHONES = [
  /^\+1 [2-9]\d\d 555 01\d\d$/,
  /^\+44 (113|114|115|116|117|118|121|131|141|151|161) 496 0\d{3}$/,
  /^\+44 (20 7946 0|191 498 0|29 2018 0|1632 960|7700 900)\d{3}$/,
  /^\+61 [2378] (5550|7010) \d{4}$/,
  /^\+61 491 570 (006|110|156|157|158|159|313|737)$/,
  /^\+61 491 (571 (266|491|804)|572 (549|665|983)|573 (087|770)|574 (118|632)|575 (254|789))$/,
  /^\+61 491 (576 (398|801)|577 (426|644)|578 (148|888|957)|579 (212|455|760))$/,
  /^\+49 (30 23125|40 66969|69 90009|89 99998|221 4710) \d{3}$/,
  /^\+33 (1 99 00|2 61 91|3 53 01|4 65 71|5 36 49|6 39 98) \d{4}$/,
  /^\+46 70 174 06 (0[5-9]|[1-9]\d)$/,
]

function storesOf(stores: number, seed = 1): ImportedStore[] {
  return [...demoCatalogue({ stores, seed })]
}

function contactsOf(stores: ImportedStore[]): ImportedContact[] {
  return stores.flatMap((store) => store.contacts ?? [])
}

function share<T>(items: T[], test: (item: T) => boolean): number {
  return items.filter(test).length / items.length
}

const sample = storesOf(20_000)
const people = contactsOf(sample)

describe('the demo catalogue is repeatable', () => {
  it('CLI-11: the same seed gives the same catalogue', () => {
    expect(storesOf(300, 42)).toEqual(storesOf(300, 42))
  })

  it('a larger catalogue begins with the smaller one', () => {
    expect(storesOf(1_000, 9).slice(0, 100)).toEqual(storesOf(100, 9))
  })

  it('another seed gives other stores, also when it differs only above 32 bits', () => {
    const domains = new Set(storesOf(100, 1).map((store) => store.domain))
    expect(storesOf(100, 2).filter((store) => domains.has(store.domain))).toEqual([])
    expect(storesOf(100, 1 + 2 ** 32)).not.toEqual(storesOf(100, 1))
  })

  it('two catalogues read in turns do not disturb each other', () => {
    const alone = storesOf(50, 3)
    const first = demoCatalogue({ stores: 50, seed: 3 })
    const second = demoCatalogue({ stores: 50, seed: 4 })
    const inTurns: ImportedStore[] = []
    for (const store of first) {
      inTurns.push(store)
      second.next()
    }
    expect(inTurns).toEqual(alone)
  })
})

describe('no row of the demo can reach a real person', () => {
  it('every domain is unique and under the reserved name .example', () => {
    const domains = new Set<string>()
    // That no two of any number have one name is store-name.test.ts's to say.
    for (const { domain } of demoCatalogue({ stores: 50_000, seed: 1 })) domains.add(domain)
    expect(domains.size).toBe(50_000)
    expect([...domains].filter((domain) => !/^[a-z]+(-[a-z]+){0,2}\.example$/.test(domain))).toEqual([])
  })

  it('every email is at the store itself or at a domain kept for examples', () => {
    const strays = sample.flatMap((store) => {
      const allowed = [store.domain, 'example.com', 'example.net', 'example.org']
      const emails = contactsOf([store]).flatMap((contact) => contact.emails ?? [])
      return emails.filter(({ email }) => {
        const [local, domain] = email!.split('@')
        return !/^[a-z0-9._]+$/.test(local!) || !allowed.includes(domain!)
      })
    })
    expect(strays).toEqual([])
  })

  it('every phone number is in a range kept for fiction', () => {
    const phones = people.flatMap((contact) => contact.phones ?? []).map(({ phone }) => phone ?? '')
    expect(phones.length).toBeGreaterThan(1_000)
    expect(phones.filter((phone) => !FICTIONAL_PHONES.some((range) => range.test(phone)))).toEqual([])
  })

  it('every profile address is under a reserved name', () => {
    const urls = people.map((contact) => contact.linkedin_url).filter((url) => url !== undefined)
    expect(urls.length).toBeGreaterThan(1_000)
    expect(
      urls.filter((url) => !/^https:\/\/linkedin\.example\/in\/[a-z0-9]+-[a-z0-9]+-[0-9a-f]{8}$/.test(url!)),
    ).toEqual([])
  })
})

describe('people of one store can be told apart', () => {
  it('by source id, name, profile and email', () => {
    for (const store of sample) {
      const contacts = contactsOf([store])
      for (const keys of [
        contacts.map((contact) => contact.source_id),
        contacts.filter((contact) => contact.last_name).map((contact) => contact.full_name),
        contacts.map((contact) => contact.linkedin_url).filter((url) => url !== undefined),
        contacts.flatMap((contact) => contact.emails ?? []).map(({ email }) => email),
      ]) {
        if (new Set(keys).size !== keys.length) expect.fail(`${store.domain} repeats one of ${keys.join(', ')}`)
      }
    }
  })
})

describe('the demo catalogue is skewed like reality', () => {
  it('has about two and a half contacts a store, many stores with few and few with many', () => {
    const counts = sample.map((store) => store.contacts?.length ?? 0)
    expect(people.length / sample.length).toBeGreaterThan(2.3)
    expect(people.length / sample.length).toBeLessThan(2.7)
    expect(share(counts, (count) => count <= 2)).toBeGreaterThan(0.6)
    expect(share(counts, (count) => count >= 20)).toBeGreaterThan(0.003)
    expect(share(counts, (count) => count >= 20)).toBeLessThan(0.03)
  })

  it('has the United States first, then Great Britain, and about 45 countries', () => {
    const countries = Map.groupBy(sample, (store) => store.country)
    expect(countries.get('US')!.length / sample.length).toBeCloseTo(0.44, 1)
    expect(countries.get('US')!.length).toBeGreaterThan(countries.get('GB')!.length)
    expect(countries.get('GB')!.length).toBeGreaterThan(countries.get('FR')!.length)
    expect(countries.size).toBeGreaterThanOrEqual(45)
  })

  it('fills every tier, the low ones most', () => {
    for (const field of ['traffic_tier', 'revenue_tier'] as const) {
      const tiers = Map.groupBy(sample, (store) => store[field])
      // And those of which it is not known.
      expect(tiers.size).toBe((field === 'traffic_tier' ? trafficTiers : revenueTiers).length + 1)
      expect(tiers.get('under_10k')!.length).toBeGreaterThan(tiers.get('10k_50k')!.length)
      expect(tiers.get('10k_50k')!.length).toBeGreaterThan(tiers.get('1m_5m')!.length * 10)
    }
  })

  it('gives large stores more apps, contacts and score, and Shopify Plus more often', () => {
    const small = sample.filter((store) => store.revenue_tier === 'under_10k')
    const large = sample.filter((store) => store.revenue_tier === '250k_1m')
    const mean = (stores: ImportedStore[], amount: (store: ImportedStore) => number) =>
      stores.reduce((sum, store) => sum + amount(store), 0) / stores.length
    expect(mean(large, (store) => store.apps!.length)).toBeGreaterThan(1.5 * mean(small, (store) => store.apps!.length))
    expect(mean(large, (store) => store.contacts!.length)).toBeGreaterThan(3 * mean(small, (s) => s.contacts!.length))
    expect(mean(large, (store) => store.lead_fit_score ?? 0)).toBeGreaterThan(
      10 + mean(small, (store) => store.lead_fit_score ?? 0),
    )
    expect(share(large, (store) => store.shopify_plus === true)).toBeGreaterThan(0.1)
    expect(share(small, (store) => store.shopify_plus === true)).toBeLessThan(0.02)
  })

  it('scores are whole numbers from 0 to 100 around the middle, and about one in twenty is missing', () => {
    const scores = sample.map((store) => store.lead_fit_score).filter((score) => typeof score === 'number')
    expect(scores.every((score) => Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true)
    expect(share(scores, (score) => score >= 35 && score <= 65)).toBeGreaterThan(0.6)
    expect(1 - scores.length / sample.length).toBeCloseTo(0.05, 1)
  })

  it('sometimes knows only the revenue estimate, and never one that contradicts the tier', () => {
    expect(
      share(sample, (store) => store.revenue_tier === undefined && store.monthly_revenue_estimate !== undefined),
    ).toBeGreaterThan(0.05)
    const lowest = sample.filter((store) => store.revenue_tier === 'under_10k')
    expect(lowest.every((store) => (store.monthly_revenue_estimate ?? 0) < 10_000)).toBe(true)
  })

  it('leads its apps, pixels and themes with the names everyone knows', () => {
    const installs = (name: string) => share(sample, (store) => store.apps!.includes(name))
    expect(installs('Klaviyo')).toBeGreaterThan(0.2)
    expect(installs('Klaviyo')).toBeGreaterThan(installs('Gorgias'))
    expect(installs('Zapier')).toBeLessThan(0.02)
    expect(share(sample, (store) => store.pixels!.includes('Meta Pixel'))).toBeGreaterThan(0.35)
    expect(new Set(sample.map((store) => store.theme?.type))).toEqual(new Set(['free', 'paid', 'custom', undefined]))
    for (const store of sample) expect(new Set(store.apps).size).toBe(store.apps!.length)
  })
})

describe('contacts are as complete as a real source', () => {
  it('a role always has one seniority and several spellings', () => {
    const roles = Map.groupBy(people, (contact) => contact.role)
    roles.delete(undefined)
    expect(roles.size).toBeGreaterThanOrEqual(20)
    for (const [role, members] of roles) {
      expect(new Set(members.map((contact) => contact.seniority)).size, String(role)).toBe(1)
      expect(new Set(members.map((contact) => contact.title)).size, String(role)).toBeGreaterThan(3)
    }
    expect(new Set(people.map((contact) => contact.seniority))).toEqual(
      new Set(['executive', 'decision_maker', 'other']),
    )
  })

  it('most have an exportable email, and some only a phone, only a profile or nothing', () => {
    const has = (contact: ImportedContact) => [
      contact.emails!.some(({ status }) => EXPORTABLE.has(status!)),
      contact.phones!.length > 0,
      contact.linkedin_url !== undefined,
    ]
    const kinds = Map.groupBy(people, (contact) => has(contact).join())
    const part = (kind: boolean[]) => kinds.get(kind.join())!.length / people.length
    expect(share(people, (contact) => has(contact)[0]!)).toBeGreaterThan(0.5)
    expect(share(people, (contact) => has(contact)[0]!)).toBeLessThan(0.75)
    expect(part([false, true, false])).toBeGreaterThan(0.01)
    expect(part([false, false, true])).toBeGreaterThan(0.05)
    expect(part([false, false, false])).toBeGreaterThan(0.02)
  })

  it('nearly every list of channels has exactly one primary', () => {
    const lists = people.flatMap((contact) => [contact.emails!, contact.phones!]).filter((list) => list.length > 0)
    const primaries = lists.map((list) => list.filter((channel) => channel.is_primary).length)
    expect(share(primaries, (count) => count === 1)).toBeGreaterThan(0.95)
    expect(share(primaries, (count) => count === 1)).toBeLessThan(1)
  })
})
