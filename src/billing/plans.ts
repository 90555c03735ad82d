import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan, Plans } from '../accounts/plan.ts'
import { ConfigError } from '../config.ts'

/** The plans this service sells, unless the operator says otherwise. */
const defaultPlans: Plan[] = [
  {
    id: 'pro',
    name: 'Pro',
    priceLabel: '$99 a month',
    creditsPerMonth: 1_000,
    trial: { credits: 250, days: 14 },
    requestsPerMinute: 60,
    requestsPerDay: 5_000,
    searchRowsPerMonth: 25_000,
    webSearchRowsPerMonth: 250_000,
  },
  {
    id: 'business',
    name: 'Business',
    priceLabel: '$249 a month',
    creditsPerMonth: 3_000,
    trial: null,
    requestsPerMinute: 120,
    requestsPerDay: 20_000,
    searchRowsPerMonth: 100_000,
    webSearchRowsPerMonth: 500_000,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    priceLabel: '$699 a month',
    creditsPerMonth: 10_000,
    trial: null,
    requestsPerMinute: 600,
    requestsPerDay: 100_000,
    searchRowsPerMonth: 500_000,
    webSearchRowsPerMonth: 1_000_000,
  },
]

export const plans: Plans = new Map(defaultPlans.map((plan) => [plan.id, plan]))

/**
 * The operator's own plans: `DATA_DIR/plans.json`, by plan id. A plan that is there already takes only what is said of
 * it; a new one needs everything. None of the defaults goes away, because accounts may be on it.
 */
export function loadPlans(dataDir: string): Plans {
  const path = join(dataDir, 'plans.json')
  const text = readIfThere(path)
  return text === null ? plans : readPlans(text, path)
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new ConfigError([`${path} can't be read: ${code}.`])
  }
}

type Written = Record<string, unknown>

export function readPlans(text: string, path: string): Plans {
  const faults: string[] = []
  const all = new Map(plans)
  for (const [id, written] of Object.entries(parse(text, path))) {
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id))
      faults.push(`${path}: "${id}" is no plan id (lower-case letters, digits, - and _).`)
    else if (!isObject(written)) faults.push(`${path}: ${id} must be an object.`)
    else
      all.set(
        id,
        readPlan(id, written, all.get(id), (fault) => faults.push(`${path}: ${id}: ${fault}`)),
      )
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return all
}

function parse(text: string, path: string): Written {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {}
  throw new ConfigError([`${path} must hold a JSON object: plan ids and what each plan includes.`])
}

const isObject = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const largestAmount = 1_000_000_000
/** For plans of the operator's own that were written before there was such a limit. */
const webSearchRowsDefault = 250_000
const knownFields = [
  'name',
  'price_label',
  'credits_per_month',
  'trial',
  'requests_per_minute',
  'requests_per_day',
  'search_rows_per_month',
  'web_search_rows_per_month',
]

function readPlan(id: string, written: Written, base: Plan | undefined, fault: (message: string) => void): Plan {
  for (const field of Object.keys(written)) {
    if (!knownFields.includes(field)) fault(`${field} is not known. Known: ${knownFields.join(', ')}.`)
  }
  const text = (field: string, fallback: string | undefined): string => {
    const value = written[field] ?? fallback
    if (typeof value === 'string' && value.trim() !== '') return value
    fault(`${field} must be a text.`)
    return ''
  }
  const amount = (source: Written, field: string, fallback: number | undefined, least = 0): number => {
    const value = source[field] ?? fallback
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= largestAmount)
      return value as number
    fault(`${field} must be a whole number from ${least} to ${largestAmount}.`)
    return 0
  }
  const trial = (): Plan['trial'] => {
    const value = written.trial === undefined ? (base?.trial ?? null) : written.trial
    if (value === null) return null
    if (isObject(value))
      return { credits: amount(value, 'credits', undefined), days: amount(value, 'days', undefined, 1) }
    fault('trial must be null or {"credits": …, "days": …}.')
    return null
  }
  return {
    id,
    name: text('name', base?.name),
    priceLabel: text('price_label', base?.priceLabel),
    creditsPerMonth: amount(written, 'credits_per_month', base?.creditsPerMonth),
    trial: trial(),
    requestsPerMinute: amount(written, 'requests_per_minute', base?.requestsPerMinute),
    requestsPerDay: amount(written, 'requests_per_day', base?.requestsPerDay),
    searchRowsPerMonth: amount(written, 'search_rows_per_month', base?.searchRowsPerMonth),
    webSearchRowsPerMonth: amount(
      written,
      'web_search_rows_per_month',
      base?.webSearchRowsPerMonth ?? webSearchRowsDefault,
    ),
  }
}
