/** Looking around before anything is revealed: by name, by store, by what a result is made of, and where rows end. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { untilSearched, untilSpent } from './elements.ts'
import {
  closeDetails,
  detailsOf,
  inNavigation,
  openCommandMenu,
  scrollRows,
  typeInCommandMenu,
} from './interactions.ts'
import { auditPage, focusOf, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

describe('looking around', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  async function enter(path = '/contacts'): Promise<Visit> {
    const visit = await stage.visit()
    await visit.enter(await stage.createOwner())
    await visit.open(path)
    return visit
  }

  const totalOf = async (page: Page): Promise<number> => {
    await untilSearched(page)
    return Number((await page.getByTestId('total').textContent())!.replaceAll(',', ''))
  }

  it('LIMIT-6: search rows are in the meter from four fifths on, and at their end stand the date and the plans', async () => {
    const email = newEmail('rows')
    const { accountId } = await stage.createAccount({ email, password })
    const { page, signIn, open, leave } = await stage.visit()
    await signIn(email)
    const usage = await page.request.get('/api/v1/usage')
    const { limit } = ((await usage.json()) as { web_search_rows: { limit: number } }).web_search_rows
    const leaveRows = (rows: number) =>
      stage.store.owner.query(
        sql`UPDATE search_row_counters SET web_rows_used = ${limit - rows} WHERE account_id = ${accountId}`,
      )
    await inNavigation(page, (rail) => rail.getByTestId('credit-meter').waitFor())
    expect(await page.getByTestId('search-rows').count()).toBe(0)

    // Enough for the first page and a part of the next one.
    await leaveRows(60)
    let refused = 0
    page.on('response', (response) => (refused += response.status() === 429 ? 1 : 0))
    await open('/contacts')
    await inNavigation(page, (rail) => rail.getByTestId('search-rows').getByText('search rows left').waitFor())
    const notice = page.getByRole('alert')
    await expect
      .poll(async () => {
        await scrollRows(page)
        return notice.count()
      })
      .toBe(1)
    await notice.getByText(`You’ve used all ${limit.toLocaleString('en')} search rows`, { exact: false }).waitFor()
    await notice.getByText(/Rows renew on \d/).waitFor()
    // What failed is not asked for again and again, whatever is done meanwhile.
    await page.getByRole('button', { name: 'Insights' }).click()
    await page.getByRole('region', { name: 'Insights' }).waitFor()
    expect(refused).toBe(1)

    await open('/contacts?email=yes')
    await notice.getByRole('link', { name: 'See plans' }).click()
    await page.getByRole('heading', { name: 'Change plan' }).waitFor()
    await leave(/status of 429/)
  })

  it('half a name, typed at the top, finds people and stores as one types, and Escape leaves the field', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    for (const [path, search, nameOf] of [
      ['/contacts', '/api/v1/contacts/search', 'first_name'],
      ['/stores', '/api/v1/stores/search', 'name'],
    ] as const) {
      await open(path)
      const whole = await totalOf(page)
      const answer = await page.request.post(search, { data: { limit: 50 }, headers: { origin: stage.url } })
      const { data } = (await answer.json()) as { data: Record<string, string | null>[] }
      const half = data
        .map((row) => row[nameOf] ?? '')
        .find((name) => /^[A-Z][a-z]{4,}/.test(name))!
        .slice(0, 4)
      const field = page.locator('[data-search-field]')
      if (screen.isPhone) await field.click()
      else await page.keyboard.press('/')
      await page.keyboard.type(half)
      await page.waitForURL((url) => url.searchParams.get('q') === half)
      await expect.poll(() => totalOf(page)).toBeLessThan(whole)
      expect(await totalOf(page)).toBeGreaterThan(0)
      await page.locator('[data-row]', { hasText: half }).first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => focusOf(page)).toBe('nothing')
    }
    await leave()
  })

  it('the make-up of a result is drawn, and a bar narrows the search', async () => {
    const { page, leave } = await enter()
    const whole = await totalOf(page)
    await page.getByRole('button', { name: 'Insights' }).click()
    const charts = page.getByRole('region', { name: 'Insights' })
    for (const name of ['Country', 'Category', 'App', 'Visits']) {
      await charts.getByRole('heading', { name, exact: true }).waitFor()
    }
    // SEARCH-10: the demo has a history, so weeks are drawn, and the table says the same in words.
    const weeks = charts.getByRole('table', { name: 'Store changed, by week' })
    await expect.poll(() => weeks.getByRole('row').count()).toBe(27)
    expect(await weeks.innerText()).toMatch(/[1-9][\d,]* of [1-9]/)
    if (screen.isOneOfSeveral) expect(await auditPage(page)).toEqual([])
    // The search begins with the click, before the address and the page follow, and only once.
    const searches: { limit: number; cursor?: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/contacts/search')) searches.push(request.postDataJSON())
    })
    await charts.getByRole('button').first().click()
    await page.waitForURL((url) => url.searchParams.has('country'))
    await expect.poll(() => totalOf(page)).toBeLessThan(whole)
    // Others count a list again, with a row at most, or ask for the next page.
    expect(searches.filter(({ limit, cursor }) => limit > 1 && cursor === undefined)).toHaveLength(1)
    await leave()
  })

  it('a store shows its technologies by purpose, opens in a tab, and leads to stores like it and with the same app', async () => {
    const [store] = await stage.store.database.query<{ domain: string }>(
      sql`SELECT domain FROM stores WHERE cardinality(apps) > 1 ORDER BY domain LIMIT 1`,
    )
    const { page, leave } = await enter(`/stores/${store!.domain}`)
    const outside = page.getByRole('link', { name: 'Open store' })
    expect(await outside.getAttribute('href')).toBe(`https://${store!.domain}`)
    expect(await outside.getAttribute('rel')).toContain('noopener')
    const similar = page.getByRole('region', { name: 'Similar stores' }).getByRole('link')
    // They are asked for when somebody comes near them, which on a phone is below all the people.
    await scrollRows(page)
    await similar.first().click()
    await page.waitForURL((url) => url.pathname !== `/stores/${store!.domain}`)
    await page.goBack()
    const technologies = page.getByRole('region', { name: 'Technologies' })
    await technologies.locator('dt').first().waitFor()
    const link = technologies.getByRole('link').first()
    const name = (await link.getAttribute('title'))!.replace('Stores that use ', '')
    await link.click()
    await page.waitForURL((url) => [...url.searchParams.values()].includes(name))
    expect(await totalOf(page)).toBeGreaterThan(0)
    await leave()
  })

  it('the command menu finds stores and people as one types, and opens what is owned with its full name', async () => {
    const { page, leave } = await enter('/contacts?email=yes')
    const [store] = await stage.store.database.query<{ name: string; domain: string }>(
      sql`SELECT name, domain FROM stores WHERE name ~ '^[A-Z][a-z]{4,} ' ORDER BY domain LIMIT 1`,
    )
    // Somebody with a last name to mask, whoever else goes by the first name or by one that begins like it.
    const [person] = await stage.store.database.query<{ firstName: string }>(sql`
      SELECT first_name AS "firstName" FROM contacts c WHERE has_email AND first_name ~ '^[A-Z][a-z]{3,}$' AND NOT EXISTS (
        SELECT FROM contacts o WHERE starts_with(o.first_name, c.first_name) AND coalesce(length(o.last_name), 0) < 2)
      ORDER BY first_name LIMIT 1`)
    const field = page.getByRole('combobox', { name: 'Search and commands' })
    const options = page.locator('dialog[open]').getByRole('option')

    // Half of a store's name.
    await openCommandMenu(page)
    await typeInCommandMenu(page, store!.name.slice(0, -2))
    const line = page.getByRole('group', { name: 'Stores' }).getByRole('option', { name: store!.name }).first()
    await line.waitFor()
    expect(await auditPage(page)).toEqual([])
    await field.press('Enter')
    await page.waitForURL(`**/stores/${store!.domain}`)

    // Somebody by first name: the masked preview opens in the drawer; all of them are one line below.
    await openCommandMenu(page)
    await typeInCommandMenu(page, person!.firstName)
    await page.getByRole('group', { name: 'People' }).getByRole('option').first().click()
    const drawer = detailsOf(page)
    await drawer.getByText('***', { exact: false }).waitFor()
    await drawer.getByRole('button', { name: 'Reveal for 1 credit' }).click()
    await untilSpent(page, 1)
    const [owned] = await stage.store.database.query<{ fullName: string; lastName: string }>(sql`
      SELECT coalesce(full_name, first_name || ' ' || last_name) AS "fullName", last_name AS "lastName"
      FROM contacts JOIN reveals USING (contact_id) ORDER BY revealed_at DESC LIMIT 1`)
    await closeDetails(page)
    await page.waitForURL((url) => !url.searchParams.has('open'))

    // Now by last name, which nobody can search for without owning the contact.
    await openCommandMenu(page)
    await typeInCommandMenu(page, owned!.lastName)
    await page.getByRole('group', { name: 'Revealed' }).getByRole('option', { name: owned!.fullName }).click()
    await page.waitForURL('**/revealed?**')
    await drawer.getByText(owned!.fullName).waitFor()
    if (screen.isPhone) await closeDetails(page)

    await openCommandMenu(page)
    await typeInCommandMenu(page, 'xqzzxq')
    await page.getByText('Nothing found for “xqzzxq”').waitFor()
    await expect.poll(() => options.count()).toBe(0)
    // Verified means verified, and nothing else.
    await typeInCommandMenu(page, 'with a verified email')
    await options.first().click()
    await page.waitForURL('**/contacts?email-status=verified')
    await leave()
  })
})
