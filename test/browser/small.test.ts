/** Details that people stumbled over, one by one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { grantPack } from '../../src/credits/lots.ts'
import { toastWith, untilSearched } from './elements.ts'
import { inFilters, meterSays, openRow } from './interactions.ts'
import { auditPage, openStage, password, type Stage } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('an account without a plan looks around without an error in the console', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner({ status: 'none' }))
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  for (const address of ['/contacts', '/stores', '/enrich', '/revealed', '/usage', '/settings/keys'])
    await open(address)
  expect(errors).toEqual([])
  await leave()
})

it('credits that were bought are told apart from those of the period', async () => {
  const email = `${crypto.randomUUID()}@small.example`
  const { accountId } = await stage.createAccount({ email, password })
  // Two that end on one day are one line.
  for (const credits of [200, 300]) {
    await grantPack(stage.store.database, systemClock, {
      accountId,
      credits,
      expiresAt: new Date(Date.now() + 300 * 86_400_000),
      reference: `in_${accountId}_${credits}`,
      reason: `Credit pack of ${credits}`,
      door: 'billing',
    })
  }
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/usage')
  const sources = page.getByRole('list', { name: 'Where the credits come from' })
  expect(await sources.getByRole('listitem').allInnerTexts()).toEqual([
    '1,000 of the 1,000 of this period',
    expect.stringMatching(/^500 bought, until \d/),
  ])
  await page.getByText('other credits stay until the date next to them', { exact: false }).waitFor()
  await meterSays(page, '1,500 left')
  await meterSays(page, '1,000 of 1,000, and 500 bought')
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('USAGE-6: the meter tells what is left of the period from what is left beside it, also where fewer are left than the period gave', async () => {
  const email = `${crypto.randomUUID()}@small.example`
  const { accountId, apiKey } = await stage.createAccount({ email, password })
  await grantPack(stage.store.database, systemClock, {
    accountId,
    credits: 2,
    expiresAt: new Date(Date.now() + 300 * 86_400_000),
    reference: `in_${accountId}`,
    reason: 'Credit pack of 2',
    door: 'billing',
  })
  const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 5 } })
  await stage.reveal(
    apiKey,
    found.body.data.map(({ id }: { id: string }) => id),
  )
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/usage')
  await meterSays(page, '997 left995 of 1,000, and 2 bought')
  expect(await page.getByText('of 1,000 left').count()).toBe(0)
  if (!screen.isPhone) {
    await page.getByRole('button', { name: 'Collapse the navigation' }).click()
    await page.getByRole('link', { name: '997 credits left: 995 of 1,000, and 2 bought' }).waitFor()
  }
  await leave()
})

it('a reveal in several requests is one line of the statement, which unfolds', async () => {
  const email = `${crypto.randomUUID()}@small.example`
  const { apiKey } = await stage.createAccount({ email, password })
  const found = await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 30 } })
  const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
  for (let at = 0; at < 30; at += 10) await stage.reveal(apiKey, ids.slice(at, at + 10))
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open('/usage')
  const lines = page.getByRole('region', { name: 'Lines of the statement' })
  await lines.getByText('Revealed 30 contacts').waitFor()
  expect(await lines.getByText('Revealed 10 contacts').count()).toBe(0)
  await lines.getByRole('button', { name: 'In 3 requests' }).click()
  expect(await lines.getByText('Revealed 10 contacts').count()).toBe(3)
  expect(await auditPage(page)).toEqual([])
  await lines.getByRole('button', { name: 'In 3 requests' }).click()
  expect(await lines.getByText('Revealed 10 contacts').count()).toBe(0)
  await leave()
})

it('connections say how an agent is connected: the address, a click for each client, and a prompt', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await open('/settings/connections')
  await page.getByText(`${stage.url}/mcp`, { exact: true }).waitFor()
  for (const action of ['Add to Cursor', 'Add to VS Code']) await page.getByRole('link', { name: action }).waitFor()
  // Those run on the internet, where nobody reaches this computer.
  expect(await page.getByText(`can’t reach ${new URL(stage.url).host}`, { exact: false }).count()).toBe(2)
  expect(await page.getByRole('link', { name: /^Open (Claude|ChatGPT)$/ }).count()).toBe(0)
  await page.getByText(`codex mcp add prospector --url ${stage.url}/mcp`, { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Copy the prompt' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('do not reveal anyone')
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(screen.width)
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('connections at a public address offer it to clients on the internet with one click', async () => {
  const { page, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  const address = 'https://prospector.example'
  const context = page.context()
  const cookies = await context.cookies()
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: address })))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address })
  await page.route(`${address}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: stage.url + pathname + search }) })
  })
  await page.goto(`${address}/settings/connections`)
  await page.getByRole('link', { name: 'Open ChatGPT' }).waitFor()
  // What has to be pasted there is in the clipboard. The page itself is of another origin.
  await page.getByText('Open Claude').click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(`${address}/mcp`)
  await leave(/^left the origin: /)
})

it('a new key reads, has a limit and an end, until somebody says otherwise', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await open('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  expect(
    await dialog
      .getByRole('checkbox', { name: 'Reveal contacts and read contacts revealed before (spends credits)' })
      .isChecked(),
  ).toBe(false)
  expect(await dialog.getByRole('checkbox', { name: 'Search contacts and see masked previews' }).isChecked()).toBe(true)
  expect(await dialog.getByLabel('Monthly credit limit').inputValue()).toBe('100')
  expect(await dialog.getByLabel('Expires').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await leave()
})

it('filters are found and named in plain words, and messages do not pile up', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  await inFilters(page, async (filters) => {
    await filters.getByRole('button', { name: 'Apps' }).click()
    expect(await filters.getByLabel('Find an app').getAttribute('placeholder')).toMatch(/^Search \d+ apps$/)
    await filters.getByLabel('Hide: Revealed').click()
  })
  await page.getByRole('button', { name: 'Remove the filter Not revealed' }).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await untilSearched(page)
  if (!screen.isPhone) {
    for (let times = 0; times < 3; times++) await page.keyboard.press('s')
    await toastWith(page, 'Choose a filter first.').waitFor()
    expect(await page.getByTestId('toast').count()).toBe(1)
  }
  await leave()
})

it('a lookup that has just finished is not called an earlier one', async () => {
  const { page, open, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await open('/enrich')
  await page.getByLabel('Domains', { exact: true }).fill('nobody.example')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByTestId('enrich-not-found').filter({ hasText: '1 not found' }).waitFor()
  expect(await page.getByTestId('enrich-earlier').count()).toBe(0)
  await page.reload()
  await page.getByTestId('enrich-earlier').waitFor()
  await leave()
})

it('the contact that was open is open again after the way to the billing page and back', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner({ credits: 0 }))
  const details = await openRow(page, 2)
  const name = await details.locator('p').first().innerText()
  await details.getByRole('link', { name: 'Add credits' }).click()
  await page.waitForURL('**/settings/billing#add-credits')
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect.poll(() => details.locator('p').first().innerText()).toBe(name)
  await leave()
})

