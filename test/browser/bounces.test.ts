import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { closeDetails, detailsOf } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** People whom the account has paid for, each with these names as emails. */
async function revealPeople(apiKey: string, people: string[][]): Promise<{ domain: string; ids: string[] }> {
  const { database, channelKeys } = stage.app
  const domain = `bounced-${randomLetters(10).toLowerCase()}.example`
  const contacts = people.map((names) => ({
    source_id: `${names[0]}@${domain}`,
    full_name: `${names[0]} Keen`,
    emails: names.map((name, at) => ({
      email: `${name}@${domain}`,
      status: 'verified',
      type: 'work',
      is_primary: at === 0,
    })),
  }))
  await importCatalogue(database, { channelKeys, source: readRecords([{ domain, contacts }]) })
  const find = async () => {
    const body = { store: { domains: [domain] } }
    return (await stage.call('POST', '/api/v1/contacts/search', { key: apiKey, body })).body.data as { id: string }[]
  }
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(people.length)
  const ids = (await find()).map(({ id }) => id)
  await stage.reveal(apiKey, ids)
  return { domain, ids }
}

it('BOUNCE-10: one click at an address returns its credit, a pasted list gets a verdict for each, and Usage shows it', async () => {
  const email = newEmail('bounces')
  const { apiKey } = await stage.createAccount({ email, password, credits: 10 })
  const { domain, ids } = await revealPeople(apiKey, [['ada'], ['ben']])
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open(`/revealed?open=${ids[0]}`)
  const first = (await detailsOf(page)
    .getByRole('link', { name: `@${domain}` })
    .getAttribute('href'))!.slice(7)
  const other = first.startsWith('ada') ? `ben@${domain}` : `ada@${domain}`
  await detailsOf(page).getByText('once for each contact').waitFor()
  expect(await auditPage(page)).toEqual([])
  await detailsOf(page)
    .getByRole('button', { name: `${first} bounced? Get the credit back` })
    .click()
  await detailsOf(page).getByText('Credit returned', { exact: true }).waitFor()
  expect(await detailsOf(page).getByText('a mail server confirmed', { exact: false }).count()).toBe(0)
  await detailsOf(page)
    .getByText(/ · bounced$/)
    .waitFor()
  // Opened again, it has no address any more that could be taken for one that works.
  await closeDetails(page)
  await page
    .locator('[data-row]')
    .filter({ hasText: `${first.split('@')[0]} Keen` })
    .locator('.font-medium')
    .first()
    .click()
  await detailsOf(page).getByText('Revealed', { exact: false }).first().waitFor()
  expect(
    await detailsOf(page)
      .getByRole('link', { name: `@${domain}` })
      .count(),
  ).toBe(0)

  await open('/usage')
  await page.getByText('1 returned, until').waitFor()
  await page.getByRole('button', { name: 'Report bounced emails' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Emails that bounced')
    .fill(`${other};452 4.2.2 Mailbox full\n${first}\nnobody@elsewhere.example\nno address here`)
  await dialog.getByText('3 emails · 1 line without an email').waitFor()
  expect(await auditPage(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Report 3' }).click()
  await dialog.getByText('No credits returned.').waitFor()
  const verdictOf = (address: string) => dialog.getByRole('row').filter({ hasText: address }).innerText()
  expect(await verdictOf(other)).toContain('Temporary failure')
  expect(await verdictOf(first)).toContain('Already returned')
  expect(await verdictOf('nobody@elsewhere.example')).toContain('Not revealed by this account')
  expect(await auditPage(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Refund for 1 contact' })
    .filter({ hasText: 'A bounced address' })
    .waitFor()
  await leave()
})

it('BOUNCE-10: an address of several says what brings the credit back, which stays true once it came', async () => {
  const email = newEmail('bounces')
  const { apiKey } = await stage.createAccount({ email, password, credits: 10 })
  const { domain, ids } = await revealPeople(apiKey, [['cleo', 'cleo.keen']])
  const { page, open, enter, leave } = await stage.visit()
  await enter(email)
  await open(`/revealed?open=${ids[0]}`)
  const details = detailsOf(page)
  await details.getByRole('button', { name: `cleo@${domain} bounced? Get the credit back` }).click()
  const noted = details.getByText('Noted: the credit comes back once all emails of this contact have bounced')
  await noted.waitFor()
  await details.getByRole('button', { name: `cleo.keen@${domain} bounced? Get the credit back` }).click()
  await details.getByText('Credit returned', { exact: true }).waitFor()
  await noted.waitFor()
  expect(await details.getByText('has not bounced').count()).toBe(0)
  expect(await auditPage(page)).toEqual([])
  await leave()
})
