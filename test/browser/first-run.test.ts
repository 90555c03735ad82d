import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { planOffer, toastWith, untilSearched, untilSpent } from './elements.ts'
import { closeDetails, meterSays, openRow, revealSelected, selectRows } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'
import { screen } from './screen.ts'

describe('the first two minutes', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  it('lead from sign-up through the trial to the first reveal and its export', async () => {
    const email = newEmail('first-run')
    const { page, leave } = await stage.visit()
    await page.goto('/')
    await page.waitForURL('**/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByLabel('Work email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Confirm your email' }).waitFor()

    const link = () => /https?:\/\/\S+/.exec(stage.mails.find(({ to }) => to === email)?.text ?? '')?.[0]
    await expect.poll(link).toBeDefined()
    await page.goto(link()!)
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await planOffer(page).waitFor()

    // The catalogue sells the trial: rounded totals as one filters, and ten invented rows. The card comes last.
    const total = async () => {
      await untilSearched(page)
      return Number((await page.getByTestId('total').textContent())!.replace(/\D/g, ''))
    }
    const whole = await total()
    await page.goto('/contacts?seniority=executive&email=yes')
    await planOffer(page).getByText('match your filters', { exact: false }).waitFor()
    await expect.poll(total).toBeLessThan(whole)
    await expect.poll(() => page.locator('[data-row]', { hasText: 'Example' }).count()).toBe(10)
    expect(await page.getByTestId('total').textContent()).toMatch(/^(About \d|Fewer than 100)/)
    expect(await page.getByLabel('Name or title').count()).toBe(0)
    await openRow(page, 0)
    await page.getByText('You need a plan to reveal contacts', { exact: false }).waitFor()
    expect(await auditPage(page)).toEqual([])
    await closeDetails(page)
    await planOffer(page).getByRole('button', { name: 'Start the trial' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Start trial' }).click()

    await page.waitForURL('**/contacts?seniority=executive&email=yes')
    await toastWith(page, 'trial has started').waitFor()
    await meterSays(page, '250 of 250 left')
    const start = page.getByRole('region', { name: 'Getting started' })
    await start
      .getByText(screen.isPhone ? 'Reveal the first one' : 'It costs 1 credit; opening it again is free.')
      .waitFor()
    await untilSearched(page)
    await selectRows(page, 0)
    await revealSelected(page)
    await untilSpent(page, 1)

    await start.getByText(screen.isPhone ? 'Your first reveal is done.' : 'All set').waitFor()
    await start.getByRole('link', { name: screen.isPhone ? 'See it' : 'Revealed' }).click()
    // The bar of the page that is left has an "Export", too.
    await page.getByRole('heading', { name: 'Revealed' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV, all channels' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    await page.reload()
    await page.getByRole('row').nth(1).waitFor()
    await expect.poll(() => start.count()).toBe(0)
    await leave()
  })

  it('a key made here works in a program, and its spend appears in the statement', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('A robot')
    await page
      .getByRole('checkbox', { name: 'Reveal contacts and read contacts revealed before (spends credits)' })
      .check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByTestId('new-key').textContent())!
    const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 1 } })
    const revealed = await stage.reveal(key, [found.body.data[0].id])
    expect(revealed.body.credits.spent).toBe(1)
    await page.goto('/usage')
    await page.getByRole('region', { name: 'Lines of the statement' }).getByText('Revealed 1 contact').waitFor()
    await page.getByText('A robot').first().waitFor()
    await page.goto('/settings/keys')
    await page
      .getByRole('row', { name: /A robot/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page
      .getByRole('row', { name: /A robot/ })
      .getByText('Revoked')
      .waitFor()
    expect((await stage.call('GET', '/api/v1/usage', { key })).status).toBe(401)
    await leave()
  })

  it('a CSV of 250 domains is enriched and comes back as a file', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    const stores = await stage.store.database.query<{ domain: string }>(
      sql`SELECT domain FROM stores ORDER BY domain LIMIT 120`,
    )
    const unknown = Array.from({ length: 130 }, (_, at) => `unknown-${at}.example`)
    const csv = [
      'Company;Domain',
      ...[...stores.map(({ domain }) => domain), ...unknown].map((domain) => `"A; B";${domain}`),
    ]
    await page.goto('/enrich')
    await page.getByLabel('File with domains').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.join('\r\n')),
    })
    await expect.poll(() => page.getByTestId('enrich-progress').textContent()).toBe('250 of 250 domains')
    await page.getByTestId('enrich-found').filter({ hasText: /^120 / }).waitFor()
    // A look at one of them, and a reload, lose nothing.
    await page.getByRole('region', { name: 'Enriched stores' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()
    await page.goBack()
    await page.getByTestId('enrich-progress').waitFor()
    await page.reload()
    await page.getByTestId('enrich-earlier').waitFor()
    await expect.poll(() => page.getByTestId('enrich-progress').textContent()).toBe('250 of 250 domains')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(251)
    expect(lines[0]).toMatch(/^Company,Domain,domain,status,name,/)
    expect(lines[1]).toMatch(new RegExp(`^A; B,${stores[0]!.domain},${stores[0]!.domain},found,`))
    await page.getByRole('button', { name: 'New lookup' }).click()
    await page.reload()
    await page.getByLabel('File with domains').waitFor({ state: 'attached' })
    await leave()
  })
})