it('HOOK-8: on a phone the address of a webhook wraps between its parts, not within a word', async () => {
  const email = `${crypto.randomUUID()}@small.example`
  const { apiKey: key } = await stage.createAccount({ email, password })
  const url = 'https://automations.receiver.example/prospector/incoming-events/production?team=outreach'
  expect((await stage.call('POST', '/api/v1/webhooks', { key, body: { url } })).status).toBe(201)
  const { page, open, enter, leave } = await stage.visit({ isOnPhone: true })
  await enter(email)
  await open('/settings/webhooks')
  await page.getByText(url, { exact: true }).waitFor()
  const pieces = await page.evaluate<{ text: string; lines: number }[]>(`{
    const address = [...document.querySelectorAll('main span')].find((one) => one.textContent === '${url}')
    ;[...address.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return { text: node.data, lines: range.getClientRects().length }
    })
  }`)
  expect(pieces.map(({ text }) => text).join('')).toBe(url)
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces.filter(({ lines }) => lines !== 1)).toEqual([])
  expect(await auditPage(page)).toEqual([])
  await leave()
})

/** For somebody quick: before the timer with which a closing menu gives back the focus. Ends when that has passed and is drawn. */
const closeAndOpenAgain = `(async () => {
  const button = document.querySelector('[aria-haspopup="menu"][data-state="open"]')
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  // The menu is drawn as closed in a microtask.
  await null
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
  await new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve))))
})()`

it('a menu that is opened again while it closes stays open', async () => {
  const { page, enter, leave } = await stage.visit()
  await enter(await stage.createOwner())
  await page.goto('/contacts')
  await untilSearched(page)
  await page.getByRole('main').locator('button[aria-haspopup="menu"]:visible').first().click()
  await page.getByRole('menu').waitFor()
  await page.evaluate(closeAndOpenAgain)
  await expect.poll(() => page.evaluate<string>('document.activeElement.role')).toBe('menu')
  expect(await page.getByRole('menu').count()).toBe(1)
  await page.keyboard.press('Escape')
  await leave()
})
