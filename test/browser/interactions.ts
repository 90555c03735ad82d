/** How a person does a thing on the screen of this run: by keys on a desktop, by touch on a phone. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { screen } from './screen.ts'

const rowInFocus = (page: Page): Promise<number> =>
  page.evaluate<number>('Number(document.activeElement?.closest("[data-row]")?.dataset.row ?? -1)')

/** The focus follows the keys a frame later. Whatever had it before, the keys go on from the row they were on. */
async function stepTo(page: Page, row: number): Promise<void> {
  for (let at = await rowInFocus(page); at !== row; at = await rowInFocus(page)) {
    await page.keyboard.press(at < row ? 'j' : 'k')
    await expect.poll(() => rowInFocus(page)).not.toBe(at)
  }
}

const rowAt = (page: Page, row: number): Locator => page.locator(`[data-row="${row}"]`)

/** Rows are counted from 0, and given in their order. */
export async function selectRows(page: Page, ...rows: number[]): Promise<void> {
  for (const row of rows) {
    if (screen.isPhone) await rowAt(page, row).getByRole('checkbox').click()
    else {
      await stepTo(page, row)
      await page.keyboard.press('x')
    }
  }
}

/** Presses the button of the bar at the foot, which may ask first. */
export async function revealSelected(page: Page): Promise<void> {
  const button = page.locator('[data-reveals]')
  await button.waitFor()
  if (screen.isPhone) await button.click()
  else await page.keyboard.press('r')
}

export async function openRow(page: Page, row: number): Promise<Locator> {
  // Elsewhere on a card a touch may copy what it shows.
  if (screen.isPhone) await rowAt(page, row).locator('.font-medium').first().click()
  else {
    await stepTo(page, row)
    await page.keyboard.press('Enter')
  }
  await detailsOf(page).waitFor()
  return detailsOf(page)
}

/** The details of a row: a part of the page, or a sheet above it. */
export const detailsOf = (page: Page): Locator =>
  page.getByRole(screen.isPhone ? 'dialog' : 'complementary', { name: 'Contact', exact: true })

export async function closeDetails(page: Page): Promise<void> {
  if (screen.isPhone) await detailsOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  else await page.keyboard.press('Escape')
  await detailsOf(page).waitFor({ state: 'detached' })
}

/** Without selecting it: from its details on a phone. */
export async function revealRow(page: Page, row: number): Promise<void> {
  if (screen.isPhone) {
    const details = await openRow(page, row)
    await details.getByRole('button', { name: 'Reveal for 1 credit' }).click()
  } else {
    await stepTo(page, row)
    await page.keyboard.press('r')
  }
}

/** The same with nothing left to pay it from: where the way on is offered. */
export async function revealWithoutCredits(page: Page, row: number): Promise<Locator> {
  if (screen.isPhone) return openRow(page, row)
  await revealRow(page, row)
  return page.getByRole('dialog', { name: 'Not enough credits' })
}

/** The navigation, where it is open for as long as `look` needs it. */
export async function inNavigation<Seen>(page: Page, look: (navigation: Locator) => Promise<Seen>): Promise<Seen> {
  if (screen.isPhone) {
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const sheet = page.getByRole('dialog', { name: 'Prospector', exact: true })
    const seen = await look(sheet)
    // Going somewhere closes it.
    if (await sheet.isVisible()) await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    return seen
  }
  const expand = page.getByRole('button', { name: 'Expand the navigation' })
  await expand.or(page.getByRole('button', { name: 'Collapse the navigation' })).waitFor()
  if (await expand.isVisible()) await expand.click()
  return look(page.locator('aside', { has: page.getByRole('navigation', { name: 'Main' }) }))
}

export const meterSays = (page: Page, text: string): Promise<void> =>
  inNavigation(page, (navigation) =>
    expect
      .poll(() => navigation.getByTestId('credit-meter').allTextContents())
      .toEqual([expect.stringContaining(text)]),
  )

export const goToPlace = (page: Page, place: string): Promise<void> =>
  inNavigation(page, (navigation) =>
    navigation.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click(),
  )

/** The filters, where they are open for as long as `look` needs them. */
export async function inFilters<Seen>(page: Page, look: (filters: Locator) => Promise<Seen>): Promise<Seen> {
  const filters = page.getByRole(screen.isPhone ? 'dialog' : 'complementary', { name: 'Filters', exact: true })
  const button = page.getByRole('button', { name: 'Filters', exact: true })
  await button.waitFor()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  await filters.waitFor()
  const seen = await look(filters)
  // What was done in them may have led to another page, which takes them away.
  const close = filters.getByRole('button', { name: 'Close' })
  while (screen.isPhone && (await filters.count()) > 0) await close.click({ timeout: 1_000 }).catch(() => {})
  return seen
}

/** Opens the search over everything, with its field focused. */
export async function openCommandMenu(page: Page): Promise<void> {
  if (screen.isPhone) await page.getByRole('button', { name: 'Search and commands' }).click()
  else await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
}

/** Types into it. Until the whole text is answered, the lines are those of its beginning, which lead elsewhere. */
export async function typeInCommandMenu(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.clear()
  await field.pressSequentially(text)
  await page.locator('[role="listbox"][data-stale="false"]').waitFor()
}

/** By the head of a column; cards have none, and are sorted by the menu. */
export async function sortBy(page: Page, column: string, name: string): Promise<void> {
  if (screen.isPhone) await page.getByLabel('Sort by').selectOption(name)
  else await page.getByRole('button', { name: column, exact: true }).click()
}

/** A wheel turns under the pointer; on a phone the rows are swiped, which the browser's wheel stands for. */
export async function scrollRows(page: Page): Promise<void> {
  await page.getByRole('row').nth(3).hover()
  await page.mouse.wheel(0, 10_000)
}
