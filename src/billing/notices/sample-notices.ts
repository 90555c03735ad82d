import { lowAt } from '../../credits/low-credits.ts'
import * as letters from './notice-letters.ts'

/** Every mail about billing, as a customer might get it. */
export function sampleNotices(publicUrl: string): letters.NoticeLetter[] {
  const account = 'Acme Outreach'
  const at = new Date('2026-12-15T00:00:00Z')
  const credits = { periodCredits: 1_000, renewsOn: at }
  return [
    letters.trialEnding(account, 'Pro', { endsAt: at, daysLeft: 3, outcome: 'charged', price: '$99' }, publicUrl),
    letters.trialEnded(account, 'Pro', { outcome: 'paid', creditsPerMonth: 1_000 }, publicUrl),
    letters.paymentFailed(account, 'Pro', at, publicUrl),
    letters.accessLapsed(account, 'Pro', publicUrl),
    letters.creditsLow(account, { ...credits, balance: lowAt(credits.periodCredits) }, publicUrl),
    letters.creditsLow(account, { ...credits, balance: 0 }, publicUrl),
    letters.cardExpiring(account, { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2026 }, publicUrl),
    letters.receipt(account, 'Pro', '$99', publicUrl),
    letters.planChanged(account, 'Pro', 'Business', 3_000, publicUrl),
    letters.autoTopUpDeclined(account, '500 credits', publicUrl),
  ]
}
