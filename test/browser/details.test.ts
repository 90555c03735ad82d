/** What is opened has an address, what is revealed can be written to and called, and all means all. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { toastWith, untilSearched } from './elements.ts'
import { closeDetails, detailsOf, inFilters, openRow } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner())
  return visit
}

/** Somebody whose account has revealed so many contacts through the API. */
async function enterWith(count: number): Promise<Visit & { ids: string[]; names: string[] }> {
  const email = `${crypto.randomUUID()}@details.example`
  const { apiKey } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { limit: 100, person: { has_verified_email: true, has_phone: true } },
  })
  const more = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 100 } })
  const all = [...found.body.data, ...more.body.data].map(({ id }: { id: string }) => id)
  const ids = [...new Set<string>(all)].slice(0, count)
  const names: string[] = []
  for (let at = 0; at < ids.length; at += 10) {
    const { body } = await stage.reveal(apiKey, ids.slice(at, at + 10))
    names.push(...body.data.map((one: { full_name: string }) => one.full_name))
  }
  const visit = await stage.visit()
  await visit.enter(email)
  return { ...visit, ids, names }
}

const addressOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search

describe('the details of a contact', () => {
  it('have an address: Back closes them, a link opens them, and the page stays', async () => {
    const visit = await enter()
    const { page, leave } = visit
    await inFilters(page, (filters) => filters.getByLabel('With: Email').click())
    await page.waitForURL('**/contacts?email=yes')
    await untilSearched(page)
    const details = await openRow(page, 1)
    const name = await details.locator('p').first().innerText()
    await page.waitForURL('**/contacts?email=yes&open=ct_*')
    const link = page.url()
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/contacts?email=yes')
    await page.goForward()
    await details.waitFor()

    await visit.open(link)
    expect(await detailsOf(page).locator('p').first().innerText()).toBe(name)
    expect(await auditPage(page)).toEqual([])
    await closeDetails(page)
    expect(addressOf(page)).toBe('/contacts?email=yes')
    await leave()
  })

  it('can be walked through by keys, and one step back closes them all the same', async () => {
    if (screen.isPhone) return
    const { page, leave } = await enter()
    await untilSearched(page)
    const details = await openRow(page, 0)
    const first = page.url()
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).not.toBe(first)
    await page.keyboard.press('j')
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/contacts')
    await leave()
  })

  it('open on the page of a store, and Back closes them there, too', async () => {
    const { page, leave } = await enter()
    await untilSearched(page)
    const link = page.locator('[data-row="0"] a[href^="/stores/"]')
    if (screen.isPhone) {
      await (await openRow(page, 0)).locator('a[href^="/stores/"]').first().click()
    } else await link.click()
    await page.locator('[data-row="0"]').click({ position: { x: 100, y: 10 } })
    const sheet = page.getByRole('dialog', { name: 'Contact' })
    await sheet.waitFor()
    const store = new URL(page.url()).pathname
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe(store)
    await leave()
  })

  it('of a revealed contact are there from a link, whatever the filters show', async () => {
    const visit = await enterWith(1)
    const { page, ids, leave } = visit
    await visit.open(`/contacts?q=nobodycalledthis&open=${ids[0]}`)
    await detailsOf(page).getByText('@').first().waitFor()
    await visit.open('/contacts?q=nobodycalledthis&open=ct_live_AAAAAAAAAAAAAAAA')
    await detailsOf(page).getByText('not among the rows').waitFor()
    await visit.open(`/revealed?words=nobodycalledthis&open=${ids[0]}`)
    await detailsOf(page).getByText('@').first().waitFor()
    await leave()
  })
})

describe('channels', () => {
  it('are links to the mail program and the telephone, in tables and in details, with a copy next to each', async () => {
    const visit = await enterWith(2)
    const { page, leave } = visit
    await visit.open('/revealed')
    const mail = page.locator('[role=row] a[href^="mailto:"]').first()
    const address = (await mail.getAttribute('href'))!.slice('mailto:'.length)
    expect(await mail.innerText()).toBe(address)
    expect(await page.locator('[role=row] a[href^="tel:+"]').first().getAttribute('href')).toMatch(/^tel:\+\d+$/)
    await page
      .getByRole('button', { name: `Copy email ${address}` })
      .first()
      .click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    // The copy does not open the row.
    expect(addressOf(page)).toBe('/revealed')
    await page.locator('[data-row="0"] .font-medium').first().click()
    const details = detailsOf(page)
    await details.locator('a[href^="mailto:"]').first().waitFor()
    await details.locator('a[href^="tel:"]').first().waitFor()
    expect(await auditPage(page)).toEqual([])
    await leave()
  })

  it('LIST-17: the email of a row, and of “Copy emails”, is one of the best status, which the details list first', async () => {
    const email = newEmail('best')
    const { apiKey: key } = await stage.createAccount({ email, password })
    const domain = `best-${randomLetters(10).toLowerCase()}.example`
    const emails = [
      { email: `first@${domain}`, status: 'found', type: 'work', is_primary: true },
      { email: `second@${domain}`, status: 'verified', type: 'work', is_primary: false },
    ]
    const { database, channelKeys } = stage.app
    const contacts = [{ source_id: domain, full_name: 'Ada Keen', emails }]
    await importCatalogue(database, { channelKeys, source: readRecords([{ domain, contacts }]) })
    const find = async () =>
      (await stage.call('POST', '/api/v1/contacts/search', { key, body: { store: { domains: [domain] } } })).body.data
    await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1)
    await stage.reveal(key, [(await find())[0].id])
    const { page, enter, open, leave } = await stage.visit()
    await enter(email)
    await open('/revealed')
    expect(await page.locator('[role=row] a[href^="mailto:"]').allInnerTexts()).toEqual([`second@${domain}`])
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
    await page.getByRole('button', { name: 'Copy emails' }).click()
    await toastWith(page, '1 email copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`second@${domain}`)
    const details = await openRow(page, 0)
    expect(await details.locator('a[href^="mailto:"]').allInnerTexts()).toEqual([`second@${domain}`, `first@${domain}`])
    await leave()
  })
})

describe('select all', () => {
  it('in Revealed selects all of them, not those that happen to be loaded', async () => {
    const visit = await enterWith(70)
    const { page, leave } = visit
    await visit.open('/revealed')
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
    await page.getByTestId('selected').filter({ hasText: '70 selected' }).waitFor()
    await page.getByRole('button', { name: 'Copy emails' }).click()
    await toastWith(page, 'copied').waitFor()
    const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n').length
    const without = Number(/(\d+) contacts? ha/.exec(await toastWith(page, 'copied').innerText())?.[1] ?? 0)
    expect(copied + without).toBe(70)
    await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
    await page.getByTestId('selected').waitFor({ state: 'detached' })
    await leave()
  })

  it('a sort in Revealed is of all of them, too', async () => {
    const visit = await enterWith(70)
    const { page, names, leave } = visit
    await visit.open('/revealed')
    if (screen.isPhone) {
      await page.getByRole('button', { name: 'View' }).click()
      await page.getByLabel('Sort by').selectOption('Name')
      await page.keyboard.press('Escape')
    } else await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    const [first] = names.sort((one, other) => one.localeCompare(other))
    const shown = () => page.locator('[data-row="0"] input').getAttribute('aria-label')
    await expect.poll(shown, { timeout: 30_000 }).toContain(`Select ${first} of `)
    await leave()
  })
})
