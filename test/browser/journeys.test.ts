import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { adjustCredits } from '../../src/credits/grants.ts'
import { untilSpent } from './elements.ts'
import {
  closeDetails,
  detailsOf,
  meterSays,
  revealRow,
  revealSelected,
  revealWithoutCredits,
  selectRows,
} from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

describe('journeys through plans and limits', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  /** Somebody new on the trial of the standard plan, with a card on file, as the checkout leaves them. */
  async function startTrial(card?: string): Promise<Visit & { accountId: string }> {
    const email = newEmail('journeys')
    const { accountId } = await stage.createAccount({ email, password, status: 'none' })
    const visit = await stage.visit()
    const { page } = visit
    await page.goto('/sign-in?next=/settings/billing')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await payWith(page, 'Start trial', card)
    await meterSays(page, '250 of 250 left')
    return { ...visit, accountId }
  }

  async function payWith(page: Page, button: string, card = '4242 4242 4242 4242'): Promise<void> {
    await page.getByLabel('Card number').fill(card)
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL('**/settings/billing?checkout=completed')
    await page.getByRole('link', { name: 'Find contacts' }).waitFor()
  }

  it('out of credits: the trial ends for the plan, and the next reveal goes through', async () => {
    const { page, open, accountId, leave } = await startTrial()
    await adjustCredits(stage.store.database, systemClock, accountId, -249, {
      door: 'operator',
      reason: 'All but one',
      period: null,
    })
    await open('/contacts')
    await meterSays(page, '1 of 1 left')
    await revealRow(page, 0)
    // The last credit is all that is left: even one contact is asked about.
    await page.getByRole('button', { name: 'Spend 1 credit' }).click()
    await untilSpent(page, 1)
    if (screen.isPhone) await closeDetails(page)
    await meterSays(page, '0 of 1 left')

    const refusal = await revealWithoutCredits(page, 1)
    await refusal.getByText('1,000 credits right away', { exact: false }).waitFor()
    await refusal.getByRole('link', { name: 'End trial now' }).click()
    await page.getByRole('button', { name: 'End trial now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End trial now' }).click()
    // Back where it began: on a phone with the contact open, above the navigation.
    if (screen.isPhone) {
      await detailsOf(page).waitFor()
      await closeDetails(page)
    }
    await meterSays(page, '1,000 of 1,000 left')

    await open('/contacts')
    await revealRow(page, 1)
    await untilSpent(page, 1)
    if (screen.isPhone) await closeDetails(page)
    await meterSays(page, '999 of 1,000 left')
    await leave()
  })

  it('a payment that fails when the trial ends is said as that, there and on every page', async () => {
    const { page, leave } = await startTrial('4000 0000 0000 0341')
    await page.getByRole('button', { name: 'End trial now' }).click()
    await page.getByRole('dialog').getByText('Pro starts now at $99 a month', { exact: false }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'End trial now' }).click()
    await page.getByText('The card was declined.', { exact: false }).waitFor()
    expect(await page.getByText('has begun', { exact: false }).count()).toBe(0)

    await page.goto('/contacts')
    await page.getByText('The last payment failed. Access ends on', { exact: false }).waitFor()
    await meterSays(page, 'Payment failed, access ends in 7 days')
    await page.getByRole('status').getByRole('button', { name: 'Manage billing' }).waitFor()
    await leave()
  })

  it('a plan that lapsed leads through billing back to the same contacts', async () => {
    const { page, leave } = await startTrial()
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await page.getByRole('button', { name: 'End of the subscription' }).click()
    await page.getByText('This subscription ended', { exact: false }).waitFor()

    await page.goto('/contacts?phone=yes')
    await page.getByRole('heading', { name: 'Pro has ended' }).waitFor()
    await page.getByTestId('total').waitFor()
    for (const path of ['/stores', '/stores/nobody.example', '/usage']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Pro has ended' }).waitFor()
    }
    await page.goto('/settings/billing')
    await page.getByText('Ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Choose Business' }).click()
    await page.getByRole('heading', { name: 'Subscribe to Business' }).waitFor()
    await payWith(page, 'Pay and subscribe')

    await meterSays(page, '3,000 of 3,000 left')
    await page.goto('/contacts?phone=yes')
    await page.getByTestId('total').waitFor()
    await leave()
  })

  it('an invited member signs up through the mail, and is told in plain words when their limit is reached', async () => {
    const guest = newEmail('journeys')
    const owner = await stage.visit()
    await owner.enter(await stage.createOwner({ name: 'Tea & Soap' }))
    await owner.page.goto('/settings/members')
    await owner.page.getByRole('button', { name: 'Invite' }).click()
    await owner.page.getByLabel('Email').fill(guest)
    await owner.page.getByLabel('Monthly credit limit').fill('2')
    await owner.page.getByRole('button', { name: 'Send invitation' }).click()
    await owner.page.getByRole('region', { name: 'Invitations' }).getByText(guest).waitFor()

    const { page, open, complaints, leave } = await stage.visit()
    await page.goto(linkTo(guest))
    await page.waitForURL('**/sign-up?next=**')
    const link = linkTo(guest)
    await page.getByRole('heading', { level: 1, name: 'Join Tea & Soap' }).waitFor()
    const { user } = (await (await owner.page.request.get('/app/v1/profile')).json()) as { user: { name: string } }
    const words = `${user.name} invites you to join Tea & Soap as a member. The invitation was sent to ${guest}.`
    await page.getByText(words).waitFor()
    // The address is the one that was invited; nobody has to type it.
    expect(await page.getByLabel('Work email').inputValue()).toBe(guest)
    expect(await auditPage(page)).toEqual([])
    await page.getByLabel('Your name').fill('Mary Jackson')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    // The invitation was mail enough, and the account that invites is the only one.
    await page.getByTestId('total').waitFor()
    const { accounts } = (await (await page.context().request.get('/app/v1/profile')).json()) as { accounts: unknown[] }
    expect(accounts).toMatchObject([{ name: 'Tea & Soap' }])
    expect(complaints).toEqual([])
    await page.goto(link)
    await page.getByText('This invitation can’t be accepted').waitFor()
    // The browser reports the refusal that this is.
    complaints.length = 0
    await open('/contacts')

    await selectRows(page, 0, 1, 2)
    // The limit is seen before it is met, and what it allows can be revealed.
    await expect.poll(() => page.getByTestId('quote').textContent()).toContain('only 2 left of your own limit')
    await revealSelected(page)
    await page.getByRole('button', { name: 'Spend 2 credits' }).click()
    await untilSpent(page, 2)

    await owner.page.reload()
    await owner.page
      .getByRole('row', { name: /Mary Jackson/ })
      .getByText('2 of 2')
      .waitFor()
    await owner.leave()
    await leave()
  })

  /** The newest mail's link. */
  const linkTo = (email: string): string => {
    const mail = stage.mails.findLast(({ to }) => to === email)!
    return /https?:\/\/\S+/.exec(mail.text)![0]
  }
})
