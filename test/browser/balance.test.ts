/** What is left is the same everywhere: in the bar beside a run, and in every tab. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toastWith, untilSearched } from './elements.ts'
import { inNavigation, meterSays, revealSelected, selectRows } from './interactions.ts'
import { openStage, type Stage, type Visit } from './people.ts'
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

/** Reveals all loaded rows but the first ones; answers come only when they are let through. */
async function startHeldRun({ page }: Visit): Promise<{ cost: number; release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/contacts/reveal', async (route) => {
    await released
    await route.continue()
  })
  await untilSearched(page)
  await page.getByLabel('Select all loaded rows').click()
  await selectRows(page, 0, 1, 2)
  await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
  const spend = page.getByRole('button', { name: /^Spend \d+ credits$/ })
  const cost = Number(/\d+/.exec((await spend.textContent())!)![0])
  await spend.click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  return { cost, release }
}

it('during a run the bar does not offer the credits that the run needs', async () => {
  const visit = await enter()
  const { page, complaints, leave } = visit
  const { cost, release } = await startHeldRun(visit)
  await selectRows(page, 0)
  await expect
    .poll(() => page.getByTestId('quote').textContent())
    .toBe(`1 selectedcosts 1 credit · ${1_000 - cost - 1} left after beside the ${cost} of the run`)
  release()
  await meterSays(page, `${1_000 - cost} of 1,000 left`)
  await expect
    .poll(() => page.getByTestId('quote').textContent())
    .toBe(`1 selectedcosts 1 credit · ${1_000 - cost - 1} left after`)
  expect(complaints).toEqual([])
  await leave()
})

it('other tabs hear of what one of them spends, without a click', async () => {
  const visit = await enter()
  const { page, complaints, leave } = visit
  const other = await page.context().newPage()
  await other.setViewportSize(screen)
  await other.goto('/usage')
  await meterSays(other, '1,000 of 1,000 left')
  await selectRows(page, 0, 1)
  await revealSelected(page)
  await meterSays(other, '998 of 1,000 left')
  expect(complaints).toEqual([])
  await leave()
})

it('says so when revealed contacts could not go into their list, and adds them at the second attempt', async () => {
  const visit = await enter()
  const { page, leave } = visit
  let isRefused = true
  await page.route('**/api/v1/lists/*/items', (route) =>
    isRefused ? route.abort('connectionreset') : route.continue(),
  )
  await untilSearched(page)
  await page.getByLabel('Select all loaded rows').click()
  await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
  await page.getByLabel('Add to a new list').fill('Spring')
  await page.getByRole('button', { name: /^Spend \d+ credits$/ }).click()
  const message = toastWith(page, 'not in “Spring”')
  await message.waitFor()
  await inNavigation(page, async (navigation) => {
    const end = navigation.getByRole('region', { name: 'Reveal finished' })
    await end.getByText('not in “Spring”').waitFor()
    isRefused = false
    await end.getByRole('button', { name: 'Add to the list' }).click()
    await end.getByText('not in “Spring”').waitFor({ state: 'detached' })
  })
  const lists = await page.context().request.get('/api/v1/lists')
  const { data } = (await lists.json()) as { data: { name: string; items: number }[] }
  expect(data).toMatchObject([{ name: 'Spring' }])
  expect(data[0]!.items).toBeGreaterThan(10)
  await leave()
})
