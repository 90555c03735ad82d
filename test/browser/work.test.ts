/** From finding to working with what was found: what is owned looks owned, and every success has a next step. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toastWith, untilSearched, untilSpent } from './elements.ts'
import {
  detailsOf,
  goToPlace,
  inFilters,
  inNavigation,
  meterSays,
  openRow,
  revealSelected,
  selectRows,
} from './interactions.ts'
import { auditPage, openStage, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(draft: Parameters<Stage['createOwner']>[0] = {}) {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner(draft))
  return visit
}

async function revealFirst(page: Page, count: number): Promise<void> {
  await selectRows(page, ...Array(count).keys())
  await revealSelected(page)
  await untilSpent(page, count)
}

/** Texts that have less space than they need, or lie beyond the edge of what scrolls. */
const cutEmails = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a[href^="mailto:"], [data-details] li span span')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().right >
      (element.closest('.overflow-auto, main, dialog') ?? document.body).getBoundingClientRect().right)
    .map((element) => element.textContent)`)

/** Contacts with an email, on every machine: the order of rows depends on ids that are new in each run. */
const showContactsWithEmail = ({ open }: Visit): Promise<void> => open('/contacts?email=yes')

describe('owned contacts', () => {
  it('looks owned after a reload, in the table, the drawer and the store page, and its emails are never cut', async () => {
    const visit = await enter()
    const { page, complaints, leave } = visit
    await showContactsWithEmail(visit)
    await revealFirst(page, 2)
    const email = (await page.locator('[role=row] a[href^="mailto:"]').first().textContent())!
    await page.reload()
    await page.getByRole('link', { name: email }).waitFor()
    const row = page.getByRole('row').filter({ hasText: email })
    await expect.poll(() => row.textContent()).not.toContain('***')
    for (const width of screen.isPhone ? [390] : [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => cutEmails(page), { message: `at ${width}` }).toEqual([])
    }
    // With the filters open there is the least space: columns leave, and the channels stay whole.
    await inFilters(page, async () => {
      await expect.poll(() => cutEmails(page), { message: 'next to the filters' }).toEqual([])
    })
    if (!screen.isPhone) await page.getByRole('button', { name: 'Filters' }).click()
    await row
      .getByRole('gridcell')
      .nth(1)
      .click({ position: { x: 4, y: 4 } })
    const details = detailsOf(page)
    await details.getByText(email).waitFor()
    // Below 1400 px the details lie over the table, above that next to it, and on a phone above all of it.
    if (!screen.isPhone) await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => cutEmails(page), { message: 'next to the details' }).toEqual([])
    await details.locator('a[href^="/stores/"]').first().click()
    await page.getByRole('link', { name: email }).first().waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('can be copied and exported for a CRM straight after the reveal, and the file says how many rows it has', async () => {
    const visit = await enter()
    const { page, complaints, leave } = visit
    await showContactsWithEmail(visit)
    await revealFirst(page, 2)
    await expect.poll(() => page.getByTestId('quote').textContent()).toBe('2 selected · all revealed')
    await page.getByRole('button', { name: 'Copy emails' }).click()
    await toastWith(page, 'copied').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'HubSpot' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('contacts-hubspot.csv')
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(head).toMatch(/^First Name,Last Name,Email,/)
    expect(rows).toHaveLength(2)
    await toastWith(page, '2 contacts').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

function isSorted<T>(values: T[], compare: (one: T, other: T) => number): boolean {
  return values.length > 5 && values.every((value, at) => at === 0 || compare(values[at - 1]!, value) <= 0)
}

const findRepeated = (values: string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at)

describe('tables', () => {
  it('keep their columns, order, widths, density and folded sides for the person, and lay details over themselves below 1400 px', async () => {
    const { page, complaints, leave } = await enter()
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Category' }).check()
    await page.getByRole('button', { name: 'Move Category left' }).click()
    await page.getByRole('button', { name: 'Compact' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const title = page.getByRole('columnheader', { name: 'Title' })
    const titleWidth = async () => Math.round((await title.boundingBox())!.width)
    const before = await titleWidth()
    await title.getByRole('separator').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(titleWidth).toBeGreaterThan(before)
    const wider = await titleWidth()
    // The navigation and the filters begin folded at this width; whoever opens them finds them open again.
    await expect.poll(() => page.getByRole('complementary', { name: 'Filters' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Category' }).waitFor()
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.indexOf('Category')).toBeLessThan(heads.indexOf('Store'))
    expect(await titleWidth()).toBe(wider)
    await page.getByRole('complementary', { name: 'Filters' }).waitFor()
    await page.getByRole('button', { name: 'Expand the navigation' }).waitFor()
    await untilSearched(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Contact' })
    await details.waitFor()
    expect(await auditPage(page)).toEqual([])
    const width = async () => (await page.getByRole('grid', { name: 'Contacts' }).boundingBox())!.width
    const below = await width()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    await expect.poll(width).toBe(below)
    expect(complaints).toEqual([])
    await leave()
  })

  it('fold to one row per store', async () => {
    const { page, leave } = await enter()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByLabel('One row per store').check()
    await page.getByRole('button', { name: 'Done' }).click()
    const storesInSight = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-row] input[type=checkbox]')].map((box) => box.ariaLabel.split(' of ').at(-1))`,
      )
    await expect.poll(async () => findRepeated(await storesInSight())).toEqual([])
    await leave()
  })

  it('order facets by count, with those that would find nothing at the end', async () => {
    const { page, leave } = await enter()
    await inFilters(page, async (filters) => {
      await filters.getByRole('checkbox', { name: 'Executive' }).check()
      await untilSearched(page)
      await filters
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click()
      const counts = filters
        .locator('section', { has: page.getByRole('heading', { name: 'Role' }) })
        .locator('label span.figures')
      await expect.poll(() => counts.count()).toBeGreaterThan(5)
      const numbers = async () => (await counts.allTextContents()).map((count) => Number(count.replaceAll(',', '')))
      await expect.poll(async () => isSorted(await numbers(), (one, other) => other - one)).toBe(true)
    })
    await leave()
  })
})

