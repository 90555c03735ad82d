/** Facts and figures that people stumbled over: what a row says of a store, what a file holds, what money is called. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { untilSearched } from './elements.ts'
import { meterSays } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function downloaded(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await file.path())
}

it('a row says the name of the store first, cuts nothing where there is space, and has a column for the country', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  await untilSearched(page)
  const row = page.locator('[data-row="0"]')
  // Next to the filters there is no space for the country, but for the store.
  if (screen.width === 1440) {
    expect(await page.evaluate<string[]>(cutCells)).toEqual([])
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Country' }).waitFor()
  }
  if (!screen.isPhone) {
    const link = row.locator('a[href^="/stores/"]')
    const domain = decodeURIComponent((await link.getAttribute('href'))!.replace('/stores/', ''))
    const [store] = await stage.store.database.query<{ name: string }>(
      sql`SELECT name FROM stores WHERE domain = ${domain}`,
    )
    expect(await link.innerText()).toBe(store!.name)
    expect(await row.innerText()).toMatch(new RegExp(`${store!.name}\\s+${domain.replaceAll('.', '\\.')}`))
  }
  if (screen.width === 1440) expect(await page.evaluate<string[]>(cutCells)).toEqual([])
  await leave()
})

/** Names and domains of stores whose text is wider than the space that they have. */
const cutCells = `[...document.querySelectorAll('[data-row] [role=gridcell]:nth-child(4) .truncate')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ innerText }) => innerText)`

it('the page of a store names its theme with its kind, and groups technologies by whole words', async () => {
  const email = newEmail('facts')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const body = { store: { pixels: { any: ['Snapchat Pixel'] } }, limit: 1 }
  const [store] = (await stage.call('POST', '/api/v1/stores/search', { key, body })).body.data
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open(`/stores/${store.domain}`)
  const technologies = page.getByRole('region', { name: 'Technologies' })
  const groupOf = technologies.locator('dl > div').filter({ hasText: 'Snapchat Pixel' }).locator('dt')
  expect(await groupOf.innerText()).toBe('Advertising')
  const { name, type } = store.technologies.theme
  if (name && type) await page.getByText(`${name} (${type.replaceAll('_', ' ')})`, { exact: true }).waitFor()
  await leave()
})

it('the people of a store have as many columns as there is space for: nothing that was paid for is cut', async () => {
  const email = newEmail('facts')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const body = { person: { has_verified_email: true }, limit: 10 }
  const found = (await stage.call('POST', '/api/v1/contacts/search', { key, body })).body.data
  await stage.reveal(
    key,
    found.map(({ id }: { id: string }) => id),
  )
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await open(`/stores/${found[0].store.domain}`)
    await page.locator('[role=row] a[href^="mailto:"]').first().waitFor()
    expect([width, await page.evaluate<number>(beyondGrid)]).toEqual([width, 0])
  }
  await leave()
})

