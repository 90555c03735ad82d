/** What is shown is explained where it stands, all means all in lists, and a reveal goes where somebody wants it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toastWith, untilSearched } from './elements.ts'
import { detailsOf, inFilters, openCommandMenu, openRow, typeInCommandMenu } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function prepare(contacts: number) {
  const email = newEmail('whole')
  const { apiKey: key } = await stage.createAccount({ email, password, requestsPerMinute: 10_000 })
  const call = async (method: 'POST' | 'GET' | 'PATCH', path: string, body?: object) =>
    (await stage.call(method, `/api/v1${path}`, { key, ...(body && { body }) })).body
  const ids: string[] = []
  for (let cursor: string | null = null; ids.length < contacts; ) {
    const page = await call('POST', '/contacts/search', {
      person: { has_verified_email: true },
      limit: 100,
      ...(cursor && { cursor }),
    })
    ids.push(...page.data.map(({ id }: { id: string }) => id))
    cursor = page.next_cursor
  }
  return { email, key, call, ids: ids.slice(0, contacts) }
}

it('what the status of an email means is said in the filter and in the details, before and after the reveal', async () => {
  const meaning = 'A mail server confirmed that the mailbox exists'
  const { email, call } = await prepare(0)
  // Who comes first depends on ids; of some, a verified email is not the best.
  const { data } = await call('POST', '/contacts/search', { person: { email_statuses_any: ['verified'] }, limit: 100 })
  type Preview = { id: string; best_email: { status: string } | null }
  const { id } = data.find(({ best_email }: Preview) => best_email?.status === 'verified')
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/contacts?email-status=verified')
  await untilSearched(page)
  await inFilters(page, async (filters) => {
    const head = filters.getByRole('button', { name: 'Email quality', exact: true })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    await filters.getByText(meaning).or(filters.getByTitle(meaning)).first().waitFor()
  })
  await open(`/contacts?email-status=verified&open=${id}`)
  const details = detailsOf(page)
  await details.getByText(meaning).waitFor()
  await details.getByRole('button', { name: 'Reveal for 1 credit' }).click()
  await details.getByText(`verified: ${meaning.toLowerCase()}`, { exact: false }).first().waitFor()
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('a reveal of many goes into a list that is there already', async () => {
  const { email, call } = await prepare(1)
  const list = await call('POST', '/lists', { name: 'There already', kind: 'contacts' })
  const { page, signIn, leave } = await stage.visit()
  await signIn(email)
  await untilSearched(page)
  await page.getByLabel('Select all loaded rows').click()
  await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add to list').selectOption('There already')
  const spend = dialog.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
  const count = Number(/\d+/.exec((await spend.textContent())!)![0])
  await spend.click()
  await toastWith(page, 'You can close this tab').waitFor()
  await stage.app.queue.runWaiting()
  const { data } = await call('GET', '/lists')
  expect(data).toMatchObject([{ id: list.id, items: count }])
  await leave()
})

const cutWorkers = `[...document.querySelectorAll('[data-row] p')]
  .filter(({ innerText, scrollWidth, clientWidth }) => /^An API key/.test(innerText) && scrollWidth > clientWidth)
  .map(({ innerText }) => innerText)`

it('a list says whose it is and who sees it, and select all in it takes all, not those that are loaded', async () => {
  const { email, ids, call } = await prepare(120)
  const list = await call('POST', '/lists', { name: 'Long', kind: 'contacts' })
  await call('POST', `/lists/${list.id}/items`, { ids })
  await call('PATCH', `/contacts/${ids.at(0)}/work`, { status: 'contacted' })
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/lists')
  const row = page.getByRole('row').filter({ hasText: 'Long' })
  if (!screen.isPhone) expect(await row.innerText()).toMatch(/An API key\s+Everyone/)
  await row.getByRole('link', { name: 'Long' }).click()
  await page.getByTestId('total').filter({ hasText: '120 contacts' }).waitFor()
  await page.getByText(/Shared · made by an API key/).waitFor()
  if (screen.width === 1440) {
    const worker = page.getByText(/^An API key, \d+ [A-Z]/)
    await worker.waitFor()
    expect(await page.evaluate<string[]>(cutWorkers)).toEqual([])
  }
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await page.getByTestId('quote').filter({ hasText: '120 selected' }).waitFor()
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('all that is selected of revealed contacts costs nothing: nobody else is offered in their place', async () => {
  const { email, key, ids } = await prepare(60)
  for (let at = 0; at < ids.length; at += 10) await stage.reveal(key, ids.slice(at, at + 10))
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/contacts?revealed=yes')
  await page.getByLabel('Select all loaded rows').click()
  await page.getByRole('button', { name: 'Select all 60' }).click()
  await expect.poll(() => page.getByTestId('quote').textContent()).toBe('60 selected')
  expect(await page.locator('[data-reveals]').count()).toBe(0)
  await page.getByRole('button', { name: /^Add to list/ }).waitFor()
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('the command menu does what its words say: invite, export, report bounces', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  for (const [typed, action, path] of [
    ['invite', 'Invite a member', '/settings/members'],
    ['export', 'Export revealed contacts', '/revealed'],
    ['bounced', 'Report bounced emails', '/usage#bounced-emails'],
  ] as const) {
    await open('/contacts')
    await openCommandMenu(page)
    await typeInCommandMenu(page, typed)
    await page.getByRole('option', { name: action }).click()
    await page.waitForURL((url) => url.pathname + url.hash === path)
  }
  // Far down the page: what the command says is in sight.
  const report = page.getByRole('button', { name: 'Report bounced emails' })
  const { height } = page.viewportSize()!
  await expect.poll(async () => (await report.boundingBox())?.y).toBeLessThan(height)
  await leave()
})

it('an email has one line wherever there is space for it', async () => {
  const { email, key, ids } = await prepare(10)
  await stage.reveal(key, ids)
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  for (const path of ['/revealed', '/contacts?revealed=yes']) {
    await open(path)
    await page.locator('[role=row] a[href^="mailto:"]').first().waitFor()
    const wrapped = await page.evaluate<string[]>(`[...document.querySelectorAll('[role=row] a[href^="mailto:"]')]
      .filter((link) => {
        const cell = link.closest('[role=gridcell]') ?? link.closest('[role=row]')
        const [copy, style] = [link.cloneNode(true), getComputedStyle(link)]
        Object.assign(copy.style, { position: 'absolute', whiteSpace: 'nowrap', font: style.font })
        document.body.append(copy)
        const needed = copy.getBoundingClientRect().width
        copy.remove()
        return link.getBoundingClientRect().height > 1.5 * parseFloat(style.lineHeight) && needed + 24 < cell.clientWidth
      })
      .map((link) => link.textContent)`)
    expect([path, wrapped]).toEqual([path, []])
  }
  await leave()
})

it('the facts of a store are the same in the details of a contact and on its page', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await open('/contacts')
  const details = await openRow(page, 0)
  const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/\s+/g, ' '))
  const inDetails = details.getByRole('region', { name: 'Store', exact: true }).locator('dl > div')
  await inDetails.nth(2).waitFor()
  const facts = plain(await inDetails.allInnerTexts())
  expect(facts.length).toBeGreaterThanOrEqual(3)
  await details.locator('a[href^="/stores/"]').first().click()
  await page.getByRole('region', { name: 'Facts' }).waitFor()
  const shown = plain(await page.getByRole('main').locator('dl > div').allInnerTexts())
  expect(shown).toEqual(expect.arrayContaining(facts))
  await leave()
})
