/** Whether what was measured stays flat once the node is warm. */
import { retention } from '../../src/wiring/retention.ts'
import type { Sample } from './samples.ts'

/** Why a table may grow as long as there is load. */
const growsByDesign: Record<string, string> = {
  credit_entries: 'the ledger, kept for good',
  reveals: 'what accounts own, kept for good',
  audit_entries: 'kept for 400 days',
}
const isOfJobs = (table: string) => table.startsWith('jobs.')
const retained = new Set(retention.map(({ table }) => table))

type Series = {
  name: string
  values: { minute: number; value: number }[]
  /** Null: shown, not judged; then `why` says why. */
  mayGrow: { share: number; by: number } | null
  why: string
  /** The heap is what is left after a collection, so the lowest value counts; elsewhere the middle one. */
  usual: 'lowest' | 'median'
}

type Verdict = {
  name: string
  quarters: [first: number, second: number, third: number, last: number]
  slopePerHour: number
  why: string
  isFlat: boolean
}

const limits: Record<string, Series['mayGrow']> = {
  'heap, MB': { share: 0.15, by: 20 },
  'resident memory, MB': { share: 0.15, by: 40 },
  'file descriptors': { share: 0.1, by: 10 },
  'database connections': { share: 0.1, by: 4 },
  'DATA_DIR, the rest, MB': { share: 0.1, by: 5 },
}
/** Rows come and go with each pass of housekeeping; tables that are updated often need room for a pass of autovacuum. */
const rowsMayGrow = { share: 0.25, by: 300 }
const bytesMayGrow = { share: 0.5, by: 12 }

function seriesOf(name: string, samples: Sample[]): Series {
  const values = samples.map(({ minute, values }) => ({ minute, value: values[name]! }))
  const series = { name, values, usual: name.startsWith('heap') ? 'lowest' : 'median' } as const
  const [, what, table] = /^(rows|size) of ([\w.]+)/.exec(name) ?? []
  if (!table) return { ...series, mayGrow: limits[name] ?? null, why: limits[name] ? '' : 'shown only' }
  const reason = growsByDesign[table] ?? (isOfJobs(table) ? 'records of jobs, kept for a day' : null)
  if (reason) return { ...series, mayGrow: null, why: `grows by design: ${reason}` }
  const why = retained.has(table) ? 'has a retention' : ''
  return { ...series, mayGrow: what === 'rows' ? rowsMayGrow : bytesMayGrow, why }
}

/** The first quarter is the warm-up. After it the last quarter may not lie above the second by more than is allowed. */
function judgeSeries({ name, values, mayGrow, why, usual }: Series): Verdict {
  const end = values.at(-1)!.minute
  const quarter = (at: number) => {
    const inside = values.filter(
      ({ minute }) => minute >= (at * end) / 4 && (minute < ((at + 1) * end) / 4 || at === 3),
    )
    const sorted = inside.map(({ value }) => value).toSorted((a, b) => a - b)
    return usual === 'lowest' ? sorted[0]! : sorted[Math.floor(sorted.length / 2)]!
  }
  const quarters: Verdict['quarters'] = [quarter(0), quarter(1), quarter(2), quarter(3)]
  const [, second, , last] = quarters
  const growth = last - second
  const isFlat = !mayGrow || growth <= mayGrow.by || growth <= second * mayGrow.share
  const slopePerHour = slope(values.filter(({ minute }) => minute >= end / 4)) * 60
  return { name, quarters, slopePerHour, why, isFlat }
}

/** By least squares. */
function slope(points: { minute: number; value: number }[]): number {
  const mean = (of: number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  const [minutes, values] = [points.map(({ minute }) => minute), points.map(({ value }) => value)]
  const [middle, level] = [mean(minutes), mean(values)]
  const spread = minutes.reduce((sum, minute) => sum + (minute - middle) ** 2, 0)
  return spread === 0
    ? 0
    : minutes.reduce((sum, minute, at) => sum + (minute - middle) * (values[at]! - level), 0) / spread
}

/** Everything that is not a table, and the tables that changed. */
export function judge(samples: Sample[]): Verdict[] {
  const names = Object.keys(samples.at(-1)!.values)
  return names
    .map((name) => judgeSeries(seriesOf(name, samples)))
    .filter(({ name, quarters }) => !/^(rows|size) of /.test(name) || new Set(quarters.map(shown)).size > 1)
}

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 })

export const describe = (verdicts: Verdict[]): string[] => [
  '| | first quarter | middle | last quarter | an hour, after the warm-up | |',
  '|---|---|---|---|---|---|',
  ...verdicts.map(({ name, quarters: [first, second, third, last], slopePerHour, why, isFlat }) => {
    const slope = `${slopePerHour >= 0 ? '+' : ''}${shown(slopePerHour)}`
    const verdict = isFlat ? why || 'flat' : `GROWS${why && `, and ${why}`}`
    return `| ${name} | ${shown(first)} | ${shown((second + third) / 2)} | ${shown(last)} | ${slope} | ${verdict} |`
  }),
]
