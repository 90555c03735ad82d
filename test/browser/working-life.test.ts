/** What follows the finding: work on contacts, and lists of all that was found. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilSays, untilTold } from './elements.ts'
import { goToPlace, inFilters, meterSays, openRow, selectRows } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner())
  return visit
}

/** The column leaves first where there is no space for all of them. */
const showsStatus = screen.width !== 1024

/** Jobs wait until they are let through: they would be over before anybody could look at them. */
const runJobs = () => stage.app.queue.runWaiting()

describe('work', () => {
  it('WORK-6: is set by a key or in bulk, found by a filter, and says who did it', async () => {
    const { page, open, leave } = await enter()
    await selectRows(page, 0, 1)
    if (screen.isPhone) {
      await page.getByRole('button', { name: 'Status' }).click()
      await page.getByRole('menuitem', { name: 'Contacted' }).click()
    } else await page.keyboard.press('2')
    await untilTold(page, '2 contacts are now “Contacted”')
    if (showsStatus)
      await untilSays(page.locator('[data-row="1"]').getByText('Contacted', { exact: true }), 'Contacted')
    if (screen.width === 1440) {
      const whoAndWhen = [expect.stringMatching(/\nYou, \d+ [A-Z][a-z]+(\n|$)/)]
      await expect.poll(() => page.locator('[data-row="1"]').allInnerTexts()).toEqual(whoAndWhen)
    }
    await open('/contacts?status=contacted')
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('2')
    const details = await openRow(page, 0)
    await untilSays(details, 'You wrote on')
    await details.getByLabel('Note').fill('Asked to call back in May.')
    await details.getByRole('button', { name: 'Save note' }).click()
    await details.getByLabel('Tags').fill('spring, berlin')
    await details.getByLabel('Tags').press('Enter')
    await details.getByRole('button', { name: 'Show the history' }).click()
    await untilSays(details, 'Tags: spring, berlin')
    await untilSays(details, 'Note: Asked to call back in May.')
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})

describe('the work of a colleague', () => {
  it('WORK-6: is seen before somebody else writes, and narrows down what is revealed', async () => {
    const email = newEmail('owner')
    const { apiKey } = await stage.createAccount({ email, password })
    const found = await stage.call('POST', '/api/v1/contacts/search', {
      key: apiKey,
      body: { person: { has_verified_email: true }, limit: 3 },
    })
    const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
    await stage.reveal(apiKey, ids)
    const body = { kind: 'contacts', ids: [ids[1]], status: 'contacted' }
    await stage.call('PATCH', '/api/v1/work-items', { key: apiKey, body })
    const { page, open, enter: signIn, leave } = await stage.visit()
    await signIn(email)
    await open('/revealed?status=contacted')
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('1 contact')
    if (showsStatus)
      await untilSays(page.locator('[data-row="0"]').getByText('Contacted', { exact: true }), 'Contacted')
    await selectRows(page, 0)
    await untilSays(page.getByTestId('others-at-work'), 'An API key wrote on')
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear selection' }).click()
    const details = await openRow(page, 0)
    await untilSays(details.getByTestId('others-at-work'), 'An API key wrote on')
    // Whoever changes something else of it has not written.
    await details.getByLabel('Tags').fill('spring')
    await details.getByLabel('Tags').press('Enter')
    await details.getByRole('button', { name: 'Show the history' }).click()
    await untilSays(details, 'Tags: spring')
    await untilSays(details.getByTestId('others-at-work'), 'An API key wrote on')
    await open('/revealed')
    await page.getByLabel('Select all').click()
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Won' }).click()
    await untilTold(page, '3 contacts are now “Won”')
    if (showsStatus)
      await expect.poll(() => page.locator('[data-row]').getByText('Won', { exact: true }).count()).toBe(3)
    await page.getByLabel('Status', { exact: true }).selectOption('Lost')
    await page.getByText('No revealed contact has the status “Lost”').waitFor()
    await leave()
  })
})

describe('owner, tags and time', () => {
  it('WORK-6: an owner is set for all that is selected, and is a filter like tags and the time since somebody worked on it', async () => {
    const { page, open, leave } = await enter()
    const total = () => page.getByTestId('total').textContent()
    const all = await total()
    await selectRows(page, 0, 1, 2)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'You', exact: true }).click()
    await untilTold(page, 'Owner of 3 contacts: You.')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    const details = await openRow(page, 0)
    await details.getByLabel('Tags').fill('Spring')
    await details.getByLabel('Tags').press('Enter')
    await details.getByRole('button', { name: 'Show the history' }).click()
    await details.getByText('Tags: Spring').waitFor()
    await open('/contacts')
    const inWork = (act: (filters: Locator) => Promise<void>) =>
      inFilters(page, async (filters) => {
        const head = filters.getByRole('button', { name: 'Work', exact: true })
        if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
        await act(filters)
      })
    await inWork(async (filters) => void (await filters.getByRole('combobox', { name: 'Owner' }).selectOption('You')))
    await page.getByRole('button', { name: 'Remove the filter Owner: You' }).waitFor()
    await expect.poll(total).toBe('3')
    await inWork(async (filters) => {
      await filters.getByLabel('Tags').fill('spring')
      await filters.getByLabel('Tags').press('Enter')
    })
    await page.getByRole('button', { name: 'Remove the filter Tag: spring' }).waitFor()
    await expect.poll(total).toBe('1')
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear all' }).click()
    await inWork((filters) => filters.getByRole('button', { name: 'Nobody worked on it for: 7 d' }).click())
    await page.getByRole('button', { name: 'Remove the filter No work: last 7 days' }).waitFor()
    const left = (Number(all!.replaceAll(',', '')) - 3).toLocaleString('en-US')
    await expect.poll(total).toBe(left)
    await leave()
  })
})

describe('all contacts that a search found', () => {
  it('JOB-34: go into a list as a job, without a credit', async () => {
    const { page, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    const total = await page.getByTestId('total').textContent()
    await untilSays(page.getByRole('button'), `Select all ${total}`)
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    await untilSays(page.getByTestId('quote'), `${total} selected`)
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Everybody')
    await page.keyboard.press('Enter')
    await untilTold(page, `Adding ${total} contacts to “Everybody”`)
    await runJobs()
    await goToPlace(page, 'Lists')
    await page.getByRole('link', { name: /Everybody/ }).click()
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(`${total} contacts`)
    await meterSays(page, '1,000 of 1,000 left')
    await leave()
  })
})
