import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toastWith } from './elements.ts'
import { openCommandMenu } from './interactions.ts'
import { auditPage, focusOf, openStage, type Stage } from './people.ts'
import { screen } from './screen.ts'

describe('saved searches', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  it('a search is saved by keys, opened from anywhere with its filters, and deleted after a question', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await page.goto('/contacts?email=yes&role=founder&app.none=Klaviyo&score.min=20')
    const total = await page.locator('[data-testid=total][data-stale=false]').textContent()
    if (screen.isPhone) {
      await page.getByRole('button', { name: 'Saved searches' }).click()
      await page.getByRole('menuitem', { name: 'Save this search' }).click()
    } else await page.keyboard.press('s')
    await page.getByRole('dialog').getByLabel('Name').fill('Founders without Klaviyo')
    expect(await auditPage(page)).toEqual([])
    await page.keyboard.press('Enter')
    await toastWith(page, 'Saved').waitFor()

    await page.goto('/stores')
    await page.getByTestId('total').waitFor()
    await openCommandMenu(page)
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('without klaviyo')
    await page.keyboard.press('Enter')
    await page.waitForURL(/contacts\?.*app\.none=Klaviyo/)
    await expect
      .poll(() => page.locator('[data-testid=total][data-stale=false]').textContent({ timeout: 500 }))
      .toBe(total)
    expect([...new URL(page.url()).searchParams].sort()).toEqual([
      ['app.none', 'Klaviyo'],
      ['email', 'yes'],
      ['role', 'founder'],
      ['score.min', '20'],
    ])

    await page.getByRole('button', { name: 'Saved searches, Founders without Klaviyo is open' }).click()
    await page.getByRole('menuitem', { name: 'Manage saved searches' }).click()
    await page.getByRole('button', { name: 'Rename Founders without Klaviyo' }).press('Enter')
    const field = page.getByLabel('New name')
    await expect.poll(() => field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    expect(await auditPage(page)).toEqual([])
    await field.fill('Founders to write to')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusOf(page)).toBe('Rename Founders to write to')
    const ask = page.getByRole('button', { name: 'Delete Founders to write to' })
    await ask.press('Enter')
    await expect.poll(() => focusOf(page)).toBe('Keep')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusOf(page)).toBe('Delete Founders to write to')
    await ask.press('Enter')
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await page.getByText('No saved searches.').waitFor()
    await expect.poll(() => focusOf(page)).toContain('Saved searches')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusOf(page)).toBe('Saved searches')
    await leave()
  })

  it('LIST-18: a search is saved with its order, and the same filters in another order can be saved beside it', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    const saveAs = async (name: string) => {
      await page.getByRole('button', { name: /^Saved searches/ }).click()
      await page.getByRole('menuitem', { name: 'Save this search' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: `Saved searches, ${name} is open` }).waitFor()
    }
    await open('/stores?plus=yes&sort=visits')
    await saveAs('Most visited')
    await open('/stores')
    await page.getByRole('button', { name: /^Saved searches/ }).click()
    await page.getByRole('menuitem', { name: 'Most visited' }).click()
    await page.waitForURL((url) => url.search === '?plus=yes&sort=visits')
    await open('/stores?plus=yes&sort=newest')
    await page.getByRole('button', { name: 'Saved searches, Most visited is open' }).waitFor()
    await saveAs('Newest')
    await page.getByRole('button', { name: /^Saved searches/ }).click()
    expect(await page.getByRole('menuitem', { name: 'Save this search' }).count()).toBe(0)
    await leave()
  })

  it('each kind of search has its own, and none says how to make one', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await page.goto('/stores?plus=yes')
    await page.getByTestId('total').waitFor()
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByText('None yet.').waitFor()
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Save this search' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('<b>Plus</b>')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Saved searches, <b>Plus</b> is open' }).waitFor()
    await page.goto('/contacts')
    await page.getByTestId('total').waitFor()
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByText('None yet.').waitFor()
    await leave()
  })
})
