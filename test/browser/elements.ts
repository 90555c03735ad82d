/** Parts of pages that many tests wait for, by role and test id: how they are worded is the point of few tests. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The message in the corner after something was done. */
export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByTestId('toast').filter({ hasText: text })

/** Waits for a message that says so. Where none does, the test says which ones there were. */
export const untilTold = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.getByTestId('toast').allInnerTexts()).toContainEqual(expect.stringContaining(text))

/** Waits for a text in a part of the page. Where it never comes, the test says what stood there instead. */
export const untilSays = (part: Locator, text: string): Promise<void> =>
  expect.poll(() => part.allInnerTexts()).toContainEqual(expect.stringContaining(text))

/** Waits for the message of a reveal that spent so many credits. */
export const untilSpent = (page: Page, credits: number): Promise<void> =>
  toastWith(page, new RegExp(`\\b${credits.toLocaleString('en-US')} credit`)).waitFor()

/** Waits until a search shows its current total, and not that of the filters before. */
export const untilSearched = (page: Page): Promise<void> =>
  page.locator('[data-testid=total][data-stale=false]').waitFor()

/** Waits until no dialog is in the way of the keys. */
export const untilClosed = (page: Page): Promise<void> => page.locator('dialog[open]').waitFor({ state: 'hidden' })

/** What stands in place of a page that needs a plan. */
export const planOffer = (page: Page): Locator => page.getByTestId('plan-offer')

/** What stands where there is nothing to show yet. */
export const emptyState = (page: Page): Locator => page.getByTestId('empty')