describe('work', () => {
  it('is set by a key or in bulk, found by a filter, and says who did it', async () => {
    const { page, open, complaints, leave } = await enter()
    await selectRows(page, 0, 1)
    if (screen.isPhone) {
      await page.getByRole('button', { name: 'Status' }).click()
      await page.getByRole('menuitem', { name: 'Contacted' }).click()
    } else await page.keyboard.press('2')
    await toastWith(page, '2 rows: contacted').waitFor()
    await open('/contacts?status=contacted')
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('2')
    const details = await openRow(page, 0)
    await details.getByText('You wrote on').waitFor()
    await details.getByLabel('Note').fill('Asked to call back in May.')
    await details.getByRole('button', { name: 'Save note' }).click()
    await details.getByLabel('Tags').fill('spring, berlin')
    await details.getByLabel('Tags').press('Enter')
    await details.getByRole('button', { name: 'Show the history' }).click()
    await details.getByText('Tags: spring, berlin').waitFor()
    await details.getByText('Note: Asked to call back in May.').waitFor()
    expect(await auditPage(page)).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('exclusions', () => {
  it('are pasted, leave people out of searches with their count, and can be shown', async () => {
    const { page, open, complaints, leave } = await enter()
    await untilSearched(page)
    const total = async () => Number((await page.getByTestId('total').textContent())!.replaceAll(',', ''))
    const all = await total()
    const domain = /of (\S+)$/.exec((await page.locator('[data-row="0"] input').getAttribute('aria-label'))!)![1]!
    await open('/settings/exclusions')
    await page.getByRole('button', { name: 'New exclusion list' }).click()
    await page.getByLabel('Reason').fill('Customers')
    await page
      .getByLabel('Emails, domains or LinkedIn profiles')
      .fill(`https://www.${domain}/\nnobody@known.example\n???`)
    await page.getByText('1 line not understood').waitFor()
    await page.getByRole('button', { name: 'Exclude 2' }).click()
    await toastWith(page, 'excludes 2 entries').waitFor()
    expect(await auditPage(page)).toEqual([])
    await open('/contacts')
    await expect.poll(total).toBeLessThan(all)
    const left = all - (await total())
    await page.getByRole('button', { name: `${left} left out` }).click()
    await expect.poll(total).toBe(all)
    await page.getByText('Excluded', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('stores', () => {
  it('are selected, exported, and lead to the people who work there', async () => {
    const { page, complaints, leave } = await enter()
    await page.goto('/stores')
    await page.getByTestId('total').waitFor()
    await selectRows(page, 0, 1)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(3)
    await toastWith(page, '2 stores').waitFor()
    await page.getByRole('link', { name: 'Contacts at these stores' }).click()
    await page.waitForURL(/\/contacts\?domain=.+&domain=/)
    await page.getByTestId('total').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('a long lookup', () => {
  it('is a job, and ends in a list of stores and in the file with its own columns', async () => {
    const { page, open, complaints, leave } = await enter()
    await open('/stores')
    const domain = /^Select (\S+)$/.exec((await page.locator('[data-row="0"] input').getAttribute('aria-label'))!)![1]!
    await open('/enrich')
    const unknown = Array.from({ length: 1_000 }, (_, at) => `Nobody ${at},unknown-${at}.example`)
    await page.getByLabel('Domains', { exact: true }).fill(['Owner,Domain', `Ada,${domain}`, ...unknown].join('\n'))
    await page.getByRole('button', { name: 'Look up' }).click()
    const lookup = page.getByTestId('lookup')
    await lookup.getByText('Waiting to start').waitFor()
    await runJobs()
    await lookup.getByText('1 of 1,001 domains found').waitFor()
    const saved = page.waitForEvent('download')
    await lookup.getByRole('button', { name: 'Download CSV' }).click()
    const [head, first, second] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
    expect(head).toMatch(/^Owner,Domain,domain,status,/)
    expect(first).toMatch(new RegExp(`^Ada,${domain},${domain},found,`))
    expect(second).toMatch(/^Nobody 0,unknown-0\.example,unknown-0\.example,not_found,/)
    await lookup.getByRole('link', { name: 'Open the list of stores' }).click()
    await page.getByTestId('total').filter({ hasText: '1 store' }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

/** Jobs wait until they are let through: they would be over before anybody could look at them. */
const runJobs = () => stage.app.queue.runWaiting()

describe('a long reveal', () => {
  it('is a job: it can be paused and resumed from any page, and ends in a list', async () => {
    const { page, complaints, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    const total = await page.getByTestId('total').textContent()
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    const quoted = page.getByTestId('quote').filter({ hasText: `${total} selected` })
    await quoted
      .filter({ hasText: 'left after' })
      .or(quoted.filter({ hasText: 'only' }))
      .waitFor()
    await page.getByRole('button', { name: /^Reveal / }).click()
    const cost = 12
    await page.getByLabel('Contacts to reveal').fill(String(cost))
    await page.getByLabel('Name of the list').fill('Morning run')
    await page.getByTestId('reveal-quote').getByText(`${cost} new`).waitFor()
    await page.getByRole('button', { name: `Spend ${cost} credits` }).click()
    await inNavigation(page, (navigation) => navigation.getByRole('button', { name: 'Pause revealing' }).click())
    await goToPlace(page, 'Stores')
    await inNavigation(page, async (navigation) => {
      await navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Paused').waitFor()
      await navigation.getByRole('button', { name: 'Resume revealing' }).click()
      await navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Waiting to start').waitFor()
      await runJobs()
      await navigation.getByRole('region', { name: 'Reveal finished' }).getByText(`${cost} contacts`).waitFor()
      await navigation.getByRole('link', { name: 'Open', exact: true }).click()
    })
    await page.getByRole('heading', { name: 'Morning run', level: 1 }).waitFor()
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(`${cost} contacts`)
    expect(complaints).toEqual([])
    await leave()
  })

  it('goes on without its tab, is seen in the others, and everything that was paid for is in the list', async () => {
    const { page, leave } = await enter()
    const other = await page.context().newPage()
    await other.setViewportSize(screen)
    await other.goto('/usage')
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    await page.getByLabel('Name of the list').fill('Without me')
    const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
    await spend.click()
    await inNavigation(other, (navigation) =>
      navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Waiting to start').waitFor(),
    )
    await page.close()
    await runJobs()
    const words = await inNavigation(other, async (navigation) => {
      const end = navigation.getByRole('region', { name: 'Reveal finished' })
      await end.getByText('in “Without me”').waitFor()
      return end.textContent()
    })
    const [, contacts, credits] = /(\d+) contacts revealed(\d+) credits spent/.exec(words!)!
    expect(Number(contacts)).toBeGreaterThan(10)
    expect(credits).toBe(contacts)
    await meterSays(other, `${1_000 - Number(credits)} of 1,000 left`)
    const lists = await other.context().request.get('/api/v1/lists')
    expect(((await lists.json()) as { data: object[] }).data).toMatchObject([
      { name: 'Without me', items: Number(contacts) },
    ])
    await leave()
  })

  it('only pays for verified emails when told to', async () => {
    const { page, complaints, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    const quote = page.getByTestId('reveal-quote')
    const verified = Number(/(\d+) verified/.exec((await quote.getByText('verified').textContent())!)![1])
    await page.getByLabel('Only pay for').selectOption({ label: 'Verified emails only' })
    await quote.getByText(`${verified} new: ${verified} verified`, { exact: true }).waitFor()
    await page.getByRole('button', { name: `Spend ${verified} credits` }).click()
    await toastWith(page, 'You can close this tab').waitFor()
    await runJobs()
    await meterSays(page, `${1_000 - verified} of 1,000 left`)
    await expect.poll(() => page.locator('[role=row] a[href^="mailto:"]').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await leave()
  })
})
