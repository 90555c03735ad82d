/**
 * Sources write channels and last names where they don't belong. Nobody sees them there before a
 * reveal, nor can ask for them; after it the texts are whole, without the channels, which have fields of their own.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportedStore } from '../../src/catalog/import-record.ts'
import { contactFacets } from '../../src/search/schema/filters.ts'
import { dumpTables } from '../rules/stored.ts'
import type { Answer } from '../support/app.ts'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

const domain = 'leak-one.example'
const phone = (last: number) => `+1 415 555 010${last}`
const leaky: ImportedStore = {
  domain,
  name: `Leak One jane@${domain} ${phone(0)}`,
  category: `call ${phone(0)}`,
  apps: ['Klaviyo', `Chat ${phone(0)}`],
  pixels: [`jane@${domain}`],
  theme: { name: `jane [at] ${domain}`, type: `jane@${domain}` },
  contacts: [
    {
      source_id: '1',
      first_name: 'Jane Doewell',
      full_name: 'Jane Doewell',
      title: `Owner, call ${phone(0)}`,
      role: `founder ${phone(0)}`,
      emails: [{ email: `jane@${domain}`, status: 'verified' }],
      phones: [{ phone: phone(0) }],
      linkedin_url: 'https://www.linkedin.com/in/janedoewell',
    },
    {
      source_id: '2',
      first_name: 'Roewell, John',
      last_name: 'Roewell',
      title: `john [at] ${domain} / lnkd.in/johnroewell`,
      phones: [{ phone: phone(1) }],
    },
    {
      source_id: '3',
      first_name: 'Ann',
      last_name: 'Poewell',
      title: `CEO linkedin: in/annpoewell ann＠${domain}`,
      emails: [{ email: `ann@${domain}`, status: 'bounced' }],
      linkedin_url: 'https://www.linkedin.com/in/annpoewell',
    },
    { source_id: '4', first_name: phone(2), last_name: 'Zoewell', phones: [{ phone: phone(2) }] },
    {
      source_id: '5',
      full_name: 'Max Mustermann',
      title: 'Max Mustermann - CEO',
      phones: [{ phone: phone(3) }],
    },
    { source_id: '6', first_name: 'Maria Garciawell', last_name: 'Garcíawell', phones: [{ phone: phone(4) }] },
    {
      source_id: '7',
      first_name: 'Vera',
      last_name: 'Brandwell',
      title: 'Brandwell Manager',
      phones: [{ phone: phone(5) }],
    },
    {
      source_id: '8',
      first_name: 'SarahHidewell',
      last_name: 'Hidewell',
      title: '𝐇𝐢𝐝𝐞𝐰𝐞𝐥𝐥 Hide\u00adwell, Buyer',
      role: 'Founder Hidewell',
      phones: [{ phone: '٤١٥ ٥٥٥ ٠١٠٦ ٠' }],
    },
    {
      source_id: '9',
      first_name: 'Kim–Dashwell',
      last_name: '🎉Dashwell',
      title: 'Owner ٤١٥٥٥٥٠١٠٧ 4️⃣1️⃣5️⃣5️⃣5️⃣5️⃣0️⃣1️⃣0️⃣7️⃣',
      role: 'dashwell_owner',
      phones: [{ phone: phone(7) }],
    },
  ],
}
const secrets =
  /ewell|garc[ií]awell|mustermann|brandwell|jane@|jane_|john \[at|ann＠|lnkd|linkedin\.|555|4155550|𝐰𝐞𝐥𝐥|hide\u00ad|٤١٥|🎉|\u20e3/iu

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp([leaky])
})
afterAll(() => test.stop())

it('MASK-3, MASK-1: no answer before a reveal tells a channel or a last name that stands in another text', async () => {
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1${path}`, { key: test.apiKey, ...(body && { body }) })
  const search = await test.searchContacts({ store: { domains: [domain] }, facets: contactFacets })
  const answers: Answer[] = [
    search,
    await test.searchStores({ store: { domains: [domain] } }),
    await call('GET', `/stores/${domain}`),
    await call('POST', '/stores/enrich', { domains: [domain], include: ['contact_previews'] }),
    await call('GET', '/taxonomy'),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // Ids are random: sooner or later they hold anything.
  for (const { text } of answers) expect(text.replaceAll(/\b(req|ct_live|st_live)_\w+/g, '').match(secrets)).toBeNull()
  const shown = search.body.data.map(
    (preview: { first_name: string; last_name_obfuscated: string; title: string; store: { name: string } }) =>
      [preview.first_name, preview.last_name_obfuscated, preview.title, preview.store.name].join(' | '),
  )
  expect(
    search.body.data
      .map(({ role }: { role: string | null }) => role)
      .filter(Boolean)
      .sort(),
  ).toEqual(['founder', 'owner'])
  expect(shown.sort()).toEqual(
    [
      'Jane |  |  | leak-one.example',
      'John | R*** |  | leak-one.example',
      'Ann | P*** |  | leak-one.example',
      ' | Z*** |  | leak-one.example',
      'Max | M*** | Max - CEO | leak-one.example',
      'Maria | G*** |  | leak-one.example',
      'Vera | B*** | Manager | leak-one.example',
      'Sarah | H*** | Buyer | leak-one.example',
      'Kim | D*** |  | leak-one.example',
    ].sort(),
  )
})

it('MASK-4: a search of titles finds nobody by them', async () => {
  for (const title of ['Mustermann', 'Brandwell', phone(0), '0100', `jane@${domain}`, 'johnroewell']) {
    const { status, body } = await test.searchContacts({ store: { domains: [domain] }, person: { title } })
    expect([title, status, body.total]).toEqual([title, 200, 0])
  }
})

it('CONTACT-5: a reveal returns names and titles as they came, without channels beyond those that may leave', async () => {
  const { body } = await test.searchContacts({ store: { domains: [domain] } })
  const { apiKey } = await test.createAccount({ credits: 100 })
  const revealed = await test.reveal(
    apiKey,
    body.data.map(({ id }: { id: string }) => id),
  )
  const told = revealed.body.data.map(
    (contact: { full_name: string; first_name: string; last_name: string; title: string }) =>
      [contact.full_name, contact.first_name, contact.last_name, contact.title].join(' | '),
  )
  expect(told.sort()).toEqual(
    [
      'Jane Doewell | Jane Doewell |  | ',
      'John Roewell | Roewell, John | Roewell | ',
      'Ann Poewell | Ann | Poewell | ',
      'Zoewell |  | Zoewell | ',
      'Max Mustermann | Max | Mustermann | Max Mustermann - CEO',
      'Maria Garcíawell | Maria Garciawell | Garcíawell | ',
      'Vera Brandwell | Vera | Brandwell | Brandwell Manager',
      'Sarah Hidewell | SarahHidewell | Hidewell | 𝐇𝐢𝐝𝐞𝐰𝐞𝐥𝐥 Hide\u00adwell, Buyer',
      'Kim 🎉Dashwell | Kim–Dashwell | 🎉Dashwell | ',
    ].sort(),
  )
  expect(revealed.text).not.toMatch(/ann[@＠]/)
  const listed = await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey, headers: { accept: 'text/csv' } })
  expect(listed.text).toContain('Max Mustermann - CEO')
})

it('SECRET-1: a dump of the database shows no channel in any text', async () => {
  const dump = await dumpTables(test.store.database)
  for (const table of ['stores', 'contacts']) {
    // Sealed bytes, hashes and ids are random: sooner or later they hold anything.
    const texts = dump
      .get(table)!
      .join('\n')
      .replaceAll(/\\x[0-9a-f]+|[cs]t_live_\w+/g, '')
    expect(texts).toMatch(/leak-one\.example|Jane/)
    expect(texts).not.toMatch(/@leak|jane_|\[at\]|lnkd|linkedin\.|555/i)
  }
})
