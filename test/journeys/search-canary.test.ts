/** Nothing that a search, a facet, an enrichment or the taxonomy says carries a channel, a last name or a suppressed contact. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportedStore } from '../../src/catalog/import-record.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { contactFacets, storeFacets } from '../../src/search/schema/filters.ts'
import type { Answer } from '../support/app.ts'
import { allPages, type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

const mark = (at: number): string => `zq${'abcdefghijklmnop'[at]}xv`
const people = Array.from({ length: 12 }, (_, at) => ({
  source_id: `source-${mark(at)}`,
  first_name: 'Robin',
  last_name: `Name${mark(at)}`,
  full_name: `Robin Full${mark(at)}`,
  title: 'Head of Growth',
  role: 'marketing',
  seniority: 'executive',
  linkedin_url: `https://www.linkedin.com/in/${mark(at)}`,
  emails: [
    { email: `mail-${mark(at)}@canary.example`, status: 'verified', type: 'work', is_primary: true },
    { email: `guess-${mark(at)}@canary.example`, status: 'guessed', type: 'work', is_primary: false },
  ],
  phones: [{ phone: `+1 202 777 ${1_000 + at}`, type: 'direct', is_primary: true }],
}))
/** The suppressed contacts, by values that no other contact in the catalogue has. */
const hidden = {
  source_id: 'hidden',
  first_name: 'Hiddenfirst',
  last_name: 'Hiddenlast',
  title: 'Hiddentitle',
  role: 'hiddenrole',
  seniority: 'executive',
  emails: [{ email: 'hidden@canary.example', status: 'verified' }],
}
const store: ImportedStore = {
  domain: 'canary.example',
  country: 'GB',
  category: 'pets',
  apps: ['Klaviyo'],
  pixels: ['Meta'],
  theme: { name: 'Dawn', type: 'free' },
  traffic_tier: '10k_50k',
  revenue_tier: '10k_50k',
  contacts: [...people, hidden],
}
const secrets = [
  ...people.flatMap(({ source_id, last_name, full_name, linkedin_url, emails, phones }) => [
    source_id,
    last_name,
    full_name.split(' ')[1]!,
    linkedin_url,
    ...emails.map(({ email }) => email),
    phones[0]!.phone,
    phones[0]!.phone.replaceAll(' ', ''),
  ]),
  'hidden',
]
/** As they are, and as a log or a cursor might carry them by accident. */
const spellings = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1),
]
const found = (text: string): string[] => {
  const searched = text.toLowerCase()
  return secrets.filter((value) => spellings(value).some((spelling) => searched.includes(spelling.toLowerCase())))
}

let test: SearchApp
let owner: string
const answers: Answer[] = []
beforeAll(async () => {
  test = await startSearchApp([store])
  owner = (await test.createAccount({ credits: 100, searchRowsPerMonth: 10_000 })).apiKey
  const { body } = await test.searchContacts({ person: { roles_any: ['marketing'] } })
  const ids = body.data.map(({ id }: { id: string }) => id)
  expect((await test.reveal(owner, ids.slice(0, 10))).status).toBe(200)
  await suppress(test.store.database, test.app.channelKeys, { email: 'hidden@canary.example' })
})
afterAll(() => test.stop())

it('MASK-1, K3: no answer of a search, lookup, enrichment or taxonomy does, for a stranger or for the account that paid', async () => {
  for (const key of [test.apiKey, owner]) {
    const call = (method: string, path: string, body?: object) =>
      test.call(method, `/api/v1${path}`, { key, ...(body && { body }) })
    answers.push(
      ...(await allPages((body) => test.searchContacts(body, key), { limit: 5, facets: contactFacets })),
      await test.searchContacts({ limit: 100, person: { has_verified_email: true } }, key),
      await test.searchContacts({ person: { revealed: true } }, key),
      await test.searchStores({ facets: storeFacets }, key),
      await call('GET', '/stores/canary.example'),
      await call('POST', '/stores/enrich', { domains: ['canary.example'], include: ['contact_previews'] }),
      await call('GET', '/taxonomy'),
    )
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers[0]!.body).toMatchObject({
    total: people.length,
    facets: { role: [{ value: 'marketing', count: 12 }] },
  })
  for (const { text, headers } of answers) expect(found(text + JSON.stringify(headers))).toEqual([])
})

it('MASK-2: last names are masked to their first letter', () => {
  const masked = answers.flatMap(({ body }) =>
    (body.data ?? []).flatMap(
      (one: { last_name_obfuscated?: string; contact_previews?: [] }) =>
        one.contact_previews ?? (one.last_name_obfuscated === undefined ? [] : [one]),
    ),
  )
  expect(masked.length).toBeGreaterThan(30)
  expect(new Set(masked.map((one: { last_name_obfuscated: string }) => one.last_name_obfuscated))).toEqual(
    new Set(['N***']),
  )
})

it('MASK-4: a search can’t be used to ask for a name or a channel', async () => {
  for (const title of [people[0]!.last_name, people[0]!.emails[0]!.email, people[0]!.linkedin_url, 'Hiddentitle']) {
    const { status, body } = await test.searchContacts({ person: { title } })
    expect([title, status, body.total]).toEqual([title, 200, 0])
  }
})

it('SECRET-4: neither a secret pasted into a filter nor the rows found reach a log line', async () => {
  const pasted = people[0]!.emails[0]!.email
  await test.searchContacts({ person: { roles_any: [pasted] } })
  await test.searchContacts({ person: { title: pasted }, cursor: pasted })
  await test.searchContacts({ [pasted]: true })
  await test.searchStores({ store: { domains: [pasted], countries: [pasted] } })
  await test.call('GET', `/api/v1/stores/${encodeURIComponent(pasted)}`, { key: test.apiKey })
  await test.call('POST', '/api/v1/stores/enrich', {
    key: test.apiKey,
    body: { domains: [pasted, people[0]!.linkedin_url] },
  })
  const logged = test.logLines.join('')
  expect(logged).toContain('"answered"')
  expect(found(logged)).toEqual([])
})
