import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { findOwnedAccount } from '../../src/members/owners.ts'
import { noteToldErasures } from '../../src/privacy/erasure-confirmations.ts'
import { languageNames, textsIn } from '../../src/privacy/languages/languages.ts'
import { auditPage, newEmail, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

it('PRIVACY-2: a person with a keyboard gets from the first page to the copy, and every page of it is accessible', async () => {
  const email = newEmail('privacy')
  const contacts = [{ full_name: 'Zebulon Quartz', title: 'Head of Sales', emails: [{ email, status: 'verified' }] }]
  await importCatalogue(stage.app.database, {
    channelKeys: stage.app.channelKeys,
    source: readRecords([{ domain: 'privacy-pages.example', contacts }]),
  })
  const { page, leave } = await stage.visit()
  const look = async () => {
    expect(await auditPage(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
      0,
    )
  }
  await page.goto('/privacy')
  await look()
  await page.getByRole('link', { name: 'Get a copy' }).press('Enter')
  await page.getByLabel('Your email address').fill('no address')
  // Browsers that do not check addresses leave it to us.
  await page.evaluate("document.querySelector('form').noValidate = true")
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await look()
  await page.getByLabel('Your email address').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await look()
  await stage.app.queue.runWaiting()
  const mail = stage.mails.findLast(({ to }) => to === email)!
  await page.goto(/\/privacy\/requests\/[A-Za-z0-9]+/.exec(mail.text)![0])
  await look()
  await page.getByRole('button', { name: 'Show my data' }).press('Enter')
  await page.getByText('Zebulon Quartz').waitFor()
  await look()
  for (const language of languageNames) {
    await page.goto(`/privacy/correct?language=${language}`)
    await page.getByRole('heading', { name: textsIn(language).kinds.correct.name }).waitFor()
    await look()
  }
  await leave(/status of 400/)
})

it('PRIVACY-14: somebody confirms in the settings that the copies of an erased person are deleted', async () => {
  const email = await stage.createOwner({ name: 'Erasing Ltd' })
  const { page, enter, leave } = await stage.visit()
  await enter(email)
  const { database, clock } = stage.app
  const accountId = (await findOwnedAccount(database, email))!
  const id = 'ct_live_ErasedPersonAbcd'
  await database.transaction((tx) => noteToldErasures(tx, clock, accountId, [id]))
  await page.goto('/settings/erasures')
  const button = page.getByRole('button', { name: `Deleted in our systems: ${id}` })
  await button.waitFor()
  expect(await auditPage(page)).toEqual([])
  await button.press('Enter')
  await page.getByText('Confirmed for 1 contact.').waitFor()
  await page.getByText(/^Deleted \d/).waitFor()
  await leave()
})
