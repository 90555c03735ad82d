/** The box at the top understands more than a name: a sentence, a pasted address, a person and a store, an email. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { emptyState, untilSearched } from './elements.ts'
import { detailsOf, openCommandMenu, typeInCommandMenu } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** What a page that found nothing offers instead. Where it is missing, the test says what else is offered. */
async function offered(page: Page, beginning: string): Promise<Locator> {
  const offers = emptyState(page).locator('button, a')
  await expect.poll(() => offers.allInnerTexts()).toContainEqual(expect.stringContaining(beginning))
  return offers.filter({ hasText: beginning })
}

/** Takes an offer, which finds as many as it said. */
async function takeCounted(page: Page, offer: Locator): Promise<void> {
  const [, count] = /: ([1-9][\d,]*) contacts?$/.exec(await offer.innerText()) ?? []
  await offer.click()
  await page.waitForURL('**/contacts?*store=*')
  await expect.poll(() => page.locator('[data-testid=total][data-stale=false]').allTextContents()).toEqual([count])
}

async function enter(): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner())
  return visit
}

it('FIND-10: Revealed offers whom a text with a typo means', async () => {
  const email = newEmail('typos')
  const { apiKey } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 1 } })
  const { body } = await stage.reveal(apiKey, [found.body.data[0].id])
  const { full_name: name, last_name: last, store } = body.data[0]
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open(`/revealed?words=${encodeURIComponent(`${last.slice(0, 3)}q${last.slice(3)}`)}`)
  await (await offered(page, `${name}, ${store.name}`)).click()
  await detailsOf(page).getByText(name).waitFor()
  expect(new URL(page.url()).searchParams.get('words')).toBe(name)
  await leave()
})

it('a sentence becomes filters, and a pasted address the people of a store', async () => {
  const { page, leave } = await enter()
  const field = page.getByLabel('Name or title')
  await field.fill('founders germany klavyio')
  await page.getByRole('button', { name: 'Filter by Founder · Germany · Klaviyo' }).waitFor()
  expect(await auditPage(page)).toEqual([])
  await field.press('Enter')
  await page.waitForURL((url) => url.search === '?role=founder&country=DE&app=Klaviyo')
  await untilSearched(page)
  expect(await field.inputValue()).toBe('')
  const [store] = await stage.store.database.query<{ domain: string }>(sql`
    SELECT domain FROM stores WHERE store_id IN (SELECT store_id FROM contacts) ORDER BY domain LIMIT 1`)
  await page.clock.install()
  await page.goto('/contacts')
  await untilSearched(page)
  // Taken before the pause after the last letter is over: the text is not searched for afterwards.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await field.fill(`https://www.${store!.domain}/products/tea?x=1`)
  await page.getByRole('button', { name: `Contacts at ${store!.domain}` }).click()
  await page.clock.runFor(1000)
  await page.clock.resume()
  await page.waitForURL((url) => url.search === `?domain=${store!.domain}`)
  expect(await field.inputValue()).toBe('')
  await leave()
})

it('FIND-5, FIND-9: a person and a store together, and revealed contacts by full name, also with a typo, are offered where nothing else is found', async () => {
  const email = `${crypto.randomUUID()}@understanding.example`
  const { apiKey } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { limit: 1, person: { has_verified_email: true } },
  })
  const { id, first_name: first, store } = found.body.data[0]
  const { body } = await stage.reveal(apiKey, [id])
  const { full_name: full, emails } = body.data[0]
  const { page, open, enter: signIn, leave } = await stage.visit()
  await signIn(email)
  await open(`/contacts?q=${encodeURIComponent(`${first} ${store.name}`)}`)
  await page.getByText(`No contacts match “${first} ${store.name}”`).waitFor()
  const atStore = await offered(page, `“${first}” at “`)
  expect(await auditPage(page)).toEqual([])
  await takeCounted(page, atStore)
  expect(new URL(page.url()).searchParams.get('q')).toBe(first)

  await open(`/contacts?q=${encodeURIComponent(full)}`)
  await (await offered(page, `${full}, ${store.name}: revealed`)).click()
  await detailsOf(page).getByText(emails[0].email).waitFor()

  // With a typo in the last name, here and in the command menu.
  const last = full.slice(full.lastIndexOf(' ') + 1) as string
  const mistyped = `${first} ${last.slice(0, -2)}${last.at(-2) === 'q' ? 'x' : 'q'}${last.at(-1)}`
  await open(`/contacts?q=${encodeURIComponent(mistyped)}`)
  await (await offered(page, `${full}, ${store.name}: revealed`)).click()
  await detailsOf(page).getByText(emails[0].email).waitFor()
  await open('/contacts')
  await openCommandMenu(page)
  await typeInCommandMenu(page, mistyped)
  await page.getByRole('group', { name: 'Revealed' }).getByRole('option', { name: full }).click()
  await detailsOf(page).getByText(emails[0].email).waitFor()

  // By email, in the command menu, too.
  await open('/contacts')
  await openCommandMenu(page)
  await typeInCommandMenu(page, emails[0].email)
  await page.getByRole('group', { name: 'Revealed' }).getByRole('option', { name: full }).click()
  await detailsOf(page).getByText(emails[0].email).waitFor()
  await leave()
})

