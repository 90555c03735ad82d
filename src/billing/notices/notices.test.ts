import { expect, it } from 'vitest'
import type { Account } from '../../accounts/accounts.ts'
import { fixedClock } from '../../base/clock.ts'
import { dayMs } from '../../base/durations.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { plans } from '../plans/plans.ts'
import type { Settlement } from '../settle/settle.ts'
import { accessLapsed, cardExpiring, cardExpiringDays, creditsLow, noticesOf } from './notices.ts'

it('BILL-8: the mail about a card that expires begins a month before its end, is one for each card, and stops with its end', () => {
  const endsAt = Date.UTC(2027, 0, 1)
  const aboutAt = (daysBefore: number, last4 = '4242') =>
    cardExpiring(
      { name: 'Acme' },
      { brand: 'visa', last4, expMonth: 12, expYear: 2026 },
      { clock: fixedClock(() => new Date(endsAt - daysBefore * dayMs)), publicUrl: 'https://prospector.example' },
    ).map(({ about }) => about)
  expect(aboutAt(cardExpiringDays + 0.1)).toEqual([])
  const [first, ...others] = aboutAt(cardExpiringDays)
  expect([first, others]).toEqual(['4242 2027-01-01T00:00:00.000Z', []])
  expect(aboutAt(1)).toEqual([first])
  expect(aboutAt(1, '1111')).not.toEqual([first])
  expect(aboutAt(0)).toEqual([])
})

it('BILL-8: a lapse that the clock brought is not announced again when the provider ends the subscription later', () => {
  const day = (date: number) => new Date(Date.UTC(2026, 2, date))
  const clock = fixedClock(() => day(16))
  const context = { clock, plans, publicUrl: 'https://prospector.example' } as unknown as BillingContext
  const before = { id: 'acc_1', name: 'Acme', planId: 'pro', status: 'past_due', accessEndsAt: day(8) }
  const after = { ...before, status: 'lapsed', accessEndsAt: day(15) }
  const settlement = { before, after, standing: { debt: null }, known: { customers: [] } } as unknown as Settlement
  const announced = accessLapsed(settlement.before, context)
  expect(noticesOf(settlement, context)).toEqual([announced])
})

it.each([
  ['an active plan', { status: 'active', accessEndsAt: 4 }, true],
  ['a plan that is cancelled', { status: 'active', accessEndsAt: 1 }, false],
  ['a trial with a card', { status: 'trialing', accessEndsAt: 2, paymentMethodOnFile: true }, true],
  ['a trial without a card', { status: 'trialing', accessEndsAt: 2, paymentMethodOnFile: false }, false],
  ['a trial that is cancelled', { status: 'trialing', accessEndsAt: 1, paymentMethodOnFile: true }, false],
] as const)('BILL-8: the mail about low credits names a renewal only where one will come: %s', (_of, state, renews) => {
  const april = (date: number) => new Date(Date.UTC(2026, 3, date))
  const [periodStart, periodEnd] = [new Date(Date.UTC(2026, 2, 18)), april(1)]
  const trialEndsAt = state.status === 'trialing' ? periodEnd : null
  const dates = { periodAnchor: periodStart, trialEndsAt, accessEndsAt: april(state.accessEndsAt) }
  const account = { name: 'Acme', planId: 'pro', ...state, ...dates } as Account
  const credits = { balance: 1, periodCredits: 100, periodStart, periodEnd }
  const { letter } = creditsLow(account, credits, { publicUrl: 'https://prospector.example' })
  expect(letter.paragraphs.join(' ').includes('Credits renew on')).toBe(renews)
})
