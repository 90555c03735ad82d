import { RejectedLine, type Warn } from './field-readers.ts'
import type { Batch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import { readStore, type StoreRecord } from './read-store.ts'

/** `text` is the line's beginning; it may hold channels, so it goes where the operator said and nowhere else. */
export type Reject = { input: string; line: number; reason: string; text: string }

export type Tally = {
  lines: number
  rejected: number
  warnings: Map<string, number>
}

type CollectOptions = {
  tally: Tally
  onReject?: ((reject: Reject) => void | Promise<void>) | undefined
}

const batchStoresMax = 1_000
const batchContactsMax = 4_000
const rejectTextLength = 200

/** Lines, checked and collected into batches of one transaction each. Rejected lines are reported and left out. */
export async function* collectBatches(
  source: AsyncIterable<readonly Arrival[]>,
  { tally, onReject }: CollectOptions,
): AsyncGenerator<Batch> {
  const warn: Warn = (reason) => {
    tally.warnings.set(reason, (tally.warnings.get(reason) ?? 0) + 1)
  }
  let batch: Batch = new Map()
  let contacts = 0
  for await (const arrivals of source) {
    for (const arrival of arrivals) {
      tally.lines += 1
      const store = read(arrival, warn)
      if ('reason' in store) {
        tally.rejected += 1
        await onReject?.(store)
        continue
      }
      add(batch, store)
      contacts += store.contacts.length
      if (batch.size < batchStoresMax && contacts < batchContactsMax) continue
      yield batch
      batch = new Map()
      contacts = 0
    }
  }
  if (batch.size > 0) yield batch
}

/** The last line of a domain wins. */
function add(batch: Batch, record: StoreRecord): void {
  const earlier = batch.get(record.domain)
  const superseded = earlier ? [...earlier.superseded, ...earlier.record.contacts] : []
  batch.set(record.domain, { record, superseded })
}

function read(arrival: Arrival, warn: Warn): StoreRecord | Reject {
  try {
    if ('problem' in arrival) throw new RejectedLine(arrival.problem)
    return readStore('text' in arrival ? parse(arrival.text) : arrival.value, warn)
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
