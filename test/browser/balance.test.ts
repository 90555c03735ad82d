/** What is left is the same everywhere: in the bar beside a job, and in every tab. */
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSearched } from './elements.ts'
import { closeDetails, meterSays, openRow, revealSelected, selectRows } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(draft: Parameters<Stage['createOwner']>[0] = {}): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner(draft))
  return visit
}

it('during a job the bar does not offer the credits that it needs', async () => {
  const { page, leave } = await enter()
  await untilSearched(page)
  await page.getByLabel('Select all loaded rows').click()
  await selectRows(page, 0, 1, 2)
  await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
  const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
  const cost = Number(/\d+/.exec((await spend.textContent())!)![0])
  await spend.click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await selectRows(page, 0)
  await expect
    .poll(() => page.getByTestId('quote').textContent())
    .toBe(`1 selectedcosts 1 credit · ${1_000 - cost - 1} left after; ${cost} are reserved for a running job`)
  await stage.app.queue.runWaiting()
  await meterSays(page, `${1_000 - cost} of 1,000 left`)
  await expect
    .poll(() => page.getByTestId('quote').textContent())
    .toBe(`1 selectedcosts 1 credit · ${1_000 - cost - 1} left after`)
  await leave()
})

it('what a key or a colleague spends is seen within half a minute, without a click', async () => {
  const email = newEmail('balance')
  const { apiKey } = await stage.createAccount({ email, password })
  const { page, enter, open, leave } = await stage.visit()
  await page.clock.install()
  await enter(email)
  await open('/usage')
  await meterSays(page, '1,000 of 1,000 left')
  const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 1 } })
  await stage.reveal(apiKey, [found.body.data[0].id])
  await page.clock.fastForward(31_000)
  await meterSays(page, '999 of 1,000 left')
  await leave()
})

it('other tabs hear of what one of them spends, without a click', async () => {
  const visit = await enter()
  const { page, leave } = visit
  const other = await page.context().newPage()
  await other.setViewportSize(screen)
  await other.goto('/usage')
  await meterSays(other, '1,000 of 1,000 left')
  // It would ask by itself within half a minute.
  await other.route('**/api/v1/usage', () => {})
  await selectRows(page, 0, 1)
  await revealSelected(page)
  await meterSays(other, '998 of 1,000 left')
  await leave()
})

it('as long as nobody knows how much is left, one contact costs one more question', async () => {
  const { page, enter: begin, leave } = await stage.visit()
  await begin(await stage.createOwner())
  const held: Route[] = []
  let isHeld = true
  await page.route('**/api/v1/usage', (route) => (isHeld ? void held.push(route) : route.continue()))
  await page.goto('/contacts')
  await untilSearched(page)
  const details = await openRow(page, 0)
  await details.getByRole('button', { name: /^Reveal/ }).click()
  const question = page.getByRole('dialog', { name: 'Reveal 1 contact?' })
  await question.getByText('This spends 1 credit. Opening revealed contacts again is free.').waitFor()
  expect(await auditPage(page)).toEqual([])
  isHeld = false
  for (const route of held.splice(0)) await route.continue()
  await question.getByText('This spends 1 credit of 1,000, leaving 999.').waitFor()
  await question.getByRole('button', { name: 'Spend 1 credit' }).click()
  // On a phone they cover the navigation, and the meter in it.
  await closeDetails(page)
  await meterSays(page, '999 of 1,000 left')
  await leave()
})
