import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { findOwnedAccount } from '../../src/members/owners.ts'
import { noteReportedErasures } from '../../src/privacy/erasure-confirmations.ts'
import { languageNames, textsIn } from '../../src/privacy/languages/languages.ts'
import { privacyKinds } from '../../src/privacy/requests.ts'
import { auditPage, newEmail, openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const texts = textsIn('en')

/** Puts somebody into the catalogue and gives back their address. */
async function importPerson(): Promise<string> {
  const email = newEmail('privacy')
  const contacts = [{ full_name: 'Zebulon Quartz', title: 'Head of Sales', emails: [{ email, status: 'verified' }] }]
  await importCatalogue(stage.app.database, {
    channelKeys: stage.app.channelKeys,
    source: readRecords([{ domain: 'privacy-pages.example', contacts }]),
  })
  return email
}

/** Goes on with Tab until the focus is there, as somebody without a mouse does. */
async function tabTo(page: Page, role: 'link' | 'textbox' | 'button', name: string): Promise<void> {
  const focused = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) === 1) return
  }
  throw new Error(`Tab does not lead to the ${role} “${name}” on ${page.url()}.`)
}

/** What a screen reader says first of a page, and that nothing on it is hidden from one or cut off. */
async function look(page: Page, heading: string, title = heading): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect((await page.title()).slice(0, title.length)).toBe(title)
  expect(await page.getByRole('main').count()).toBe(1)
  expect(await auditPage(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
}

/** What a screen reader adds to the name of the field that has the focus. */
const focusedDescription = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.activeElement.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')",
  )

/** Where each request ends: in the words that a screen reader finds under the heading. */
const ends = {
  copy: 'Zebulon Quartz',
  object: texts.kinds.object.done,
  correct: texts.waiting,
  erase: texts.waiting,
}

for (const kind of privacyKinds) {
  const { name, confirm } = texts.kinds[kind]

  it(`PRIVACY-2: with a keyboard and a screen reader, “${name}” goes from the first page to the answer`, async () => {
    const email = await importPerson()
    const { page, leave } = await stage.visit()
    await page.goto('/privacy')
    await look(page, texts.title)
    await tabTo(page, 'link', name)
    await page.keyboard.press('Enter')
    await look(page, name)
    await tabTo(page, 'textbox', texts.email)
    // Browsers that do not check addresses leave it to us.
    await page.evaluate("document.querySelector('form').noValidate = true")
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(texts.emailWrong).waitFor()
    await look(page, name, texts.emailWrong)
    await tabTo(page, 'textbox', texts.email)
    expect(await focusedDescription(page)).toContain(texts.emailWrong)
    await page.keyboard.type(email)
    if (kind === 'correct') {
      await tabTo(page, 'textbox', texts.jobTitle)
      await page.keyboard.type('Head of Marketing')
    }
    await tabTo(page, 'button', texts.send)
    await page.keyboard.press('Enter')
    await look(page, texts.sent)
    await stage.app.queue.runWaiting()
    const mail = stage.mails.findLast(({ to }) => to === email)!
    await page.goto(/\/privacy\/requests\/[A-Za-z0-9]+/.exec(mail.text)![0])
    await look(page, name, texts.confirmTitle)
    await tabTo(page, 'button', confirm)
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText(ends[kind]).waitFor()
    await look(page, name)
    await leave(/status of 400/)
  })
}

it('PRIVACY-2: every language names its pages and the choice of languages in its own words, and links the address to write to', async () => {
  const { page, leave } = await stage.visit()
  for (const language of languageNames) {
    const { kinds, languages } = textsIn(language)
    await page.goto(`/privacy/correct?language=${language}`)
    await look(page, kinds.correct.name)
    await page.getByRole('navigation', { name: languages, exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await page.goto(`/privacy?language=${language}`)
    const contact = page.getByRole('link', { name: 'privacy@operator.example', exact: true })
    expect(await contact.getAttribute('href')).toBe('mailto:privacy@operator.example')
  }
  await leave()
})

it('PRIVACY-14: somebody confirms in the settings that the copies of an erased person are deleted', async () => {
  const email = await stage.createOwner({ name: 'Erasing Ltd' })
  const { page, enter, leave } = await stage.visit()
  await enter(email)
  const { database, clock } = stage.app
  const accountId = (await findOwnedAccount(database, email))!
  const id = 'ct_live_ErasedPersonAbcd'
  await database.transaction((tx) => noteReportedErasures(tx, clock, accountId, [id]))
  await page.goto('/settings/erasures')
  const button = page.getByRole('button', { name: `Deleted in our systems: ${id}` })
  await button.waitFor()
  expect(await auditPage(page)).toEqual([])
  await button.press('Enter')
  await page.getByText('Confirmed for 1 contact.').waitFor()
  await page.getByText(/^Deleted \d/).waitFor()
  await leave()
})
