/** What pages say, and keep, when the server refuses or fails. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { closeDetails, openRow, revealRow, selectRows } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('members who may not buy credits are told who can', async () => {
  const email = newEmail('member')
  const { accountId } = await stage.createAccount({ email, password, credits: 0 })
  await stage.store.database.query(sql`UPDATE members SET role = 'member' WHERE account_id = ${accountId}`)
  const { page, signIn, leave } = await stage.visit()
  await signIn(email)
  const who = 'An owner or admin can fix this in Settings, Billing.'
  const details = await openRow(page, 2)
  await details.getByText(who).waitFor()
  await closeDetails(page)
  await selectRows(page, 0)
  await page.getByRole('region', { name: 'Selection' }).getByText(who).waitFor()
  expect(await page.getByRole('link', { name: 'Add credits' }).count()).toBe(0)
  expect(await auditPage(page)).toEqual([])
  await leave()
})

it('a reveal that is refused for something else than credits says so, and offers nothing to buy', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  const message = 'This account is suspended. Nothing was changed or spent.'
  await page.route('**/api/v1/contacts/reveal', (route) =>
    route.fulfill({ status: 403, json: { error: { type: 'permission_error', code: 'account_suspended', message } } }),
  )
  await revealRow(page, 0)
  const refusal = page.getByRole('dialog', { name: 'This reveal was refused' })
  await refusal.getByText(message).waitFor()
  expect(await refusal.getByRole('link').count()).toBe(0)
  await leave(/status of 403/)
})

it('a list stays on its page, with its selection, when it cannot be read again', async () => {
  const email = newEmail('list')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const ids = (await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 2 } })).body.data.map(
    ({ id }: { id: string }) => id,
  )
  const list = (await stage.call('POST', '/api/v1/lists', { key, body: { name: 'Spring', kind: 'contacts' } })).body
  await stage.call('POST', `/api/v1/lists/${list.id}/items`, { key, body: { ids } })
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open(`/lists/${list.id}`)
  await selectRows(page, 0)
  let failures = 0
  await page.route('**/api/v1/lists?*', (route) => {
    failures += 1
    return route.fulfill({
      status: 500,
      json: { error: { type: 'api_error', code: 'internal_error', message: 'Failed.' } },
    })
  })
  await page.getByRole('button', { name: 'Change Spring' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer')
  await page.keyboard.press('Enter')
  // It is asked once more.
  await expect.poll(() => failures).toBe(2)
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  await page.getByTestId('quote').filter({ hasText: '1 selected' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await leave(/status of 500/)
})