it('FIND-2, FIND-9: the name of a store among people, and of a person among stores, leads to them, and the command menu finds both together', async () => {
  const email = `${crypto.randomUUID()}@understanding.example`
  const { apiKey: key } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 1 } })
  const { first_name: first, store } = found.body.data[0]
  const { page, open, enter: signIn, leave } = await stage.visit()
  await signIn(email)
  await open(`/contacts?q=${encodeURIComponent(store.name)}`)
  await takeCounted(page, await offered(page, `At “${store.name}”: `))
  expect([...new URL(page.url()).searchParams]).toEqual([['store', store.name]])

  const both = `${first} ${store.name}`
  await open(`/stores?q=${encodeURIComponent(both)}`)
  await takeCounted(page, await offered(page, 'In Contacts: '))
  expect(new URL(page.url()).searchParams.has('q')).toBe(true)

  await openCommandMenu(page)
  await typeInCommandMenu(page, both)
  await page.getByRole('group', { name: 'People' }).getByRole('option', { name: store.name }).first().click()
  await page.waitForURL((url) => url.searchParams.get('domain') === store.domain && url.searchParams.has('open'))
  expect(await detailsOf(page).getByText(first).first().innerText()).toContain(first)
  await leave()
})

it('FIND-8: what changed becomes its filter, within 30 days where no time is said, and words that are also a status stay a name', async () => {
  const { page, open, leave } = await enter()
  for (const [path, label] of [
    ['/contacts', 'Name or title'],
    ['/stores', 'Store name or domain'],
  ] as const) {
    const field = page.getByLabel(label)
    const offer = page.getByRole('button', { name: /^Filter by / })
    for (const [typed, days] of [
      ['dropped klaviyo', 30],
      ['dropped klaviyo in the last 90 days', 90],
    ] as const) {
      await open(path)
      await field.fill(typed)
      await offer.filter({ hasText: `Klaviyo removed, last ${days} days` }).waitFor()
      await field.press('Enter')
      await page.waitForURL((url) => url.search === `?changed=app_removed.${days}.Klaviyo`)
      await untilSearched(page)
    }
    for (const typed of ['new', 'lost', 'found']) {
      await open(path)
      await field.fill(typed)
      await page.waitForURL((url) => url.search === `?q=${typed}`)
      await untilSearched(page)
      expect([path, typed, await offer.count()]).toEqual([path, typed, 0])
    }
  }
  await leave()
})

it('FIND-5, FIND-6: half a word with a typo, a phone number, and a sentence in the command menu', async () => {
  const email = `${crypto.randomUUID()}@understanding.example`
  const { apiKey } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { limit: 1, person: { has_phone: true } },
  })
  const { body } = await stage.reveal(apiKey, [found.body.data[0].id])
  const { full_name: full, phones } = body.data[0]
  const { page, open, enter: signIn, leave } = await stage.visit()
  await signIn(email)
  await open('/contacts')
  const field = page.getByLabel('Name or title')
  await field.fill(phones[0].phone)
  await page.getByRole('button', { name: `Find ${phones[0].phone} in Revealed` }).click()
  await page.waitForURL('**/revealed?words=*')
  await page.getByRole('row').filter({ hasText: full }).waitFor()

  await open(`/contacts?q=${withTypo('founder')}`)
  await page.getByText(/^Did you mean (this|one of these)\?$/).waitFor()
  expect(await auditPage(page)).toEqual([])
  await page.getByRole('button', { name: /^“fou\w*”: [\d,]+ contacts$/ }).click()
  await page.waitForURL('**/contacts?q=fou*')
  await page.getByTestId('total').filter({ hasNotText: /^0$/ }).waitFor()

  await openCommandMenu(page)
  await typeInCommandMenu(page, 'founders germany klavyio')
  await page.getByRole('option', { name: 'Contacts: Founder · Germany · Klaviyo' }).waitFor()
  await page.getByRole('option', { name: 'Stores: Founder · Germany · Klaviyo' }).click()
  await page.waitForURL((url) => url.pathname === '/stores' && url.search.includes('contact-role=founder&country=DE'))
  await leave()
})

/** Its first letters, two of them swapped: too few for the typos that the search itself forgives. */
const withTypo = ([first, second, third, fourth]: string): string => [first, third, second, fourth].join('')
