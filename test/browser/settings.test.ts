import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { toastWith, untilClosed } from './elements.ts'
import { closeDetails, inFilters, openCommandMenu, openRow, revealSelected, selectRows } from './interactions.ts'
import { auditPage, focusOf, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('the settings', () => {
  async function enter(path: string): Promise<Visit & { email: string }> {
    const email = await stage.createOwner({ name: 'Tea & Soap' })
    const visit = await stage.visit()
    await visit.enter(email)
    await visit.page.goto(path)
    return { ...visit, email }
  }

  it('make a webhook, show each delivery with its body, and rotate the secret', async () => {
    const { page, open, leave } = await enter('/settings/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill('https://10.0.0.1/inside')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Address').fill('https://hooks.receiver.example/prospector')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = (await page.getByTestId('webhook-secret').textContent())!
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByText('nothing delivered yet').waitFor()

    await open('/contacts')
    await selectRows(page, 0)
    await revealSelected(page)
    await toastWith(page, '1 credit').waitFor()
    await stage.app.webhooks.runDue()
    await open('/settings/webhooks')
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('"type": "reveal.created"').waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await toastWith(page, 'sent again').waitFor()
    expect(await auditPage(page)).toEqual([])

    await page.getByRole('button', { name: 'Change https://hooks.receiver.example/prospector' }).click()
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    expect(await page.getByTestId('webhook-secret').textContent()).not.toBe(secret)
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    // The refused address is what the console reports.
    await leave(/status of 400/)
  })

  it('make a key for a part of the API alone, and change it later', async () => {
    const { page, leave } = await enter('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Reader')
    await page.getByLabel('Reveal contacts and read contacts revealed before (spends credits)').uncheck()
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByTestId('new-key').textContent())!
    // It is shown this once: neither a stray click nor Escape, pressed however often, takes it away.
    await page.mouse.click(5, 5)
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
    expect(await page.getByTestId('new-key').textContent()).toBe(key)
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    await expect.poll(() => focusOf(page)).toBe('New key')
    const found = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 1 } })
    expect((await stage.reveal(key, [found.body.data[0].id])).body.error.code).toBe('insufficient_scope')

    await page
      .getByRole('row', { name: /Reader/ })
      .getByRole('button', { name: 'Edit' })
      .click()
    await page.getByLabel('Name').fill('Nightly reader')
    await page.getByLabel('Monthly credit limit').fill('a few')
    await page.getByText('Enter a whole number', { exact: false }).waitFor()
    await page.getByLabel('Monthly credit limit').fill('5')
    await page.getByLabel('Expires').fill('2099-12-31')
    await page.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /Nightly reader/ })
    await row.getByText('0 of 5').waitFor()
    await row.getByText('31 Dec 2099').or(row.getByText('1 Jan 2100')).waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Expires').fill('2001-01-01')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await row.getByText('0 of 5').waitFor()
    await row.getByRole('button', { name: 'Revoke' }).press('Enter')
    await page.getByRole('button', { name: 'Revoke key' }).press('Enter')
    await row.getByText('Revoked').waitFor()
    await expect.poll(() => focusOf(page)).toBe('API keys')
    // The refusal of a day that is over is the one thing the console may report.
    await leave(/status of 400/)
  })

  it('MODE-1: make a test key in an account without a plan, which reveals invented contacts', async () => {
    const visit = await stage.visit()
    await visit.enter(await stage.createOwner({ status: 'none' }))
    await visit.open('/settings/keys')
    const { page, leave } = visit
    await page.getByRole('button', { name: 'New test key' }).click()
    await page.getByLabel('Name').fill('Trying out')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByTestId('new-key').textContent())!
    expect(key).toMatch(/^psk_test_/)
    await page.getByRole('dialog').getByText('It reaches test mode alone', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    await page
      .getByRole('row', { name: /Trying out/ })
      .getByText('Test', { exact: true })
      .waitFor()
    // Without a choice it may do everything, and spend all test credits.
    const { body, text } = await stage.reveal(key, ['ct_test_VerifiedEmailOne'])
    expect(body.data?.[0].emails[0].email, text).toBe('vera@magic.example')
    expect(body.credits.spendable_now).toBe(999)
    expect((await stage.call('GET', '/api/v1/webhooks', { key })).status).toBe(200)
    await leave()
  })

  it('turn the second factor on with a scan, and show backup codes once that open the door', async () => {
    const { page, email, leave } = await enter('/settings/profile')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code with the secret for an authenticator app' }).waitFor()
    const secret = await copied(page, 'Copy the secret')
    await page.getByLabel('Code from the app').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn it on' }).click()
    const codes = (await copied(page, 'Copy the backup codes')).split('\n')
    expect(codes.length).toBeGreaterThanOrEqual(5)
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).waitFor()
    expect(await page.getByText(codes[0]!).count()).toBe(0)
    await leave()

    const again = await stage.visit()
    await again.page.goto('/sign-in')
    await again.page.getByLabel('Email').fill(email)
    await again.page.getByLabel('Password').fill(password)
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByRole('button', { name: 'Use a backup code' }).click()
    await again.page.getByLabel('Backup code').fill(codes[0]!)
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByTestId('total').waitFor()
    await again.leave()
  })

  it('list where one is signed in, and sign out everywhere else', async () => {
    const { page, email, leave } = await enter('/settings/profile')
    const elsewhere = await stage.visit()
    await elsewhere.signIn(email)
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Your sessions' }).getByRole('row')
    await expect.poll(() => sessions.count()).toBe(3)
    await expect.poll(() => sessions.nth(1).textContent()).toMatch(/Chrome on (Linux|macOS)/)
    await expect.poll(() => sessions.nth(1).textContent()).toContain('This browser')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await toastWith(page, 'Signed out').waitFor()
    await expect.poll(() => sessions.count()).toBe(2)

    await inFilters(elsewhere.page, async (filters) => {
      await filters.getByLabel('With: Phone').click()
      await elsewhere.page.waitForURL('**/sign-in?next=**')
    })
    await elsewhere.leave(/status of 401/)
    await page.goto('/contacts')
    await page.getByTestId('total').waitFor()
    await leave()
  })

  it('keep the last owner, with the reason, and let everybody else go', async () => {
    const { page, leave } = await enter('/settings/profile')
    const leaveNow = async () => {
      await page.getByRole('button', { name: 'Leave Tea & Soap' }).click()
      await page.getByRole('button', { name: 'Leave account' }).click()
    }
    await leaveNow()
    await page.getByRole('status').getByText('owner', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Leave Tea & Soap' }).waitFor()

    // Another owner is there: now the first may go.
    const colleague = newEmail('settings')
    await stage.createAccount({ email: colleague, password })
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Email').fill(colleague)
    await page.getByLabel('Role').selectOption('owner')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await toastWith(page, `Invitation sent to ${colleague}.`).waitFor()
    await page.getByRole('region', { name: 'Invitations' }).getByText(colleague).waitFor()
    const other = await stage.visit()
    await other.enter(colleague)
    await other.page.goto(/https?:\/\/\S+/.exec(stage.mails.findLast(({ to }) => to === colleague)!.text)![0])
    await other.page.getByRole('button', { name: 'Accept the invitation' }).click()
    await other.page.waitForURL('**/contacts')
    await other.leave()
    await page.goto('/settings/profile')
    await leaveNow()
    await page.waitForURL('**/sign-in')
    await leave(/status of 4/)
  })

  /** What the button puts onto the clipboard. */
  async function copied(page: Page, label: string): Promise<string> {
    await page.evaluate('navigator.clipboard.writeText("")')
    await page.getByRole('button', { name: label }).click()
    const read = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(read).not.toBe('')
    return read()
  }
})

