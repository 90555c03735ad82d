/** Status of contacts and stores by one key each, notes, and all that was found in a file. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { untilSays, untilSearched, untilTold } from './elements.ts'
import { closeDetails, inNavigation, openRow } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const totalOf = async (page: Page): Promise<number> =>
  Number((await page.getByTestId('total').textContent())!.replaceAll(/\D/g, ''))

const statuses = [
  ['1', 'New', 'new'],
  ['2', 'Contacted', 'contacted'],
  ['3', 'Replied', 'replied'],
  ['4', 'Won', 'won'],
  ['5', 'Lost', 'lost'],
] as const

it.each([
  ['store', '/stores'],
  ['contact', '/contacts'],
])(
  'WORK-6: of a %s each key sets its status, which is a column and a filter, and 0 takes it away',
  async (noun, path) => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await open(path)
    await untilSearched(page)
    // Next to the filters there is no space for every column.
    if (screen.width === 1440) await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.keyboard.press('j')
    for (const [key, label] of statuses) {
      await page.keyboard.press(key)
      await untilTold(page, `1 ${noun} is now “${label}”.`)
      if (screen.width === 1440)
        await untilSays(page.locator('[data-row="0"]').getByText(label, { exact: true }), label)
    }
    await open(`${path}?status=lost`)
    await untilSearched(page)
    expect(await totalOf(page)).toBe(1)
    for (const [, , other] of statuses.slice(0, -1)) {
      await open(`${path}?status=${other}`)
      await untilSearched(page)
      expect([other, await totalOf(page)]).toEqual([other, 0])
    }
    await open(`${path}?status=lost`)
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('0')
    await untilTold(page, `The status of 1 ${noun} was removed.`)
    await open(`${path}?status=lost`)
    await untilSearched(page)
    expect(await totalOf(page)).toBe(0)
    await leave()
  },
)

it('WORK-6: in lists and in Revealed the status is a column, set by the same keys', async () => {
  const email = newEmail('keys')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 1 } })
  const { id, store } = found.body.data[0]
  await stage.reveal(key, [id])
  const lists: string[] = []
  for (const [kind, item] of [
    ['contacts', id],
    ['stores', store.domain],
  ]) {
    const list = (await stage.call('POST', '/api/v1/lists', { key, body: { name: `Of ${kind}`, kind } })).body.id
    await stage.call('POST', `/api/v1/lists/${list}/items`, { key, body: { ids: [item] } })
    lists.push(list)
  }
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  for (const [path, noun, status, label] of [
    ['/revealed', 'contact', '2', 'Contacted'],
    [`/lists/${lists[0]}`, 'contact', '3', 'Replied'],
    [`/lists/${lists[1]}`, 'store', '4', 'Won'],
  ] as const) {
    await open(path)
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press(status)
    await untilTold(page, `1 ${noun} is now “${label}”.`)
    if (screen.width === 1440) await untilSays(page.locator('[data-row="0"]').getByText(label, { exact: true }), label)
  }
  const works = await Promise.all(
    [`/contacts/${id}/work`, `/stores/${store.domain}/work`].map((path) =>
      stage.call('GET', `/api/v1${path}`, { key }),
    ),
  )
  expect(works.map(({ body }) => body.status)).toEqual(['replied', 'won'])
  await leave()
})

it('WORK-6: no row says that it has no status before that is known', async () => {
  // Elsewhere the column has no space, and is not asked for.
  if (screen.width !== 1440) return
  const { page, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v1/work-items/find', async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/v1/work-items/find')
  await page.goto('/stores')
  await untilSearched(page)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await asked
  await page.getByRole('columnheader', { name: 'Status' }).waitFor()
  const row = page.locator('[data-row="0"]')
  expect(await row.getByText('No status').count()).toBe(0)
  answer()
  await expect.poll(() => row.getByText('No status').count()).toBe(1)
  await leave()
})

it('WORK-7: a note is saved when its field is left, also for another contact and by going back', async () => {
  const email = newEmail('notes')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const { page, signIn, leave } = await stage.visit()
  await signIn(email)
  const noteOf = async (id: string) => (await stage.call('GET', `/api/v1/contacts/${id}/work`, { key })).body.note
  const opened = () => new URL(page.url()).searchParams.get('open')!
  const field = (await openRow(page, 0)).getByLabel('Note')
  await field.fill('Call back in May.')
  const first = opened()
  if (screen.isPhone) await closeDetails(page)
  await page.locator('[data-row="1"] .font-medium').first().click()
  await expect.poll(opened).toMatch(/^ct_/)
  await expect.poll(opened).not.toBe(first)
  await expect.poll(() => noteOf(first)).toBe('Call back in May.')
  const second = opened()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('Met in Ulm.')
  await page.goBack()
  await expect.poll(opened).not.toBe(second)
  await expect.poll(() => noteOf(second)).toBe('Met in Ulm.')
  expect(await noteOf(first)).toBe('Call back in May.')
  await leave()
})

it('WORK-7: tags are saved when their field is left, also by going back', async () => {
  const email = newEmail('tags')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const { page, signIn, leave } = await stage.visit()
  await signIn(email)
  const field = (await openRow(page, 0)).getByLabel('Tags')
  await field.fill('spring, berlin')
  const id = new URL(page.url()).searchParams.get('open')!
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('open'))
  const tagsOf = async () => (await stage.call('GET', `/api/v1/contacts/${id}/work`, { key })).body.tags
  await expect.poll(tagsOf).toEqual(['spring', 'berlin'])
  await leave()
})

it('JOB-34: all stores that a search found are exported by a job, at a price in search rows, and the file is in the navigation', async () => {
  const email = newEmail('export')
  const { accountId } = await stage.createAccount({ email, password })
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/stores')
  const selectAll = async (): Promise<number> => {
    await untilSearched(page)
    const total = await totalOf(page)
    await page.getByLabel('Select all loaded rows').click()
    await untilSays(page.getByRole('button'), `Select all ${total}`)
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    return total
  }
  const total = await selectAll()
  const quote = page.getByTestId('quote')
  await untilSays(quote, `an export or a list uses ${total} search rows of`)
  expect(await auditPage(page)).toEqual([])
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await untilTold(page, `Exporting ${total} stores. The file will be in the navigation.`)
  await stage.app.queue.runWaiting()
  const saved = page.waitForEvent('download')
  await inNavigation(page, async (navigation) => {
    const job = navigation.getByRole('region', { name: 'Export finished' })
    await untilSays(job, `${total} rows exported`)
    await job.getByRole('button', { name: 'Download CSV' }).click()
    await saved
  })
  const [head, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toMatch(/(^|,)domain(,|$)/)
  expect(rows).toHaveLength(total)

  // With fewer search rows left it says so before, and takes as many as there are.
  const usage = await page.request.get('/api/v1/usage')
  const { limit } = ((await usage.json()) as { web_search_rows: { limit: number } }).web_search_rows
  await stage.store.owner.query(
    sql`UPDATE search_row_counters SET web_rows_used = ${limit - 150} WHERE account_id = ${accountId}`,
  )
  await open('/stores')
  await selectAll()
  const [, left] = /only (\d+) search rows left/.exec((await quote.innerText()).replaceAll('\n', ' '))!
  expect(Number(left)).toBeLessThan(total)
  await page.getByRole('button', { name: `Export the first ${left}` }).waitFor()
  await leave()
})
