/** Parts of pages that many tests wait for, by role and test id: how they are worded is the point of few tests. */
import type { Locator, Page } from 'playwright-core'

/** The message in the corner after something was done. */
export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.getByTestId('toast').filter({ hasText: text })

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
