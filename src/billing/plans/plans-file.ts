import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../base/config.ts'
import { count } from '../../base/words.ts'

export type RawEntry = Record<string, unknown>
type Fault = (message: string) => void

/** The one name in `DATA_DIR/plans.json` that is not a plan. */
export const packsField = 'credit_packs'

export function readPlansFile(dataDir: string): { text: string; path: string } | null {
  const path = join(dataDir, 'plans.json')
  try {
    return { text: readFileSync(path, 'utf8'), path }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new ConfigError([`${path} can't be read: ${code}.`])
  }
}

/** Plans that can't be sold as they are written. `place` says where: a file, or a version; null where whoever reads this has just written them. */
export const unusablePlans = (place: string | null, faults: string[]): ConfigError =>
  new ConfigError(faults, place === null ? "These plans can't be used" : `The plans in ${place} can't be used`)

const example = '{ "pro": { "credits_per_month": 2000 } }'

export function parsePlansFile(text: string, place: string | null): RawEntry {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unusablePlans(place, [`They are not JSON: ${(error as Error).message}.`])
  }
  if (isObject(value)) return value
  throw unusablePlans(place, [
    `They must be a JSON object that says what is different about each plan, such as ${example}.`,
  ])
}

export const isObject = (value: unknown): value is RawEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const largestAmount = 1_000_000_000

export function readAmount(
  source: RawEntry,
  field: string,
  fallback: number | undefined,
  fault: Fault,
  least = 0,
): number {
  const value = source[field] ?? fallback
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= largestAmount) {
    return value as number
  }
  fault(`${field} must be a whole number from ${least} to ${count(largestAmount)}.`)
  return 0
}

export function readPrice(written: unknown, field: string, fault: Fault) {
  if (!isObject(written)) {
    fault(`${field} must be {"amount": cents, "currency": "usd", "stripe_price": "price_…"}; stripe_price is optional.`)
    return { amount: 0, currency: 'usd', stripePriceId: null }
  }
  const { currency = 'usd', stripe_price: stripePrice = null } = written
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency)) {
    fault(`${field}.currency must be a currency code in lower case, such as usd.`)
  }
  if (stripePrice !== null && (typeof stripePrice !== 'string' || !/^price_\w+$/.test(stripePrice))) {
    fault(`${field}.stripe_price must be the id of a price at Stripe: it starts with price_.`)
  }
  const amount = readAmount(written, 'amount', undefined, (message) => fault(`${field}: ${message}`), 0)
  return { amount, currency: String(currency), stripePriceId: stripePrice as string | null }
}
