/** What an operator does with a keyboard beyond the pages of the menu: the erasure of a shared mailbox, and a view of an account's pages. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { createOperator } from '../../src/operator/operators.ts'
import { confirmRequest, openRequest } from '../../src/privacy/requests.ts'
import { codeOf } from '../support/authenticator.ts'
import { hashOnce } from '../support/hash-once.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function signInOperator(page: Page): Promise<void> {
  const email = newEmail('operator')
  const { database, clock } = stage.app
  await createOperator(database, clock, { email, name: 'Olga', passwordHash: await hashOnce.hash(password) })
  await page.goto('/operator')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up the second factor' }).waitFor()
  const secret = (await page.locator('dd strong').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
}

async function askFor(email: string): Promise<string> {
  const { database, clock, channelKeys: keys } = stage.app
  const person = (full_name: string) => ({ full_name, emails: [{ email, status: 'verified' as const }] })
  const source = readRecords([{ domain: 'shared-box.example', contacts: [person('Dan Shared'), person('Eve Shared')] }])
  await importCatalogue(database, { source, channelKeys: keys })
  return database.transaction(async (tx) => {
    const asked = { kind: 'erase' as const, language: 'en' as const, ask: { email } }
    const number = await openRequest(tx, { clock, keys }, asked)
    await confirmRequest(tx, clock, number)
    return number
  })
}

it('OPERATOR-16, OPERATOR-19: who asked from a shared mailbox is ticked with the keyboard, at every width', async () => {
  const number = await askFor('team@shared-box.example')
  const { page, leave } = await stage.visit()
  await signInOperator(page)
  await page.goto(`/operator/privacy-requests/${number}`)
  await page.getByText('Carry out', { exact: true }).press('Enter')
  for (const width of [320, 768, 1280, 1680]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await auditPage(page)]).toEqual([width, []])
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
    expect([width, beyond <= 0]).toEqual([width, true])
  }
  await page.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await page.getByRole('alert').getByText('Tick who asked. Nobody was erased.').waitFor()
  await page.getByText('Carry out', { exact: true }).press('Enter')
  await page.getByLabel(/Dan Shared/).press('Space')
  await page.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await page.getByRole('status').getByText('The request is carried out.').waitFor()
  const erased = await stage.app.database.query<{ name: string | null }>(sql`
    SELECT full_name AS name FROM contacts JOIN stores USING (store_id) WHERE domain = 'shared-box.example' ORDER BY 1`)
  expect(erased).toEqual([{ name: 'Eve Shared' }, { name: null }])
  // The form without a tick is a 400.
  await leave(/status of 400/)
})

it('OPERATOR-20: a view of an account’s pages has a banner on each, which says as whom and until when, and ends it', async () => {
  const owner = await stage.createOwner({ name: 'Seen & Sons' })
  const { page, leave } = await stage.visit()
  await signInOperator(page)
  await page.goto(`/operator/accounts?find=${encodeURIComponent(owner)}`)
  await page.getByRole('link', { name: 'Seen & Sons' }).press('Enter')
  await page.getByText('See what they see').press('Enter')
  await page.locator('details[open]').getByLabel('Reason').fill('They see no results')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/operator'))
  for (const path of ['/contacts', '/stores', '/settings']) {
    await page.goto(path)
    const banner = page.getByRole('status').filter({ hasText: 'Support view of Olga: Seen & Sons as' })
    await banner.getByText('Nothing can be changed, and channels are not shown.').waitFor()
  }
  await page.goto('/settings/billing')
  await page.getByText('Nothing can be changed in a support view.').waitFor()
  expect(await page.getByText('Only owners and admins can manage billing.').count()).toBe(0)
  expect(await auditPage(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the console' }).press('Enter')
  await page.getByRole('button', { name: 'End the view' }).press('Enter')
  await page.getByRole('heading', { name: 'Seen & Sons' }).waitFor()
  await page.goto('/contacts')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // Without the view, the pages know nobody.
  await leave(/status of 401/)
})
