/** In which Stripe counts whole units, or thousandths; in all others hundredths, also where nobody pays with them (ISK, UGX). */
const wholeUnits = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const thousandths = 'BHD JOD KWD OMR TND'.split(' ')

/** `9900, usd` -> `$99`: from the currency's smallest unit, with a fraction only where there is one. */
export function formatMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency } as const
  const code = currency.toUpperCase()
  const fraction = wholeUnits.includes(code) ? 0 : thousandths.includes(code) ? 3 : 2
  const unit = 10 ** fraction
  const shown = amount % unit === 0 ? 0 : fraction
  return new Intl.NumberFormat('en-US', {
    ...style,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(amount / unit)
}

/** `$99 a month`. */
export const priceLabel = (price: { amount: number; currency: string; interval: 'month' | 'year' }): string =>
  `${formatMoney(price.amount, price.currency)} a ${price.interval}`
