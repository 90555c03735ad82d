/** Twenty texts as people type and paste them, into the box at the top and into the panel of filters: each finds what was meant. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { emptyState, untilSearched } from './elements.ts'
import { inFilters } from './interactions.ts'
import { newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Value = { value: string; label: string; count: number }
type Taxonomy = Record<'roles' | 'countries' | 'apps' | 'categories', Value[]>

async function prepare() {
  const email = newEmail('inputs')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const { body: taxonomy } = (await stage.call('GET', '/api/v1/taxonomy', { key })) as { body: Taxonomy }
  const total = async (body: object): Promise<number> =>
    (await stage.call('POST', '/api/v1/contacts/search', { key, body: { ...body, limit: 1 } })).body.total
  return { email, key, taxonomy, total }
}

/** The same letters, two neighbours swapped: what a fast typist writes. */
function withTypo(text: string): string {
  const at = [...text].findIndex(
    (letter, place) => place >= 2 && /\p{L}{2}/u.test(text.slice(place, place + 2)) && letter !== text[place + 1],
  )
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
}

const abroad = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code)!

const countOn = async (page: Page): Promise<number> =>
  Number((await page.getByTestId('total').textContent())!.replaceAll(/\D/g, ''))

describe('twenty inputs', () => {
  it('FIND-5, FIND-6, FIND-8: into the box at the top', async () => {
    const { email, key, taxonomy, total } = await prepare()
    // Somebody with every channel at a store with an app: sentences about them find at least this one.
    const [one] = await stage.store.database.query<{ id: string; app: string; country: string }>(sql`
      SELECT contact_id AS id, apps[1] AS app, country FROM contacts JOIN stores USING (store_id)
      WHERE cardinality(apps) > 0 AND country IS NOT NULL AND role IS NOT NULL AND contact_id IN (
        SELECT contact_id FROM contacts WHERE cardinality(email_kinds) > 0)
      ORDER BY contact_id LIMIT 1`)
    const found = await stage.call('POST', '/api/v1/contacts/search', {
      key,
      body: { person: { has_verified_email: true, has_phone: true }, limit: 1 },
    })
    const [{ first_name: first, last_name_obfuscated: last, store, id }] = found.body.data
    const revealed = (await stage.reveal(key, [id])).body.data[0]
    const about = (await stage.call('GET', `/api/v1/stores/${store.domain}`, { key })).body
    const labelIn = (list: keyof Taxonomy, value: string) =>
      taxonomy[list].find((known) => known.value.toLowerCase() === value.toLowerCase())!
    const role = labelIn('roles', found.body.data[0].role)
    const country = labelIn('countries', about.country ?? one!.country)
    const app = labelIn('apps', about.technologies.apps[0] ?? one!.app)
    const [dropped] = await stage.store.database.query<{ value: string }>(sql`
      SELECT value FROM store_changes JOIN contacts USING (store_id)
      WHERE type = 'app_removed' AND observed_at > now() - interval '89 days' AND cardinality(email_kinds) > 0
      ORDER BY value LIMIT 1`)
    const roles = `${role.label.toLowerCase()}s`
    const inputs: [typed: string, address: string | RegExp, request?: object][] = [
      [first, `?q=${first}`, { person: { query: first } }],
      [first.slice(0, 3), `?q=${first.slice(0, 3)}`, { person: { query: first.slice(0, 3) } }],
      [`${first} ${last[0]}`, /^\?q=\S+$/, { person: { query: `${first} ${last[0]}` } }],
      [roles, `?role=${role.value}`, { person: { roles_any: [role.value] } }],
      [`${roles} ${country.label}`, /^\?role=\w+&country=[A-Z]{2}$/],
      [
        `${roles} in ${country.label} with ${app.label}`,
        /^\?role=\w+&country=[A-Z]{2}&app=/,
        {
          person: { roles_any: [role.value] },
          store: { countries: [country.value], apps: { any: [app.value] } },
        },
      ],
      [`${role.label} ${abroad(country.value, 'de')}`, /^\?role=\w+&country=[A-Z]{2}$/],
      [abroad(country.value, 'fr'), `?country=${country.value}`, { store: { countries: [country.value] } }],
      [withTypo(country.label), `?country=${country.value}`],
      [withTypo('Klaviyo'), '?app=Klaviyo', { store: { apps: { any: ['Klaviyo'] } } }],
      [`${country.label} without Klaviyo`, `?country=${country.value}&app.none=Klaviyo`],
      [`${roles} with phone`, `?role=${role.value}&phone=yes`],
      [
        `stores that dropped ${dropped!.value} in the last 90 days`,
        /^\?changed=app_removed\.90\./,
        { store: { changes: { any: [{ type: 'app_removed', value: dropped!.value, within_days: 90 }] } } },
      ],
      [`${role.label} at ${store.name}`, /store=/],
      [
        `https://www.${store.domain}/products/tea?x=1`,
        `?domain=${store.domain}`,
        { store: { domains: [store.domain] } },
      ],
      [store.domain, `?domain=${store.domain}`],
      [revealed.emails[0].email, /^\/revealed\?words=/],
      [`mailto:${revealed.emails[0].email}`, /^\/revealed\?words=/],
      [revealed.phones[0].phone, /^\/revealed\?words=/],
      [`tel:${revealed.phones[0].phone}`, /^\/revealed\?words=/],
    ]
    const { page, open, follow, enter, leave } = await stage.visit()
    await enter(email)
    await open('/contacts')
    const misses: string[] = []
    for (const [typed, address, request] of inputs) {
      await follow('/contacts')
      const reached = await typeAndTake(page, typed)
      const isThere = typeof address === 'string' ? reached === encoded(address) : address.test(reached)
      const counted = await countOn(page)
      const wanted = request && (await total(request))
      if (!isThere || counted === 0 || (wanted !== undefined && counted !== wanted))
        misses.push(`“${typed}” leads to ${reached} with ${counted}, not to ${address} with ${wanted ?? 'somebody'}`)
    }
    expect(inputs).toHaveLength(20)
    expect(misses).toEqual([])
    await leave()
  })

  it('FIND-7: into the fields of the panel', async () => {
    const { email, taxonomy, total } = await prepare()
    const most = (list: keyof Taxonomy, fits = (_: Value) => true) =>
      taxonomy[list].filter(fits).sort((one, other) => other.count - one.count)[0]!
    const isLong = ({ label }: Value) => /^\p{L}{6,}$/u.test(label)
    const country = most('countries', isLong)
    const role = most('roles', ({ label }) => label.split(' ').length > 1)
    const app = most('apps', isLong)
    const category = most('categories', ({ label }) => label.length > 5)
    const [store] = await stage.store.database.query<{ name: string; domain: string }>(sql`
      SELECT name, domain FROM stores JOIN contacts USING (store_id)
      WHERE cardinality(email_kinds) > 0 AND name ~ '^[A-Z][a-z]{4,}' ORDER BY domain LIMIT 1`)
    const ofCountry = { store: { countries: [country.value] } }
    const ofRole = { person: { roles_any: [role.value] } }
    const ofApp = { store: { apps: { any: [app.value] } } }
    const ofCategory = { store: { categories: [category.value] } }
    const values: [group: string, field: string, typed: string, label: string, request: object][] = [
      ...[
        country.label.slice(0, 4),
        country.label.toUpperCase(),
        country.value,
        abroad(country.value, 'de'),
        abroad(country.value, 'es'),
        withTypo(country.label),
        withTypo(country.label.slice(0, 5)),
      ].map((typed) => ['Country', 'Find a country', typed, country.label, ofCountry] as never),
      ...[role.label, role.label.split(' ').reverse().join(' '), role.value, withTypo(role.label)].map(
        (typed) => ['Role', 'Find a role', typed, role.label, ofRole] as never,
      ),
      ...[
        app.label.slice(1, 5),
        ` ${app.label.toUpperCase()} `,
        withTypo(app.label),
        withTypo(app.label.slice(0, 5)),
      ].map((typed) => ['Apps', 'Find an app', typed, app.label, ofApp] as never),
      ...[category.label.slice(0, 5), withTypo(category.label)].map(
        (typed) => ['Category', 'Find a category', typed, category.label, ofCategory] as never,
      ),
    ]
    const texts: [group: string, field: string, typed: string, request: object][] = [
      ['Job title', 'Words in job title', 'HEAD', { person: { title: 'HEAD' } }],
      ['Store name', 'Store name or domain', store!.name.slice(0, 5), { store: { query: store!.name.slice(0, 5) } }],
      ['Store facts', 'Domains to search in', `https://${store!.domain}/a`, { store: { domains: [store!.domain] } }],
    ]
    const { page, open, follow, enter, leave } = await stage.visit()
    await enter(email)
    await open('/contacts')
    const misses: string[] = []
    const expectTotal = async (typed: string, request: object) => {
      const wanted = await total(request)
      await untilSearched(page)
      const counted = await expect
        .poll(() => countOn(page), { timeout: 5_000 })
        .toBe(wanted)
        .then(
          () => wanted,
          () => countOn(page),
        )
      if (counted !== wanted || wanted === 0) misses.push(`“${typed}” finds ${counted}, not ${wanted}`)
    }
    for (const [group, field, typed, label, request] of values) {
      await follow('/contacts')
      const isOffered = await inFilters(page, async (filters) => {
        const head = filters.getByRole('button', { name: group, exact: true })
        if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
        await filters.getByLabel(field).fill(typed)
        const box = filters.getByRole('checkbox', { name: label }).first()
        if ((await box.count()) === 0) return false
        await box.check()
        return true
      })
      if (isOffered) await expectTotal(typed, request)
      else misses.push(`“${typed}” does not offer ${label}`)
    }
    for (const [group, field, typed, request] of texts) {
      await follow('/contacts')
      await inFilters(page, async (filters) => {
        await filters.getByRole('button', { name: group, exact: true }).click()
        await filters.getByLabel(field).fill(typed)
        await filters.getByLabel(field).press('Enter')
        await page.waitForURL((url) => url.search !== '')
      })
      await expectTotal(typed, request)
    }
    expect(values.length + texts.length).toBe(20)
    expect(misses).toEqual([])
    // What nobody is called is said, and keeps what was found.
    await follow('/contacts')
    await inFilters(page, async (filters) => {
      await filters.getByLabel('Find a country').fill('qqqq')
      await filters.getByText('No country is called “qqqq”').waitFor()
    })
    await leave()
  })

  it('that mean nothing are answered with the text, and no error', async () => {
    const { email } = await prepare()
    const { page, open, enter, leave } = await stage.visit()
    await enter(email)
    for (const typed of ['???', '🙂', '<b>qqz</b>', `' OR 1=1 --`, 'qqqqzzzz', '%00', 'x'.repeat(200), '\u202Eqqz']) {
      await open('/contacts')
      await page.getByLabel('Name or title').fill(typed)
      await emptyState(page)
        .filter({ hasText: typed.trim().slice(0, 40) })
        .waitFor()
    }
    await leave()
  })
})

const encoded = (address: string): string => new URL(address, 'http://x').search

/** Types a text and takes what is offered for it, below the field or where nothing is found: the address that it leads to. */
async function typeAndTake(page: Page, typed: string): Promise<string> {
  const field = page.getByLabel('Name or title')
  await field.fill(typed)
  const offer = page.getByRole('button', { name: /^(Filter by|Contacts at|Find .* in Revealed)/ }).first()
  await offer.or(page.locator(`[data-testid=total][data-stale=false]`)).first().waitFor()
  if (await offer.isVisible()) await field.press('Enter')
  await page.waitForURL((url) => url.search !== '')
  if (page.url().includes('/contacts')) await untilSearched(page)
  else await page.getByTestId('total').filter({ hasText: 'contact' }).waitFor()
  const { pathname, search } = new URL(page.url())
  return pathname === '/contacts' ? search : pathname + search
}
