import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOffer, toastWith, untilSearched, untilSpent } from './elements.ts'
import { detailsOf, inFilters, meterSays, revealSelected, scrollRows, selectRows } from './interactions.ts'
import { focusOf, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

describe('prospecting in the browser', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  async function enter(draft: Parameters<Stage['createOwner']>[0] = {}): Promise<Visit> {
    const email = await stage.createOwner(draft)
    const visit = await stage.visit()
    await visit.signIn(email)
    return visit
  }

  const totalOf = async ({ page }: Visit): Promise<number> => {
    await untilSearched(page)
    return Number((await page.getByTestId('total').textContent())!.replaceAll(',', ''))
  }

  it('a filter changes the total, stands in the address, and the back button undoes it', async () => {
    const visit = await enter()
    const { page, leave } = visit
    const all = await totalOf(visit)
    await inFilters(page, (filters) => filters.getByLabel('With: Phone').click())
    await page.waitForURL('**/contacts?phone=yes')
    await expect.poll(() => totalOf(visit)).toBeLessThan(all)
    await page.reload()
    expect(await totalOf(visit)).toBeLessThan(all)
    await page.goBack()
    await expect.poll(() => totalOf(visit)).toBe(all)
    await leave()
  })

  it('the next rows are asked for by scrolling', async () => {
    const { page, leave } = await enter()
    const lastRow = async () => Number(await page.getByRole('row').last().getAttribute('aria-rowindex'))
    const shown = await lastRow()
    const more = page.waitForResponse('**/api/v1/contacts/search')
    await scrollRows(page)
    await more
    await scrollRows(page)
    await expect.poll(lastRow).toBeGreaterThan(shown + 10)
    await leave()
  })

  it('a reveal shows channels in place and spends exactly what it said', async () => {
    const visit = await enter()
    const { page, leave } = visit
    await selectRows(page, 0, 1)
    if (screen.isPhone) await selectRows(page, 2, 3)
    else for (const key of ['j', 'j', 'X']) await page.keyboard.press(key)
    await expect.poll(() => page.getByTestId('quote').textContent()).toBe('4 selectedcosts 4 credits · 996 left after')
    await revealSelected(page)
    await untilSpent(page, 4)
    await meterSays(page, '996 of 1,000 left')
    await expect.poll(() => page.getByRole('row').filter({ hasNotText: '***' }).count()).toBeGreaterThanOrEqual(4)
    await page.goto('/usage')
    await page.getByText('Revealed 4 contacts').waitFor()
    await leave()
  })

  it('all of it goes by keys: Tab leads from a row to the bar and the details, and nothing loses the focus', async () => {
    const { page, leave } = await enter()
    for (const row of ['0', '1']) {
      await page.keyboard.press('j')
      await expect.poll(() => focusOf(page)).toBe(row)
    }
    await page.keyboard.press('Enter')
    const focused = page.locator(':focus').and(detailsOf(page))
    await focused.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusOf(page)).toBe('1')
    // Once more, and out by the button.
    await page.keyboard.press('Enter')
    await focused.waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusOf(page)).toBe(screen.isPhone ? 'Close' : 'Close details')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusOf(page)).toBe('1')

    await page.keyboard.press('x')
    const reveal = page.getByRole('button', { name: 'Reveal 1', exact: true })
    await reveal.waitFor()
    // The row's store, which a card has in its details, then the bar.
    for (const key of screen.isPhone ? ['Tab'] : ['Tab', 'Tab']) await page.keyboard.press(key)
    await expect.poll(() => focusOf(page)).toBe('Reveal 1')
    await page.keyboard.press('Enter')
    await untilSpent(page, 1)
    // The selection stays, with the next steps for it.
    await page.getByRole('button', { name: 'Add to list' }).press('Enter')
    await page.getByRole('menuitem', { name: 'New list' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('By keys')
    await page.keyboard.press('Enter')
    await toastWith(page, '1 contact').waitFor()
    await expect.poll(() => focusOf(page)).toBe('Add to list')
    await leave()
  })

  it('more than ten are asked about first, and are shown in their rows as they come', async () => {
    const { page, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
    const cost = Number(/\d+/.exec((await spend.textContent())!)![0])
    expect(cost).toBeGreaterThan(10)
    await spend.click()
    await toastWith(page, 'You can close this tab').waitFor()
    await stage.app.queue.runWaiting()
    await untilSpent(page, cost)
    await meterSays(page, `${1_000 - cost} of 1,000 left`)
    await expect.poll(() => page.getByRole('row').filter({ hasNotText: '***' }).count()).toBeGreaterThan(10)
    await leave()
  })

  it('spending in another tab updates the cost and the balance, and contacts revealed there can be added to a list', async () => {
    const { page, leave } = await enter()
    const other = await page.context().newPage()
    await other.setViewportSize(screen)
    await other.goto('/contacts')
    await other.getByTestId('total').waitFor()
    await selectRows(page, 0)
    await revealSelected(page)
    await untilSpent(page, 1)
    await selectRows(other, 0, 1)
    await expect
      .poll(() => other.getByTestId('quote').textContent())
      .toBe('2 selected · 1 new · 1 already revealedcosts 1 credit · 998 left after')
    await other.getByRole('button', { name: 'Add to list' }).waitFor()
    await meterSays(other, '999 of 1,000 left')
    await leave()
  })

  it('a lost answer is retried on its row, and is not charged twice', async () => {
    const { page, leave } = await enter()
    let isLost = true
    await page.route('**/api/v1/contacts/reveal', async (route) => {
      // The server has done its work; only the answer goes missing.
      if (isLost) await route.fetch()
      return isLost ? route.abort('connectionreset') : route.continue()
    })
    await selectRows(page, 0)
    await revealSelected(page)
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    isLost = false
    await retry.click()
    await untilSpent(page, 1)
    await meterSays(page, '999 of 1,000 left')
    await leave(/ERR_CONNECTION_RESET/)
  })

  it('without enough credits the bar says so and offers what is affordable', async () => {
    const { page, leave } = await enter({ credits: 2 })
    await selectRows(page, 0, 1, 2)
    await expect.poll(() => page.getByTestId('quote').textContent()).toContain('only 2 left')
    await page.getByRole('button', { name: 'Reveal the first 2' }).click()
    await page.getByRole('button', { name: 'Spend 2 credits' }).click()
    await meterSays(page, '0 of 2 left')
    await leave()
  })

  it('a session that ends midway leads to sign-in and back to the same place', async () => {
    const email = await stage.createOwner()
    const { page, signIn, leave } = await stage.visit()
    await signIn(email)
    await page.context().clearCookies()
    await inFilters(page, async (filters) => {
      await filters.getByLabel('With: Email').click()
      await page.waitForURL('**/sign-in?next=**')
    })
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/contacts?email=yes')
    await leave(/status of 401/)
  })

  it('an account without a plan is offered one, not an error', async () => {
    const email = await stage.createOwner({ status: 'none' })
    const { page, leave } = await stage.visit()
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await planOffer(page).waitFor()
    await planOffer(page).getByRole('button', { name: 'Start the trial' }).waitFor()
    await leave()
  })
})
