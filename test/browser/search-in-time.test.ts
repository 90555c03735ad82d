/** Sorting sorts everything, what changed is a filter and a timeline, and the quality of an email is seen before it is paid for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { untilSearched } from './elements.ts'
import { inFilters, sortBy } from './interactions.ts'
import { auditPage, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(path: string) {
  const visit = await stage.visit()
  await visit.enter(await stage.createOwner())
  await visit.page.goto(`${stage.url}${path}`)
  await untilSearched(visit.page)
  return visit
}

/** The domains in sight, from the boxes that select them. */
const shownDomains = `[...document.querySelectorAll('[data-row] input[type=checkbox]')].map((box) => box.ariaLabel.replace('Select ', ''))`

describe('SEARCH-8: sorting', () => {
  it('orders the whole result, not what is loaded, and stands in the address', async () => {
    const { page, leave } = await enter('/stores')
    const [first] = await stage.store.database.query<{ domain: string }>(sql`
      SELECT domain FROM stores ORDER BY lower(name) COLLATE "C" LIMIT 1`)
    await sortBy(page, 'Store', 'name')
    await expect.poll(async () => (await page.evaluate<string[]>(shownDomains))[0]).toBe(first!.domain)
    expect(new URL(page.url()).searchParams.get('sort')).toBe('name')
    await page.getByLabel('Sort by').selectOption('Most contacts')
    const [most] = await stage.store.database.query<{ domain: string }>(sql`
      SELECT domain FROM stores JOIN contacts USING (store_id) GROUP BY store_id ORDER BY count(*) DESC, lead_fit_score DESC LIMIT 1`)
    await expect.poll(async () => (await page.evaluate<string[]>(shownDomains))[0]).toBe(most!.domain)
    await page.goBack()
    await expect.poll(async () => (await page.evaluate<string[]>(shownDomains))[0]).toBe(first!.domain)
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})

describe('FILTER-13, FILTER-14: what changed', () => {
  it('is a filter with periods, and a timeline on the page of the store', async () => {
    const { page, leave } = await enter('/stores')
    const [lately] = await stage.store.database.query<{ count: number }>(sql`
      SELECT count(DISTINCT store_id)::integer AS count FROM store_changes
      WHERE type = 'app_added' AND observed_at > now() - interval '90 days'`)
    await inFilters(page, async (filters) => {
      await filters.getByRole('button', { name: 'What changed', exact: true }).click()
      await filters.getByRole('button', { name: 'Changed: 90 d' }).click()
      await filters.getByRole('checkbox', { name: 'App added' }).check()
    })
    await page.getByRole('button', { name: 'Remove the filter App added, last 90 days' }).waitFor()
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(String(lately!.count))
    await page.getByLabel('Sort by').selectOption('Latest change')
    await untilSearched(page)
    expect(await auditPage(page)).toEqual([])
    const [domain] = await page.evaluate<string[]>(shownDomains)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.url}/stores/${domain}`)
    const timeline = page.getByRole('region', { name: 'What changed' })
    await page.getByRole('region', { name: 'Work' }).getByLabel('Note').waitFor()
    // It stands far down the page, which does not wait for it.
    expect(asked).not.toContain(`/api/v1/stores/${domain}/changes`)
    await timeline.scrollIntoViewIfNeeded()
    await timeline
      .getByText(/ added$/)
      .first()
      .waitFor()
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})

describe('PREVIEW-4, FILTER-15: the quality of an email', () => {
  it('is seen and asked for before it is paid for', async () => {
    const { page, leave } = await enter('/contacts')
    await inFilters(page, async (filters) => {
      await filters.getByRole('button', { name: 'Email quality', exact: true }).click()
      await filters.getByRole('checkbox', { name: /^Verified/ }).check()
      await filters.getByRole('button', { name: 'Email verified: 90 d' }).click()
    })
    await page.getByRole('button', { name: 'Remove the filter Email verified: last 90 days' }).waitFor()
    await untilSearched(page)
    const [counted] = await stage.store.database.query<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM contacts WHERE EXISTS (
        SELECT FROM unnest(email_kinds, emails_verified_at) AS email (kind, at)
        WHERE kind LIKE 'verified %' AND at > now() - interval '90 days')`)
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(counted!.count.toLocaleString('en-US'))
    await page
      .getByText(/^Verified (today|yesterday|\d+ (days|months) ago)/)
      .first()
      .waitFor()
    expect(await auditPage(page)).toEqual([])
    await leave()
  })
})