describe('what floats above a page', () => {
  it('holds no axe violation', async () => {
    const { page, signIn, leave } = await stage.visit()
    await signIn(await stage.createOwner({ credits: 20 }))
    const findings: string[] = []
    const audit = async (name: string) =>
      findings.push(...(await auditPage(page)).map((finding) => `${name}: ${finding}`))
    await selectRows(page, 0)
    await page.getByTestId('quote').waitFor()
    await openRow(page, 0)
    await audit('the details and the selection bar')
    if (screen.isPhone) await closeDetails(page)
    await page.getByLabel('Select all loaded rows').click()
    await page.getByText(/only 20 left/).waitFor()
    await audit('short of credits')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    if (!screen.isPhone) await closeDetails(page)
    await selectRows(page, 0, 1, 2)
    await revealSelected(page)
    await page.getByRole('dialog', { name: 'Reveal 3 contacts?' }).waitFor()
    await audit('the question before a reveal')
    await page.keyboard.press('Escape')
    await untilClosed(page)
    if (screen.isPhone) {
      await openCommandMenu(page)
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('shortcuts')
      await page.keyboard.press('Enter')
    } else await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await audit('the list of keys')
    await page.keyboard.press('Escape')
    await untilClosed(page)
    await openCommandMenu(page)
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('set')
    await audit('the command menu')
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').waitFor()
    await audit('a new key')
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').waitFor()
    await audit('an invitation')
    await page.goto('/settings/profile')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await audit('the second factor')
    expect(findings).toEqual([])
    await leave()
  })

  it('holds no axe violation on a phone', async () => {
    const { page, signIn, leave } = await stage.visit({ isOnPhone: true })
    await signIn(await stage.createOwner())
    const findings: string[] = []
    const audit = async (name: string) =>
      findings.push(...(await auditPage(page)).map((finding) => `${name}: ${finding}`))
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').waitFor()
    await audit('the navigation')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    await audit('the filters')
    await page.keyboard.press('Escape')
    await page.locator('[data-row="0"]').click()
    await page.getByRole('dialog', { name: 'Contact' }).waitFor()
    await audit('the contact')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search and commands' }).click()
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
    await audit('the command menu')
    expect(findings).toEqual([])
    await leave()
  })
})
