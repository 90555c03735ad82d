/** From finding to working with what was found: what is owned looks owned, and every success has a next step. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toastWith, untilSearched, untilSpent } from './elements.ts'
import { detailsOf, inFilters, revealSelected, selectRows } from './interactions.ts'
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
    const { page, leave } = visit
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
    await leave()
  })

  it('can be copied and exported for a CRM straight after the reveal, and the file says how many rows it has', async () => {
    const visit = await enter()
    const { page, leave } = visit
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
    await leave()
  })
})

function isSorted<T>(values: T[], compare: (one: T, other: T) => number): boolean {
  return values.length > 5 && values.every((value, at) => at === 0 || compare(values[at - 1]!, value) <= 0)
}

const findRepeated = (values: string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at)

describe('tables', () => {
  it('keep their columns, order, widths, density and folded sides for the person, and lay details over themselves below 1400 px', async () => {
    const { page, leave } = await enter()
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
    await leave()
  })

  it('LIST-19: say which columns have no space, and show them when asked to', async () => {
    if (screen.isPhone) return
    const { page, leave } = await enter()
    await page.setViewportSize({ width: 920, height: 800 })
    const shown = async (name: string) => (await page.getByRole('columnheader', { name }).count()) === 1
    await expect.poll(() => shown('Country')).toBe(false)
    await page.getByRole('button', { name: 'View' }).click()
    const dialog = page.getByRole('dialog')
    const left = dialog.getByRole('listitem').filter({ hasText: 'No space now' })
    await expect.poll(() => left.allInnerTexts()).toContainEqual(expect.stringContaining('Country'))
    expect(await auditPage(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Show all that are ticked' }).click()
    await expect.poll(() => left.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => shown('Country')).toBe(true)
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

describe('stores', () => {
  it('are selected, exported, and lead to the people who work there', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
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
    await leave()
  })
})
