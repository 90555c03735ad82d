/** The operator's console with a keyboard, at four widths, in both themes. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { createOperator } from '../../src/operator/operators.ts'
import { codeOf } from '../support/authenticator.ts'
import { hashOnce } from '../support/hash-once.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const widths = [320, 768, 1280, 1680]

it('OPERATOR-19: an operator with a keyboard signs in, finds an account and acts on it; every page is accessible at every width', async () => {
  const email = newEmail('operator')
  const { database, clock } = stage.app
  await createOperator(database, clock, { email, name: 'Olga', passwordHash: await hashOnce.hash(password) })
  const owner = await stage.createOwner({ name: 'Console & Sons' })
  await stage.createOwner({ name: 'Late & Sons', status: 'past_due' })
  const { channelKeys } = stage.app
  await importCatalogue(database, { source: readRecords([{ domain: 'no domain' }]), channelKeys })
  const { page, leave } = await stage.visit()
  let looks = 0
  const look = async () => {
    const width = widths[looks % widths.length]!
    looks += 1
    await page.setViewportSize({ width, height: 900 })
    expect([page.url(), width, await auditPage(page)]).toEqual([page.url(), width, []])
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
    expect([page.url(), width, beyond <= 0]).toEqual([page.url(), width, true])
  }
  await page.goto('/operator')
  await look()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up the second factor' }).waitFor()
  await look()
  const secret = (await page.locator('dd strong').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await look()
  await page.getByRole('link', { name: 'I have saved them' }).press('Enter')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await look()
  await page.getByRole('link', { name: 'Accounts', exact: true }).press('Enter')
  const bottomOf = async (part: Locator) => part.boundingBox().then((box) => Math.round(box!.y + box!.height))
  expect(await bottomOf(page.getByRole('button', { name: 'Find' }))).toBe(await bottomOf(page.getByLabel('Status')))
  await page.getByLabel('Name, email, domain, key prefix or id').fill(owner)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Console & Sons' }).waitFor()
  await look()
  // The status is chosen with the keyboard, too: suspended ones alone, and then those that are active.
  for (const [status, isListed] of [
    ['suspended', false],
    ['active', true],
  ] as const) {
    await page.getByLabel('Status').focus()
    await page.keyboard.type(status)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('status') === status)
    expect([status, await page.getByRole('link', { name: 'Console & Sons' }).count()]).toEqual([
      status,
      isListed ? 1 : 0,
    ])
    expect(await page.getByLabel('Status').inputValue()).toBe(status)
    await look()
  }
  await page.getByRole('link', { name: 'Console & Sons' }).press('Enter')
  await page.getByText('Grant credits').press('Enter')
  await look()
  await page.getByLabel('Credits', { exact: true }).fill('12')
  await page.locator('details[open]').getByLabel('Reason').fill('For the test')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('The credits are granted.').waitFor()
  await look()
  for (const [name, heading] of [
    ['Catalogue', 'Catalogue'],
    ['Requests', 'Requests'],
    ['Billing', 'Billing'],
    ['Plans', 'Plans'],
    ['Reports', 'Reports'],
    ['System', 'System'],
    ['Runbook', 'Runbook'],
    ['Log', 'What operators did'],
    ['You', 'Olga'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).press('Enter')
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await look()
  }
  await page.getByRole('link', { name: 'Catalogue', exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Sources and quality' }).press('Enter')
  await page.getByRole('heading', { name: 'Sources and quality' }).waitFor()
  await look()
  await stage.app.queue.runWaiting()
  await page.reload()
  await page.getByRole('heading', { name: 'Emails by status' }).waitFor()
  for (const width of widths) {
    looks = widths.indexOf(width)
    await look()
  }
  await page.getByRole('link', { name: 'Billing', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Compare now' }).press('Enter')
  await page.getByRole('heading', { name: 'What differs from the payment provider' }).waitFor()
  await look()
  await page.getByRole('link', { name: 'Reports', exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Credits by month' }).press('Enter')
  await page.getByRole('button', { name: 'Show' }).waitFor()
  await look()
  await page.getByRole('link', { name: 'Catalogue', exact: true }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download 1 rejected line of import/ }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-rejects\.csv$/)
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await leave()
})