it('names that were paid for are never cut, nor are countries of stores or the example in the search box', async () => {
  const email = newEmail('facts')
  const { apiKey } = await stage.createAccount({ email, password })
  const run = randomLetters(8).toLowerCase()
  const domain = `is-not-cut-${run}.example`
  await importCatalogue(stage.store.database, {
    channelKeys: stage.app.channelKeys,
    source: readRecords([
      {
        domain,
        country: 'GB',
        shopify_plus: true,
        contacts: [{ source_id: run, full_name: 'Bartholomea Featherstone', linkedin_url: `linkedin.com/in/${run}` }],
      },
    ]),
  })
  const body = { store: { domains: [domain] } }
  const find = async () => (await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body })).body.data
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1)
  await stage.reveal(apiKey, [(await find())[0].id])
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/contacts?domain=${domain}`)
  await page.getByText('Bartholomea Featherstone').waitFor()
  expect(await page.evaluate<string[]>(cutTexts)).not.toContain('Bartholomea Featherstone')
  await open(`/stores?domain=${domain}`)
  await page.locator('[data-row]').getByText('United Kingdom').waitFor()
  expect(await page.evaluate<string[]>(cutTexts)).not.toContain('United Kingdom')
  // Nor would a longer name be, which no store of the tests has.
  expect(await page.evaluate<boolean>(isCutWithLongName)).toBe(false)
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor()
  expect(await page.evaluate<string[]>(cutExamples)).toEqual([])
  await page.setViewportSize({ width: 1024, height: 768 })
  // Here the revenue leaves rather than that the name or domain of the store is cut.
  await open(`/stores?domain=${domain}`)
  await page.locator('[data-row]').getByText('United Kingdom').waitFor()
  expect(await page.evaluate<string[]>(cutTexts)).not.toContain(domain)
  await open('/revealed')
  expect(await page.evaluate<string[]>(cutExamples)).toEqual([])
  // On a phone a long name goes on in the next line, and leaves its mark whole.
  await page.setViewportSize({ width: 390, height: 844 })
  const named = await stage.call('POST', '/api/v1/lists', {
    key: apiKey,
    body: { name: 'Founders in Germany with Klaviyo, second wave of the autumn', kind: 'contacts' },
  })
  await open(`/lists/${named.body.id}`)
  await page.getByRole('heading', { name: /second wave of the autumn$/ }).waitFor()
  expect(await page.evaluate<boolean>(isTitleCut)).toBe(false)
  await open(`/stores/${domain}`)
  await page.getByText('Shopify Plus', { exact: true }).waitFor()
  expect(await page.evaluate<boolean>(isTitleCut)).toBe(false)
  // A store without a name goes by its domain, which nothing says twice.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/contacts', '/stores']) {
      await open(`${path}?domain=${domain}`)
      const row = page.locator('[data-row="0"]')
      await row.waitFor()
      expect([width, path, (await row.innerText()).split(domain).length - 1]).toEqual([width, path, 1])
    }
  }
  await leave()
})

const isCutWithLongName = `(() => {
  const labels = [...document.querySelectorAll('[data-row] span')]
  const label = labels.find(({ children, textContent }) => children.length === 0 && textContent === 'United Kingdom')
  label.textContent = 'United Arab Emirates'
  return label.scrollWidth > label.clientWidth
})()`

/** The title of the page, or a mark next to it. */
const isTitleCut = `[document.querySelector('main h1'), ...document.querySelectorAll('main h1 *')]
  .some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)`

/** Texts in rows that are wider than the space that they have. */
const cutTexts = `[...document.querySelectorAll('[data-row] *')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1).map(({ innerText }) => innerText.trim())`

/** Examples in search boxes that do not fit. */
const cutExamples = `[...document.querySelectorAll('main input[placeholder]')].filter((input) => {
  input.value = input.placeholder
  const isCut = input.clientWidth > 0 && input.scrollWidth > input.clientWidth
  input.value = ''
  return isCut
}).map(({ placeholder }) => placeholder)`

/** Cells that reach beyond the table. */
const beyondGrid = `(({ right }) => [...document.querySelectorAll('[role=grid] [role=gridcell]')]
  .filter((cell) => cell.getBoundingClientRect().right > right + 1).length)(document.querySelector('[role=grid]').getBoundingClientRect())`

it('a file for Pipedrive has numbers that can be called', async () => {
  const email = newEmail('facts')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const body = { person: { has_phone: true }, limit: 10 }
  const found = (await stage.call('POST', '/api/v1/contacts/search', { key, body })).body.data as { id: string }[]
  await stage.reveal(
    key,
    found.map(({ id }) => id),
  )
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open('/revealed')
  const file = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Pipedrive' }).press('Enter')
  })
  const [head, ...rows] = file.toString('utf8').trim().split('\r\n')
  const at = head!.split(',').indexOf('Person - Phone')
  expect(at).toBeGreaterThan(0)
  expect(rows).toHaveLength(10)
  for (const row of rows) {
    expect(row.match(/("[^"]*"|[^,]*)(?:,|$)/g)![at]).toMatch(/^"?\+\d/)
    expect(row).not.toContain("'+")
  }
  await leave()
})

it('the next payment begins a period with its credits, the invoice spells the name, and nothing is named by a code', async () => {
  const email = newEmail('facts')
  const { apiKey: key } = await stage.createAccount({ email, password, status: 'none', name: 'Nina Sales’s account' })
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open('/settings/billing')
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.waitForURL('**/settings/billing**')
  // On the trial of a plan nobody is offered the plan as an upgrade, and the trial ends by one name.
  await page.getByRole('button', { name: 'End trial now' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upgrade to Pro' }).count()).toBe(0)
  await page.getByRole('button', { name: 'End trial now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End trial now' }).click()
  await meterSays(page, '1,000 of 1,000 left')
  await page.getByRole('button', { name: 'Yearly' }).click()
  await page.getByRole('button', { name: 'Switch to yearly billing' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upgrade to Pro' }).count()).toBe(0)

  const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 3 } })
  await stage.reveal(
    key,
    found.body.data.map(({ id }: { id: string }) => id),
  )
  await open('/settings/billing')
  await meterSays(page, '997 of 1,000 left')
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Next payment' }).click()
  await page.getByRole('link', { name: 'Back to Prospector' }).click()
  await meterSays(page, '1,000 of 1,000 left')
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect.poll(() => invoices.getByRole('row').count()).toBeGreaterThan(2)
  const pdf = await downloaded(page, () => invoices.getByRole('link', { name: 'Download' }).first().click())
  expect(pdf.toString('latin1')).toContain('Nina Sales\x92s account')

  await page.getByRole('button', { name: 'Buy 500 credits' }).click()
  await page.getByRole('button', { name: 'Pay $59' }).click()
  await page.waitForURL('**/settings/billing**')
  await open('/settings/audit')
  const log = page.getByRole('region', { name: 'Audit log' })
  await log.getByText('opened the checkout', { exact: false }).first().waitFor()
  expect(await log.innerText()).not.toMatch(/\b[a-z]+_[a-z]+\b|\w+: \w+_/)
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('ENRICH-1: a lookup counts the lines that were given, and the stores that they name', async () => {
  const [store] = await stage.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`)
  const { page, enter, open, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await open('/enrich')
  const lines = [store!.domain, `https://www.${store!.domain}/about`, store!.domain, 'nobody.example']
  await page.getByLabel('Domains', { exact: true }).fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByTestId('enrich-found').getByText('3 found, 1 store: 2 lines name one of them again').waitFor()
  expect(await page.getByTestId('enrich-not-found').innerText()).toBe('1 not found')
  expect(await page.getByTestId('enrich-progress').innerText()).toBe('4 of 4 domains')
  await leave()
})
