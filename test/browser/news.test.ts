import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedStore } from '../../src/catalog/import-record.ts'
import { judgeNews } from '../../src/watches/watches-fixture.ts'
import { toastWith, untilClosed, untilSays, untilSearched } from './elements.ts'
import { goToPlace, inNavigation } from './interactions.ts'
import { auditPage, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const store = (domain: string, apps: string[]): ImportedStore => ({
  domain,
  name: domain.split('.')[0]!,
  apps,
  contacts: [
    {
      source_id: domain,
      full_name: 'Ada Lovelace',
      title: 'Founder',
      emails: [{ email: `ada@${domain}`, status: 'verified', type: 'work', is_primary: true }],
    },
  ],
})

/** What an import and the watching that follows it do, without the wait for either. */
async function importStores(...stores: ImportedStore[]): Promise<void> {
  const { app } = stage
  await importCatalogue(app.database, { channelKeys: app.channelKeys, source: readRecords(stores) })
  await judgeNews(app)
}

const fromNowOn = 'A watch tells what is new from now on.'

describe('news', () => {
  it('WATCH-12: a saved search is watched, says how many are new, marks them in its rows, and tells each once', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    const run = randomLetters(10).toLowerCase()
    const app = `Watched ${run}`
    await importStores(store(`known-${run}.example`, [app]))
    await open(`/contacts?app=${encodeURIComponent(app)}`)
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByRole('menuitem', { name: 'Save this search' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Uses the new app')
    const preview = dialog.getByTestId('news-preview')
    await expect
      .poll(() => preview.locator('p').allInnerTexts())
      .toEqual(['In the last 30 days: 1 contact would have been news.', `Ada L*** · known-${run}`, fromNowOn])
    await dialog.getByLabel('News').selectOption('weekly')
    expect(await auditPage(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await untilClosed(page)
    await toastWith(page, 'will be in News, and in one email a week').waitFor()
    // What the preview showed was before.
    await open('/news')
    await page.getByText(/^Watched since \d+ .*Earlier news is not listed\.$/).waitFor()
    await page.getByTestId('news-preview').getByText('1 contact would have been news').waitFor()

    await importStores(store(`later-${run}.example`, [app]), store(`known-${run}.example`, [app]))
    await open('/contacts')
    const saved = page.getByRole('button', { name: /^Saved searches/ })
    await expect.poll(() => saved.getAttribute('aria-label')).toBe('Saved searches, 1 new')
    await saved.click()
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Uses the new app' }).click()
    await untilSearched(page)
    const marked = page.locator('[data-row]').filter({ hasText: 'New' })
    await expect.poll(() => marked.allInnerTexts()).toEqual([expect.stringContaining(`later-${run}`)])
    // Seen: the count is gone, the mark stays until the tab is closed.
    await expect.poll(() => saved.getAttribute('aria-label')).toBe('Saved searches, Uses the new app is open')

    await goToPlace(page, 'News')
    await page.getByRole('heading', { name: 'Uses the new app' }).waitFor()
    await page.getByText(/^1 match since \d+ /).waitFor()
    const row = page.getByRole('row').filter({ hasText: `later-${run}` })
    await untilSays(row, 'Begins to match')
    expect(await page.getByRole('row').count()).toBe(2)
    expect(await page.getByRole('combobox', { name: 'News of Uses the new app' }).inputValue()).toBe('weekly')
    expect(await auditPage(page)).toEqual([])
    await row.getByRole('link').click()
    await page.waitForURL(/contacts\?domain=later-[a-z]+\.example&open=ct_/)
    await leave()
  })

  it('WATCH-13: a store is followed from its page, a list is watched, and the count in the navigation goes with the visit', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    const domain = `followed-${randomLetters(10).toLowerCase()}.example`
    await importStores(store(domain, ['Before']))
    await open(`/stores/${domain}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await toastWith(page, 'will be in News').waitFor()
    await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
    await importStores(store(domain, ['Before', 'After']))
    await open('/lists')
    await page.getByRole('row').filter({ hasText: 'Followed stores' }).filter({ hasText: '1 new' }).waitFor()
    await inNavigation(page, (navigation) => navigation.getByRole('link', { name: /^News\s*1 new$/ }).waitFor())
    await inNavigation(page, (navigation) => navigation.getByRole('link', { name: /^News/ }).click())
    await page.getByRole('row').filter({ hasText: 'After added' }).waitFor()
    await inNavigation(page, (navigation) => navigation.getByRole('link', { name: 'News', exact: true }).waitFor())
    await page.getByRole('link', { name: 'Open list' }).click()
    await page.getByRole('button', { name: 'Followed stores is watched' }).click()
    const preview = page.getByTestId('news-preview')
    await preview.getByText('In the last 30 days: 1 store would have been news.').waitFor()
    expect((await preview.locator('p').allInnerTexts()).slice(1)).toEqual([
      `${domain.split('.')[0]} · ${domain}`,
      fromNowOn,
    ])
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Not watched' }).click()
    await page.getByRole('button', { name: 'Watch Followed stores' }).waitFor()
    await leave()
  })

  it('WATCH-12: opening News is a visit to the one that it shows, and to no other that has news', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await open('/news')
    const run = randomLetters(10).toLowerCase()
    for (const app of [`First ${run}`, `Second ${run}`]) {
      const saved = { name: app, kind: 'stores', query: { store: { apps: { any: [app] } } } }
      await page.evaluate(`(async () => {
        const post = async (path, body) => (await fetch('/api/v1' + path, {
          method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
        })).json()
        const { id } = await post('/saved-searches', ${JSON.stringify(saved)})
        await post('/watches', { saved_search_id: id })
      })()`)
    }
    await importStores(
      store(`first-${run}.example`, [`First ${run}`]),
      store(`second-${run}.example`, [`Second ${run}`]),
    )
    const visits: string[] = []
    page.on('request', (request) => request.url().endsWith('/visit') && visits.push(request.url()))
    await open('/news')
    const watched = page.getByRole('navigation', { name: 'What is watched' }).getByRole('link')
    await expect.poll(() => watched.filter({ hasText: '1 new' }).count()).toBe(1)
    const shown = await page.getByRole('heading', { level: 2 }).innerText()
    // What is visited is asked about again, and only then would the next be chosen.
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe(shown)
    expect(visits).toHaveLength(1)
    await watched.filter({ hasText: '1 new' }).click()
    await expect.poll(() => watched.filter({ hasText: '1 new' }).count()).toBe(0)
    expect(visits).toHaveLength(2)
    await leave()
  })
})
