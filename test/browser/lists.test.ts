import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyState, toastWith, untilClosed, untilSays, untilSearched, untilTold } from './elements.ts'
import { goToPlace, meterSays, openRow, scrollRows, selectRows, sortBy } from './interactions.ts'
import { auditPage, focusOf, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

describe('revealed contacts and lists', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  /** Somebody with so many contacts revealed, on the page that keeps them or on another one. */
  async function enter(
    count: number,
    { path = '/revealed', ...options }: Parameters<Stage['visit']>[0] & { path?: string } = {},
  ): Promise<Visit> {
    const email = `${crypto.randomUUID()}@lists.example`
    const { apiKey } = await stage.createAccount({ email, password })
    const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: count } })
    const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
    for (let at = 0; at < ids.length; at += 10) await stage.reveal(apiKey, ids.slice(at, at + 10))
    const visit = await stage.visit(options)
    await visit.enter(email)
    await visit.open(path)
    if (path === '/revealed') await visit.page.getByRole('row').nth(1).waitFor()
    return visit
  }

  it('contacts go into a new list, come out again, and stay revealed', async () => {
    const { page, leave } = await enter(5)
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('5 contacts')
    await selectRows(page, 0)
    if (screen.isPhone) await selectRows(page, 1, 2)
    else for (const key of ['j', 'j', 'X']) await page.keyboard.press(key)
    await page.getByTestId('selected').filter({ hasText: /^3 / }).waitFor()
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring outreach')
    await page.keyboard.press('Enter')
    await toastWith(page, '3 contacts').waitFor()
    await goToPlace(page, 'Lists')
    await page.getByRole('row').filter({ hasText: 'Spring outreach' }).getByText('You', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Spring outreach' }).click()
    await page.waitForURL('**/lists/lst_*')
    await page.getByRole('heading', { name: 'Spring outreach', level: 1 }).waitFor()
    await page.getByTestId('total').filter({ hasText: '3 contacts' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(4)

    // LIST-13: what has a status, and what has none.
    await selectRows(page, 0)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Contacted' }).click()
    await toastWith(page, 'Contacted').waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('Contacted')
    await page.getByTestId('total').filter({ hasText: '1 contact with the status Contacted' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Status', { exact: true }).selectOption('No status')
    await page.waitForURL('**/lists/lst_*?status=none')
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page.getByLabel('Status', { exact: true }).selectOption('Won')
    await emptyState(page).getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(4)

    await selectRows(page, 0)
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await goToPlace(page, 'Revealed')
    await expect.poll(() => page.getByRole('row').count()).toBe(6)
    await leave()
  })

  it('contacts that are not revealed go into a list, and all of them are revealed from there', async () => {
    const { page, leave } = await enter(1, { path: '/contacts?email=yes&revealed=no' })
    await selectRows(page, 0, 1)
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('To reveal')
    await page.keyboard.press('Enter')
    await toastWith(page, '2 contacts').waitFor()
    await goToPlace(page, 'Lists')
    await page.getByRole('link', { name: 'To reveal' }).click()
    await page.getByRole('row').filter({ hasText: '***' }).first().waitFor()
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Reveal all' }).click()
    await page.getByTestId('reveal-quote').getByText('2 new').waitFor()
    await page.getByRole('button', { name: 'Spend 2 credits' }).click()
    await toastWith(page, 'You can close this tab').waitFor()
    await stage.app.queue.runWaiting()
    await meterSays(page, '997 of 1,000 left')
    await expect.poll(() => page.locator('[role=row] a[href^="mailto:"]').count()).toBeGreaterThanOrEqual(2)
    await leave()
  })

  it('LIST-16: the key l adds the row, or all that is selected, to a list, and letters in its menu are no other keys', async () => {
    const { page, leave } = await enter(1, { path: '/contacts?email=yes' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Add the selection or row to a list').waitFor()
    await page.keyboard.press('Escape')
    await untilClosed(page)
    // The row that the keys are on is selected for it.
    await page.keyboard.press('j')
    await expect.poll(() => focusOf(page)).toBe('0')
    await page.keyboard.press('l')
    await untilSays(page.getByRole('menuitem'), 'New list')
    await page.getByRole('menuitem', { name: 'New list' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('Xenial')
    await page.keyboard.press('Enter')
    await untilTold(page, '1 contact in “Xenial”')
    await untilClosed(page)
    // And all that is selected, in other tables, too. The letters of its name choose a list, and select no row.
    for (const [address, count] of [
      ['/contacts?email=yes', 2],
      ['/revealed', 1],
    ] as const) {
      await page.goto(address)
      await page.getByRole('row').nth(1).waitFor()
      await selectRows(page, ...Array.from({ length: count }, (_, at) => at))
      await page.keyboard.press('l')
      await untilSays(page.getByRole('menuitem'), 'Xenial')
      await page.keyboard.type('x')
      await untilSays(page.locator('[role=menuitem]:focus'), 'Xenial')
      await page.keyboard.press('Enter')
      await untilTold(page, `${count} contact${count === 1 ? '' : 's'} in “Xenial”`)
    }
    await leave()
  })

  it('stores go into a list of their own, from the table and from their page', async () => {
    const { page, leave } = await enter(1, { path: '/stores' })
    await selectRows(page, 0, 1)
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shops')
    await page.keyboard.press('Enter')
    await toastWith(page, '2 stores').waitFor()
    await goToPlace(page, 'Lists')
    await page.getByRole('link', { name: 'Shops' }).click()
    await page.getByTestId('total').filter({ hasText: '2 stores' }).waitFor()
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('link', { name: 'Contacts at these stores' }).click()
    await page.waitForURL(/\/contacts\?list=lst_/)
    await page.getByRole('button', { name: 'Remove the filter List: Shops' }).waitFor()
    await leave()
  })

  it('LIST-15: a list of stores is sorted as a whole, and its order stands in the address', async () => {
    const email = `${crypto.randomUUID()}@lists.example`
    const { apiKey: key } = await stage.createAccount({ email, password, requestsPerMinute: 10_000 })
    const searched = async (body: object) => (await stage.call('POST', '/api/v1/stores/search', { key, body })).body
    const half = await searched({ limit: 100 })
    const rest = await searched({ limit: 100, cursor: half.next_cursor })
    const stores = [...half.data, ...rest.data] as { id: string; name: string }[]
    const list = (await stage.call('POST', '/api/v1/lists', { key, body: { name: 'Many', kind: 'stores' } })).body.id
    await stage.call('POST', `/api/v1/lists/${list}/items`, { key, body: { ids: stores.map(({ id }) => id) } })
    const { page, enter: signIn, open, leave } = await stage.visit()
    await signIn(email)
    await open(`/lists/${list}`)
    const firstRow = () => page.locator('[data-row="0"]')
    const inQuery = { store: { list_id: list }, limit: 1 }
    const best = async (sort: string) => (await searched({ ...inQuery, sort })).data[0].name as string
    await sortBy(page, 'Store', 'name')
    await page.waitForURL(`**/lists/${list}?sort=name`)
    await expect.poll(() => firstRow().textContent()).toContain(await best('name'))
    await page.getByLabel('Sort by').selectOption('Most contacts')
    await expect.poll(() => firstRow().textContent()).toContain(await best('contacts'))
    expect(await auditPage(page)).toEqual([])
    await page.reload()
    await expect.poll(() => firstRow().textContent()).toContain(await best('contacts'))
    await page
      .getByTestId('total')
      .filter({ hasText: `${stores.length} stores` })
      .waitFor()

    // The usual order: what was added last.
    await page.goBack()
    await expect.poll(() => firstRow().textContent()).toContain(await best('name'))
    await page.getByLabel('Sort by').selectOption('Last added')
    await page.waitForURL(`**/lists/${list}`)
    await leave()
  })

  it('the spreadsheet holds what is shown, and the words stand in the address', async () => {
    const { page, leave } = await enter(60)
    const name = (await page.getByRole('row').nth(3).locator('.font-medium').first().textContent())!
    await page.getByLabel('Find in revealed contacts').fill(name.toUpperCase())
    await page.waitForURL('**/revealed?words=*')
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(10)
    await untilSearched(page)
    const shown = (await page.getByRole('row').count()) - 1
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    await page.getByRole('menuitem', { name: 'CSV, all channels' }).press('Enter')
    const sheet = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(sheet).toHaveLength(shown + 1)
    expect(sheet[1]).toContain(name)
    await page.reload()
    await page.getByText(name, { exact: true }).first().waitFor()
    await page.getByLabel('Find in revealed contacts').fill('nobody of this name')
    await emptyState(page).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()

    // The second page is asked for by scrolling.
    await page.getByRole('row').nth(3).waitFor()
    await scrollRows(page)
    await expect
      .poll(async () => Number(await page.getByRole('row').last().getAttribute('aria-rowindex')))
      .toBeGreaterThan(55)
    await leave()
  })

  it('a list is renamed, shared and deleted on a phone, with a question before it goes', async () => {
    const { page, leave } = await enter(3, { isOnPhone: true, path: '/lists' })
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Later')
    await page.getByRole('button', { name: 'Create list' }).click()
    await emptyState(page).waitFor()
    expect(await auditPage(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

    await page.getByRole('button', { name: 'Change Later' }).click()
    await page.getByRole('menuitem', { name: 'Make private' }).click()
    await toastWith(page, 'Only you').waitFor()
    await page.getByRole('button', { name: 'Change Later' }).click()
    await page.getByRole('menuitem', { name: 'Share with the account' }).click()
    await toastWith(page, 'Everyone').waitFor()
    await page.getByRole('button', { name: 'Change Later' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Sooner')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Change Sooner' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    // The dialog has to be there before a key can close it.
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Change Sooner')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('It will be deleted for everyone in the account.').waitFor()
    await page.getByRole('button', { name: 'Delete list' }).click()
    await toastWith(page, 'deleted').waitFor()
    await leave()
  })

  it('holds no axe violation with rows, a selection and the drawer open', async () => {
    const { page, leave } = await enter(3)
    await selectRows(page, 0)
    await openRow(page, 0)
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})
