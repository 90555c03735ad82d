import { RejectedLine, type Times, unknownField, type Warn } from './field-readers.ts'
import { canMergeLines, mergeLines } from './merge-records.ts'
import type { Batch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import { readStore, type StoreRecord } from './read-store.ts'

/** `text` is the line's beginning; it may hold channels, so it goes where the operator said and nowhere else. */
export type Reject = { input: string; line: number; reason: string; text: string }
/** `field` is a path within the line, such as `contacts[0].emails[1].status`. */
export type Warning = { input: string; line: number; field: string; reason: string }

export type Tally = {
  lines: number
  rejected: number
  warnings: number
  /** The first of them, in the order of the lines. */
  firstWarnings: Warning[]
  /** `traffic_tier: unknown tier, ignored`, and how often; without places in lists. */
  warningsByReason: Map<string, number>
}

export const emptyTally = (): Tally => ({
  lines: 0,
  rejected: 0,
  warnings: 0,
  firstWarnings: [],
  warningsByReason: new Map(),
})

type CollectOptions = {
  tally: Tally
  replace: boolean
  times: Times
  onReject?: ((reject: Reject) => void | Promise<void>) | undefined
  onWarning?: ((warning: Warning) => void | Promise<void>) | undefined
}

const batchStoresMax = 1_000
const batchContactsMax = 4_000
const rejectTextLength = 200
const firstWarningsMax = 100

/** Lines, checked and collected into batches of one transaction each. Rejected lines are reported and left out. */
export async function* collectBatches(
  source: AsyncIterable<readonly Arrival[]>,
  { tally, replace, times, onReject, onWarning }: CollectOptions,
): AsyncGenerator<Batch> {
  let batch: Batch = new Map()
  let contacts = 0
  for await (const arrivals of source) {
    for (const arrival of arrivals) {
      tally.lines += 1
      const warnings: Warning[] = []
      const store = read(arrival, createWarn(arrival, tally, warnings), times)
      if (onWarning) for (const warning of warnings) await onWarning(warning)
      if ('reason' in store) {
        tally.rejected += 1
        await onReject?.(store)
        continue
      }
      const earlier = batch.get(store.domain)
      if (earlier && !canMergeLines(earlier.record, store)) {
        yield batch
        batch = new Map()
        contacts = 0
      }
      add(batch, store, replace)
      contacts += store.contacts?.length ?? 0
      if (batch.size < batchStoresMax && contacts < batchContactsMax) continue
      yield batch
      batch = new Map()
      contacts = 0
    }
  }
  if (batch.size > 0) yield batch
}

/** Of two lines with one domain the later wins, field by field. */
function add(batch: Batch, record: StoreRecord, replace: boolean): void {
  const earlier = batch.get(record.domain)
  if (!earlier) {
    batch.set(record.domain, { record, superseded: [] })
    return
  }
  const isSuperseded = replace && record.contacts !== null
  batch.set(record.domain, {
    record: mergeLines(earlier.record, record, replace),
    superseded: isSuperseded ? [...earlier.superseded, ...(earlier.record.contacts ?? [])] : earlier.superseded,
  })
}

function createWarn({ input, line }: Arrival, tally: Tally, warnings: Warning[]): Warn {
  return (field, reason) => {
    const place = field.replaceAll(/\[\d+\]/g, '')
    const key = `${place}: ${reason}`
    const times = tally.warningsByReason.get(key) ?? 0
    if (reason === unknownField && times > 0) return
    tally.warningsByReason.set(key, times + 1)
    tally.warnings += 1
    const warning = { input, line, field: reason === unknownField ? place : field, reason }
    warnings.push(warning)
    if (tally.firstWarnings.length < firstWarningsMax) tally.firstWarnings.push(warning)
  }
}

function read(arrival: Arrival, warn: Warn, times: Times): StoreRecord | Reject {
  try {
    if ('problem' in arrival) throw new RejectedLine(arrival.problem)
    return readStore('text' in arrival ? parse(arrival.text) : arrival.value, warn, times)
  } catch (error) {
    if (!(error instanceof RejectedLine)) throw error
    const text = 'text' in arrival ? arrival.text : (JSON.stringify(arrival.value) ?? '')
    return {
      input: arrival.input,
      line: arrival.line,
      reason: error.message,
      text: text.slice(0, rejectTextLength).toWellFormed(),
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RejectedLine('the line is not valid JSON')
  }
}
