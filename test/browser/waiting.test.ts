/** A server that does not answer: a word after five seconds, and a way out after fifteen. */
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSearched } from './elements.ts'
import { inFilters } from './interactions.ts'
import { auditPage, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const slowly = (page: Page) => page.getByText('The server is taking longer than usual.')
const notAtAll = (page: Page) => page.getByText('The server has not answered for 15 seconds.')

it('says so next to a search, marks the old total as such, and asks again when told to', async () => {
  const { page, signIn, leave } = await stage.visit()
  await page.clock.install()
  await signIn(await stage.createOwner())
  const held: Route[] = []
  let isHanging = true
  await page.route('**/api/v1/contacts/search', (route) => (isHanging ? void held.push(route) : route.continue()))
  await inFilters(page, async (filters) => {
    await filters.getByLabel('With: Phone').click()
    await expect.poll(() => held.length).toBeGreaterThan(0)
  })
  await page.clock.fastForward(1_000)
  await page.getByText('before, counting').waitFor()
  expect(await slowly(page).count()).toBe(0)
  await page.clock.fastForward(4_500)
  await slowly(page).waitFor()
  await page.clock.fastForward(10_000)
  await notAtAll(page).waitFor()
  isHanging = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return page.locator('[data-testid=total][data-stale=false]').count()
    })
    .toBe(1)
  await notAtAll(page).waitFor({ state: 'detached' })
  await leave()
})

it('says so on a page that has nothing to show yet, and leaves the error to the page when nobody answers twice', async () => {
  const { page, enter, leave } = await stage.visit()
  await page.clock.install()
  await enter(await stage.createOwner())
  await page.route('**/app/v1/connections', () => {})
  await page.goto('/settings/connections')
  await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
  await page.clock.fastForward(6_000)
  await slowly(page).waitFor()
  expect(await auditPage(page)).toEqual([])
  for (let attempts = 0; attempts < 2; attempts++) {
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return notAtAll(page).count()
      })
      .toBe(1)
    await page.getByRole('status').getByRole('button', { name: 'Try again' }).click()
    await notAtAll(page).waitFor({ state: 'detached' })
  }
  await page.getByRole('alert').getByText('The server did not answer').waitFor()
  await leave()
})

it('says nothing when answers come in time', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  await untilSearched(page)
  expect(await slowly(page).count()).toBe(0)
  await leave()
})
