import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { viewports } from './chromium.ts'
import { untilSpent } from './elements.ts'
import { revealSelected, selectRows } from './interactions.ts'
import { auditPage, openStage, password, type Stage, type Visit } from './people.ts'

describe('the usage page', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  /** One contact revealed in the web application, two by a key. */
  async function enter(): Promise<Visit> {
    const email = `${crypto.randomUUID()}@usage.example`
    const { apiKey } = await stage.createAccount({ email, password })
    const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 40 } })
    const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
    await stage.reveal(apiKey, ids.slice(-2))
    const visit = await stage.visit()
    await visit.signIn(email)
    await selectRows(visit.page, 0)
    await revealSelected(visit.page)
    await untilSpent(visit.page, 1)
    await visit.page.goto('/usage')
    await visit.page.getByRole('list', { name: 'Credits by source' }).waitFor()
    return visit
  }

  it('says by day, door, member and key where the credits went, and every sum is the ledger’s; holds no axe violation and stays within its width', async () => {
    const { page, leave } = await enter()
    expect(await page.getByRole('list', { name: 'Credits by source' }).textContent()).toMatch(/Web\s*1/)
    expect(await page.getByRole('list', { name: 'Credits by source' }).textContent()).toMatch(/API\s*2/)
    const spenders = page.getByRole('region', { name: 'Credits by member and key' }).getByRole('row')
    const sums = async () =>
      (await spenders.allInnerTexts()).slice(1).map((row) => Number(/\d+$/.exec(row.trim())?.[0]))
    await expect.poll(sums).toEqual([2, 1])
    const lines = page.getByRole('region', { name: 'Lines of the statement' })
    await lines.getByText('One credit each. Opening them again is free.').first().waitFor()
    await page.getByLabel('Kind of entries').selectOption('Refunds')
    await page.getByText('No refunds yet.').waitFor()
    for (const device of ['desktop', 'phone'] as const) {
      await page.setViewportSize(viewports[device])
      expect(await auditPage(page), device).toEqual([])
    }
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await leave()
  })

  it('USAGE-7: says from when the used credits count, by the minute on the first day', async () => {
    const { page, leave } = await enter()
    const sinceWhen = page.getByText(/^3 of 1,000 used since /)
    expect(await sinceWhen.innerText()).toMatch(/since (\d\d:\d\d today|\d+ \w{3})/)
    await leave()
  })

  it('USAGE-8: an act of more entries than a page is one line from the beginning', async () => {
    const email = `${crypto.randomUUID()}@usage.example`
    const { apiKey } = await stage.createAccount({ email, password })
    const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 55 } })
    for (const { id } of found.body.data) await stage.reveal(apiKey, [id])
    const visit = await stage.visit()
    await visit.enter(email)
    await visit.open('/usage')
    const lines = visit.page.getByRole('region', { name: 'Lines of the statement' })
    await lines.getByText('Revealed 55 contacts').waitFor()
    await lines.getByRole('button', { name: 'In 55 requests' }).waitFor()
    expect(await visit.page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await visit.leave()
  })

  it('USAGE-9: what is spent elsewhere while the page is open moves the chart and the statement with the balance', async () => {
    const email = `${crypto.randomUUID()}@usage.example`
    const { apiKey } = await stage.createAccount({ email, password })
    const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 3 } })
    const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
    const { page, enter: enterAs, open, leave } = await stage.visit()
    await enterAs(email)
    await open('/usage')
    const lines = page.getByRole('region', { name: 'Lines of the statement' })
    await lines.getByRole('row').nth(1).waitFor()
    await stage.reveal(apiKey, ids)
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText(/^3 of 1,000 used since /).waitFor()
    await lines.getByText('Revealed 3 contacts').waitFor()
    expect(await page.getByRole('list', { name: 'Credits by source' }).textContent()).toMatch(/API\s*3/)
    await leave()
  })

  it('the chart is read by keys, and as a table', async () => {
    const { page, leave } = await enter()
    const days = page.getByRole('group', { name: /Credits by day/ }).getByRole('button')
    await expect.poll(() => days.count()).toBe(31)
    await days.last().focus()
    expect(await days.last().getAttribute('aria-label')).toContain('3 credits')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toContain('nothing spent')
    await page.getByText('Show as table').click()
    const rows = page.getByRole('region', { name: 'Credits by day and source' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByText('92 days').click()
    await expect.poll(() => days.count()).toBe(92)
    await leave()
  })
})
