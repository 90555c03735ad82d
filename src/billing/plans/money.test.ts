import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'

it.each([
  [9_900, 'usd', '$99'],
  [9_950, 'eur', '€99.50'],
  [9_900, 'jpy', '¥9,900'],
  [500_000, 'isk', 'ISK\u00a05,000'],
  [500_000, 'ugx', 'UGX\u00a05,000'],
  [5_120, 'kwd', 'KWD\u00a05.120'],
])('BILL-17: %d in %s, as Stripe counts it, is %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown)
})
