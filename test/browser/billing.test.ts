import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { adjustCredits } from '../../src/credits/grants.ts'
import { toastWith, untilSearched } from './elements.ts'
import {
  inNavigation,
  meterSays,
  openCommandMenu,
  revealSelected,
  selectRows,
  typeInCommandMenu,
} from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'

describe('the shop', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  async function enterShop(): Promise<Visit & { accountId: string }> {
    const email = newEmail('shop')
    const { accountId } = await stage.createAccount({ email, password, status: 'none' })
    const visit = await stage.visit()
    await visit.enter(email)
    await visit.open('/settings/billing')
    return { ...visit, accountId }
  }

  async function storeWithContacts(page: Page): Promise<string> {
    const headers = { origin: stage.url }
    const answer = await page.request.post('/api/v1/contacts/search', { data: { limit: 1 }, headers })
    const { data } = (await answer.json()) as { data: { store: { domain: string } }[] }
    return `/stores/${data[0]!.store.domain}`
  }

  async function pay(page: Page, button: string, card?: string): Promise<void> {
    if (card !== undefined) await page.getByLabel('Card number').fill(card)
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL('**/settings/billing**')
  }

  /** The portal stays open after what is done there. */
  async function doInPortal(page: Page, button: string): Promise<void> {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('link', { name: 'Back to Prospector' }).click()
    await page.waitForURL('**/settings/billing**')
  }

  /** Without scrolling. */
  const isInSight = async (part: Locator): Promise<boolean> => {
    const box = await part.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= part.page().viewportSize()!.height
  }

  it('BILL-22: whoever adds credits is led to where they are sold, from the meter and the command menu', async () => {
    const email = await stage.createOwner({ credits: 0 })
    const visit = await stage.visit()
    await visit.signIn(email)
    const { page, leave } = visit
    const buy = page.getByRole('button', { name: 'Buy 500 credits' })
    await openCommandMenu(page)
    await typeInCommandMenu(page, 'buy credits')
    await page.getByRole('option', { name: 'Buy credits' }).click()
    await expect.poll(() => page.url()).toMatch(/\/settings\/billing#add-credits$/)
    await expect.poll(() => isInSight(buy)).toBe(true)
    await visit.open('/contacts')
    await inNavigation(page, (navigation) => navigation.getByRole('link', { name: 'Add credits' }).click())
    await expect.poll(() => page.url()).toMatch(/\/settings\/billing#add-credits$/)
    await expect.poll(() => isInSight(buy)).toBe(true)
    expect(await auditPage(page)).toEqual([])
    await leave()
  })

  it('BILL-23: a plan that was given is the current one, says that nothing is charged for it, and can be subscribed to', async () => {
    const visit = await stage.visit()
    await visit.enter(await stage.createOwner())
    await visit.open('/settings/billing')
    const { page, leave } = visit
    const card = page.getByRole('listitem').filter({ hasText: 'credits a month' }).filter({ hasText: 'Current' })
    await expect.poll(() => card.getByRole('button').allInnerTexts()).toEqual(['Start a subscription'])
    await card.getByText('without a subscription: nothing is charged for it').waitFor()
    expect(await page.getByRole('button', { name: 'Choose Pro' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Choose Business' }).waitFor()
    expect(await auditPage(page)).toEqual([])
    // Where a payment is owed, the same card does not say that nothing is charged.
    await visit.enter(await stage.createOwner({ status: 'past_due' }))
    await visit.open('/settings/billing')
    await page.getByText('The last payment failed.', { exact: false }).waitFor()
    await expect.poll(() => card.getByRole('button').allInnerTexts()).toEqual(['Start a subscription'])
    expect(await page.getByText('nothing is charged for it', { exact: false }).count()).toBe(0)
    await leave()
  })

  it('BILL-11, BILL-12, BILL-13, BILL-17, BILL-22: compare, subscribe, upgrade, top up at zero and reveal, download, downgrade', async () => {
    const { page, open, accountId, leave } = await enterShop()
    const cards = page.getByRole('listitem').filter({ hasText: 'credits a month' })
    await expect.poll(() => cards.count()).toBe(3)
    await cards.first().getByText('25 watches').waitFor()
    await cards.first().getByText('5,000 API requests a day').waitFor()
    await page.getByRole('button', { name: 'Yearly' }).click()
    await cards.filter({ hasText: 'Business' }).getByText('$2,490 a year').waitFor()
    await page.getByRole('button', { name: 'Monthly' }).click()
    await page.getByRole('button', { name: 'Choose Business' }).click()
    await pay(page, 'Pay and subscribe', '4242 4242 4242 4242')
    await meterSays(page, '3,000 of 3,000 left')

    const given = { door: 'operator' as const, reason: 'All spent', period: null }
    await adjustCredits(stage.store.database, systemClock, accountId, -3_000, given)
    await open(await storeWithContacts(page))
    await page.getByRole('row').getByRole('checkbox').nth(1).click()
    await page.getByTestId('quote').filter({ hasText: 'no credits left' }).waitFor()
    const selection = page.getByRole('region', { name: 'Selection' })
    await selection.getByRole('link', { name: 'Add credits' }).click()
    await page.getByText('1 contact is still selected.').waitFor()
    await expect.poll(() => isInSight(page.getByRole('button', { name: 'Buy 500 credits' }))).toBe(true)
    await page.getByRole('link', { name: 'Go back' }).click()
    await page.getByTestId('quote').filter({ hasText: '1 selected' }).waitFor()
    await selection.getByRole('link', { name: 'Add credits' }).click()
    await page.getByRole('button', { name: 'Upgrade to Enterprise' }).click()
    await page.getByRole('dialog').getByText('get 7,000 credits right away', { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Pay \$\d+.* and switch$/ }).click()
    await toastWith(page, 'You are on Enterprise now.').waitFor()
    // Back with what was selected, and the reveal one step away.
    await page.waitForURL('**/stores/*')
    await page.getByTestId('quote').filter({ hasText: '1 selectedcosts 1 credit · 6,999 left after' }).waitFor()

    await adjustCredits(stage.store.database, systemClock, accountId, -7_000, given)
    // All that a search found stays selected, not only the rows that were loaded.
    await open('/contacts')
    await untilSearched(page)
    await page.getByLabel('Select all loaded rows').click()
    const all = page.getByRole('button', { name: /^Select (all|the first) [\d,]+$/ })
    const count = (await all.innerText()).split(' ').at(-1)
    await all.click()
    await selection.getByRole('link', { name: 'Add credits' }).click()
    await page.getByText(`${count} contacts are still selected.`).waitFor()
    await page.getByRole('link', { name: 'Go back' }).click()
    await page
      .getByTestId('quote')
      .filter({ hasText: `${count} selected` })
      .waitFor()

    await open('/contacts')
    await selectRows(page, 0, 1)
    await page.getByTestId('quote').filter({ hasText: 'no credits left' }).waitFor()
    await selection.getByRole('link', { name: 'Add credits' }).click()
    await page.getByRole('button', { name: 'Buy 500 credits' }).click()
    await page.getByRole('button', { name: 'Pay $59' }).click()
    await page.waitForURL('**/contacts')
    await page.getByTestId('quote').filter({ hasText: '2 selectedcosts 2 credits · 498 left after' }).waitFor()
    await revealSelected(page)
    await page.getByText('Revealed. 2 credits spent.').waitFor()

    await page.goto('/settings/billing')
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await expect.poll(() => invoices.getByRole('row').count()).toBe(4)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      invoices.getByRole('link', { name: 'Download' }).first().click(),
    ])
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Buy when credits fall below').fill('some')
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor()
    await page.getByLabel('Buy when credits fall below').fill('50')
    await page.getByLabel('Monthly maximum (credits)').fill('1000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('500 credits for $59 when fewer than 50 are left.', { exact: false }).waitFor()

    await page.getByRole('button', { name: 'Switch to Pro' }).click()
    await page.getByRole('button', { name: 'Switch', exact: true }).click()
    await page.getByText('Scheduled').waitFor()
    await page.getByRole('button', { name: 'Keep current plan' }).click()
    await page.getByText('You keep your current plan.').waitFor()
    await expect.poll(() => page.getByText('Scheduled').count()).toBe(0)
    await leave()
  })

  it('BILL-14, BILL-16: a declined card shows at once, is fixed in the portal, and a refund takes back the credits', async () => {
    const { page, leave } = await enterShop()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await pay(page, 'Start trial', '4000 0000 0000 0341')
    await page.getByRole('button', { name: 'End trial now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End trial now' }).click()
    await page.getByText('The card was declined.', { exact: false }).waitFor()
    // Without loading the page again.
    await page.getByText('Payment failed', { exact: true }).waitFor()
    await page.getByText('unless the payment succeeds', { exact: false }).first().waitFor()

    await page.getByRole('button', { name: 'Manage billing' }).first().click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Save card' }).click()
    await doInPortal(page, 'Pay $99 now')
    await page.getByText('Active', { exact: true }).waitFor()
    expect(await page.getByText('Payment failed', { exact: true }).count()).toBe(0)
    await meterSays(page, '1,000 of 1,000 left')

    await page.getByRole('button', { name: 'Manage billing' }).click()
    await doInPortal(page, 'Refund of the last payment')
    await page.getByRole('region', { name: 'Invoices' }).getByText('Refunded').waitFor()
    await meterSays(page, '0 of')
    await leave()
  })

  it('BILL-21: a cancelled plan says when it ends instead of that it renews, and can be kept', async () => {
    const { page, open, leave } = await enterShop()
    await page.getByRole('button', { name: 'Choose Business' }).click()
    await pay(page, 'Pay and subscribe', '4242 4242 4242 4242')
    await meterSays(page, 'Renews')
    await page.getByRole('button', { name: 'Buy 500 credits' }).click()
    await pay(page, 'Pay $59')
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('heading', { name: 'Cancel the subscription?' }).waitFor()
    expect(await auditPage(page)).toEqual([])
    await doInPortal(page, 'Cancel subscription')
    await page
      .getByRole('main')
      .getByText(/^Cancels on /)
      .waitFor()
    await page.getByRole('main').getByText('500 stay until their date, for your next plan').waitFor()
    await meterSays(page, 'Cancels on ')
    await page.getByRole('button', { name: 'Keep subscription' }).click()
    await toastWith(page, 'You keep your subscription.').waitFor()
    await meterSays(page, 'Renews')
    // AUDIT-6
    await open('/settings/audit')
    const log = page.getByRole('region', { name: 'Audit log' })
    await log.getByText('withdrew the cancellation and kept the subscription.', { exact: false }).waitFor()
    await log
      .getByText(/The subscription was cancelled at the payment provider\. It ends on \d+ \w+ 20\d\d\./)
      .waitFor()
    await log.getByText('opened the checkout for a plan.', { exact: false }).waitFor()
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})
