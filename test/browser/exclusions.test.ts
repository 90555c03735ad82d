/** Whom an account knows already: pasted or from a file, and left out of searches. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { toastWith, untilSearched } from './elements.ts'
import { closeDetails, inFilters, openRow } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner())
  return visit
}

describe('exclusions', () => {
  it('EXCL-10: are pasted, leave people out of searches with their count, and can be shown', async () => {
    const { page, open, leave } = await enter()
    await untilSearched(page)
    const total = async () => Number((await page.getByTestId('total').textContent())!.replaceAll(',', ''))
    const all = await total()
    const domain = /of (\S+)$/.exec((await page.locator('[data-row="0"] input').getAttribute('aria-label'))!)![1]!
    await open('/settings/exclusions')
    await page.getByRole('button', { name: 'New exclusion list' }).click()
    await page.getByLabel('Reason').fill('Customers')
    await page
      .getByLabel('Emails, domains or LinkedIn profiles')
      .fill(`https://www.${domain}/\nnobody@known.example\n???`)
    await page.getByText('1 line not understood: ???').waitFor()
    await page.getByLabel('Ends').selectOption('In 90 days')
    await page.getByRole('button', { name: 'Exclude 2' }).click()
    await toastWith(page, 'excludes 2 entries').waitFor()
    // EXCL-9: the table says when it ends.
    await page.getByRole('row', { name: /Customers/ }).waitFor()
    expect(await page.getByText('Never', { exact: true }).count()).toBe(0)
    expect(await auditPage(page)).toEqual([])
    await open('/contacts')
    await expect.poll(total).toBeLessThan(all)
    const left = all - (await total())
    await page.getByRole('button', { name: `${left} left out` }).click()
    await expect.poll(total).toBe(all)
    const mark = page.getByText('Excluded', { exact: true }).first()
    await mark.waitFor()
    // Whole, next to the name or below it.
    expect(await mark.evaluate((tag) => tag.scrollWidth - tag.clientWidth)).toBeLessThanOrEqual(0)
    await leave()
  })

  it('EXCL-4, EXCL-10: where excluded contacts are shown, every count has them, and nothing offers to reveal them', async () => {
    const email = newEmail('excludes')
    const { apiKey: key } = await stage.createAccount({ email, password })
    const founders = { person: { roles_any: ['founder'] }, limit: 1 }
    const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: founders })
    const { store } = found.body.data[0] as { store: { domain: string } }
    const entries = [{ domain: store.domain }]
    await stage.call('PUT', '/api/v1/exclusions/customers', { key, body: { entries } })
    const { page, enter, open, leave } = await stage.visit()
    await enter(email)
    await open('/contacts?role=founder&excluded=show')
    await page.getByText('Excluded', { exact: true }).first().waitFor()
    await inFilters(page, (filters) =>
      expect
        .poll(() => filters.locator('label', { hasText: /^Founder/ }).innerText())
        .toContain(found.body.total.toLocaleString('en-US')),
    )
    const details = await openRow(page, 0)
    await details.getByText('Your account excludes this contact').waitFor()
    await details.getByRole('link', { name: 'Open Exclusions' }).waitFor()
    expect(await details.getByRole('button', { name: /^Reveal/ }).count()).toBe(0)
    expect(await auditPage(page)).toEqual([])
    await closeDetails(page)
    if (!screen.isPhone) {
      await page.keyboard.press('r')
      await toastWith(page, 'neither revealed nor charged').waitFor()
    }
    await open(`/stores/${store.domain}`)
    await page.getByText('Everybody here is excluded, or has nothing to reveal.').waitFor()
    await page.getByRole('button', { name: /^\d+ left out$/ }).click()
    await page.getByRole('grid').getByText('Excluded', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Reveal the decision makers' }).count()).toBe(0)
    await leave()
  })

  it('EXCL-10: are read from a spreadsheet of five hundred customers in any encoding, and what is no text is refused', async () => {
    const { page, open, leave } = await enter()
    const total = async () => Number((await page.getByTestId('total').textContent())!.replaceAll(',', ''))
    await untilSearched(page)
    const all = await total()
    const stores = await stage.store.database.query<{ domain: string }>(
      sql`SELECT domain FROM stores JOIN contacts USING (store_id) GROUP BY domain ORDER BY domain LIMIT 20`,
    )
    const rows = stores.map(({ domain }, at) => `Küche ${at};;${domain}`)
    const others = Array.from({ length: 480 }, (_, at) => `Müller ${at};m${at}@known.example;known.example`)
    const sheet = Buffer.from(`\ufeff${['Name;Email;Website', ...rows, ...others].join('\r\n')}`, 'utf16le')
    await open('/settings/exclusions')
    await page.getByRole('button', { name: 'New exclusion list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Customers')
    const take = (name: string, buffer: Buffer) =>
      dialog.getByLabel('Or a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await take('customers.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]))
    await dialog.getByText('This is not a text file.', { exact: false }).waitFor()
    // As a spreadsheet of the West writes it: read wrong, its domain would be another one.
    await take('western.csv', Buffer.from('Name;Email;Website\r\nMüller;;küche.example\r\n', 'latin1'))
    await dialog.getByText('1 domain', { exact: false }).waitFor()
    expect(await dialog.getByLabel('Emails, domains or LinkedIn profiles').inputValue()).toContain('küche.example')
    await take('utf8.csv', Buffer.from('Müller;;küche.example', 'utf8'))
    await expect
      .poll(() => dialog.getByLabel('Emails, domains or LinkedIn profiles').inputValue())
      .toBe('Müller;;küche.example')
    await take('customers.csv', sheet)
    await dialog.getByText('480 emails, 20 domains').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Exclude 500' }).click()
    await toastWith(page, 'excludes 500 entries').waitFor()
    await open('/contacts')
    await expect.poll(total).toBeLessThan(all)
    await page.getByRole('button', { name: `${all - (await total())} left out` }).waitFor()
    await leave()
  })
})
