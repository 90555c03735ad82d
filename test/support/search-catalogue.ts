/** A catalogue small enough to know by heart: every filter splits it, and each person goes by a first name of their own. */

import { sql } from '../../src/base/sql.ts'
import { type ImportOptions, type ImportResult, importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedContact, ImportedStore } from '../../src/catalog/import-record.ts'
import { type Answer, startTestApp, type TestApp, type TestAppOptions } from './app.ts'

export const emailOf = (name: string): string => `${name.toLowerCase()}@people.example`
const withEmail = (name: string, status = 'verified') => ({
  emails: [{ email: emailOf(name), status, type: 'work', is_primary: true }],
})
const withPhone = { phones: [{ phone: '+1 202 555 0143', type: 'direct', is_primary: true }] }
const withProfile = (name: string) => ({ linkedin_url: `https://www.linkedin.com/in/${name.toLowerCase()}` })

const person = (first_name: string, rest: ImportedContact): ImportedContact => ({
  source_id: first_name,
  first_name,
  last_name: `Of${first_name}`,
  ...rest,
})

export const tea: ImportedStore = {
  domain: 'tea.example',
  name: 'Tea House',
  category: 'Coffee & Tea',
  country: 'GB',
  traffic_tier: '10k_50k',
  revenue_tier: '1m_5m',
  shopify_plus: true,
  lead_fit_score: 90,
  apps: ['Klaviyo', 'Judge.me'],
  pixels: ['Meta'],
  theme: { name: 'Dawn', type: 'free' },
  ads_active: true,
  contacts: [
    person('Ann', { role: 'ceo', seniority: 'executive', title: 'Chief Executive Officer', ...withEmail('Ann') }),
    person('Bea', { role: 'marketing', seniority: 'decision_maker', title: 'Head of Growth', ...withPhone }),
    person('Cy', { role: 'marketing', seniority: 'other', title: 'Café Manager', ...withProfile('Cy') }),
    // Nobody can be sold these two: a guessed address, and nothing at all.
    person('Gus', { role: 'intern', seniority: 'other', title: 'Intern', ...withEmail('Gus', 'guessed') }),
    person('Nil', { role: 'assistant', seniority: 'other' }),
  ],
}
/** Its revenue tier has to be derived from the estimate. */
export const soap: ImportedStore = {
  domain: 'soap.example',
  name: 'Soap Works',
  category: 'beauty',
  country: 'US',
  traffic_tier: '50k_100k',
  monthly_revenue_estimate: 300_000,
  lead_fit_score: 80,
  apps: ['Klaviyo', 'Yotpo'],
  pixels: ['TikTok'],
  theme: { name: 'Own', type: 'custom' },
  contacts: [
    person('Dee', {
      role: 'founder',
      seniority: 'executive',
      title: 'Founder & CEO',
      ...withEmail('Dee'),
      ...withPhone,
      ...withProfile('Dee'),
    }),
    person('Eli', { role: 'operations', seniority: 'other', title: 'Operations', ...withEmail('Eli', 'matched') }),
  ],
}
const bike: ImportedStore = {
  domain: 'bike.example',
  name: 'Bike Barn',
  category: 'sports',
  country: 'DE',
  traffic_tier: '1m_5m',
  revenue_tier: 'over_5m',
  lead_fit_score: 40.5,
  apps: ['Yotpo'],
  pixels: ['Meta', 'TikTok'],
  theme: { name: 'Turbo', type: 'paid' },
  ads_active: true,
  contacts: [
    person('Fay', { role: 'ceo', seniority: 'executive', title: 'Chief of Growth', ...withProfile('Fay') }),
    person('Ivy', { role: 'buyer', seniority: 'decision_maker', title: 'Buyer', ...withPhone }),
  ],
}
/** Nothing is known of it, not even a score. */
const plain: ImportedStore = { domain: 'plain.example', contacts: [person('Hal', { ...withPhone })] }
const empty: ImportedStore = {
  domain: 'empty.example',
  name: 'Empty Shelf',
  country: 'US',
  lead_fit_score: 70,
  apps: ['Klaviyo'],
}

export const catalogue: ImportedStore[] = [tea, soap, bike, plain, empty]
/** In result order, as far as it is decided by the score. */
export const everyone = ['Ann', 'Bea', 'Cy', 'Dee', 'Eli', 'Fay', 'Ivy', 'Hal']
export const everyStore = ['tea.example', 'soap.example', 'empty.example', 'bike.example', 'plain.example']

export type SearchApp = TestApp & {
  /** With every scope and more rows than a test can use up, unless told otherwise. */
  apiKey: string
  accountId: string
  import(stores: ImportedStore[], options?: Partial<ImportOptions>): Promise<ImportResult>
  searchContacts(body: unknown, key?: string): Promise<Answer>
  searchStores(body: unknown, key?: string): Promise<Answer>
  idOf(firstName: string): Promise<string>
}

/** The application with this catalogue, or another, in its index. */
export async function startSearchApp(
  stores: ImportedStore[] = catalogue,
  options: TestAppOptions = {},
): Promise<SearchApp> {
  const test = await startTestApp(options)
  const importStores: SearchApp['import'] = (given, rest = {}) =>
    importCatalogue(test.store.database, { channelKeys: test.app.channelKeys, ...rest, source: readRecords(given) })
  await importStores(stores)
  await test.app.start()
  const { apiKey, accountId } = await test.createAccount({ searchRowsPerMonth: 1_000_000 })
  return {
    ...test,
    apiKey,
    accountId,
    import: importStores,
    searchContacts: (body, key = apiKey) => test.call('POST', '/api/v1/contacts/search', { key, body }),
    searchStores: (body, key = apiKey) => test.call('POST', '/api/v1/stores/search', { key, body }),
    async idOf(firstName) {
      const [row] = await test.store.database.query<{ id: string }>(
        sql`SELECT contact_id AS id FROM contacts WHERE first_name = ${firstName}`,
      )
      return row!.id
    },
  }
}

type Preview = { id: string; first_name: string; store: { domain: string } }
type Store = { id: string; domain: string }

export const namesIn = ({ body }: Answer): string[] => (body.data as Preview[]).map((preview) => preview.first_name)
export const domainsIn = ({ body }: Answer): string[] => (body.data as Store[]).map((store) => store.domain)

/** Every page of a query, one after the other. */
export async function allPages(
  search: (body: unknown) => Promise<Answer>,
  body: object,
  betweenPages: () => Promise<unknown> = async () => {},
): Promise<Answer[]> {
  const pages: Answer[] = []
  for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
    const page = await search({ ...body, ...(cursor !== null && { cursor }) })
    if (page.status !== 200) throw new Error(page.text)
    pages.push(page)
    cursor = page.body.next_cursor
    await betweenPages()
  }
  return pages
}

/** Asks until the answer is as wanted. Where the service promises a deadline, the test says so; else it is generous. */
export async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean, withinMs = 60_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
