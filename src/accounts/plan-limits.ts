/**
 * What a plan counts, one entry each. The type of a plan, the operator's file and its preview, the console, the API, the docs and
 * docs/operating.md take it from here; the web application names each of them, or does not compile.
 */
type Entry = {
  /** In the operator's file and in the API. */
  field: string
  /** As people read it after the number: `1,000 credits a month`. */
  label: string
  /** In the API and in docs/operating.md. */
  description: string
  /** When accounts that are on the plan notice a change. */
  effect: string
  /** For plans of the operator's own that do not say it; null where they must. */
  unlessSaid: number | null
}

const unlessOwn = 'at once, unless an account has its own limit'

export const planLimits = {
  creditsPerMonth: {
    field: 'credits_per_month',
    label: 'credits a month',
    description: 'Contact credits that each usage month starts with.',
    effect: 'with the next period of each account',
    unlessSaid: null,
  },
  requestsPerMinute: {
    field: 'requests_per_minute',
    label: 'requests a minute',
    description: 'Store and contact requests a minute.',
    effect: unlessOwn,
    unlessSaid: null,
  },
  requestsPerDay: {
    field: 'requests_per_day',
    label: 'requests a day',
    description: 'Store and contact requests a day (UTC).',
    effect: unlessOwn,
    unlessSaid: null,
  },
  searchRowsPerMonth: {
    field: 'search_rows_per_month',
    label: 'search rows a month',
    description: 'Rows that searches of the API may return in a usage month.',
    effect: `${unlessOwn}; rows that were used stay used`,
    unlessSaid: null,
  },
  webSearchRowsPerMonth: {
    field: 'web_search_rows_per_month',
    label: 'search rows a month in the web application',
    description: 'Rows that the web application may show in a usage month.',
    effect: 'at once',
    unlessSaid: 250_000,
  },
  watches: {
    field: 'watches',
    label: 'watches',
    description: 'Saved searches and lists that the account may watch.',
    effect: 'at once; watches beyond the limit stay, and no new one can be made',
    unlessSaid: 25,
  },
} as const satisfies Record<string, Entry>

export type PlanLimit = keyof typeof planLimits

type FieldOf<Limit extends PlanLimit> = (typeof planLimits)[Limit]['field']

const entries = Object.entries(planLimits) as [PlanLimit, Entry][]

/** One value for each limit. */
export const forEachLimit = <Value>(make: (limit: PlanLimit, entry: Entry) => Value): Record<PlanLimit, Value> =>
  Object.fromEntries(entries.map(([limit, entry]) => [limit, make(limit, entry)])) as Record<PlanLimit, Value>

/** The same by the names of the API. */
export const forEachLimitField = <Value>(
  make: (limit: PlanLimit, entry: Entry) => Value,
): { [Limit in PlanLimit as FieldOf<Limit>]: Value } =>
  Object.fromEntries(entries.map(([limit, entry]) => [entry.field, make(limit, entry)])) as {
    [Limit in PlanLimit as FieldOf<Limit>]: Value
  }
