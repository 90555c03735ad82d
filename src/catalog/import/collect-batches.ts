import { Readable } from 'node:stream'
import { RejectedLine, type Times, unknownField, type Warn } from './field-readers.ts'
import { giveWay, isTurnOver } from './give-way.ts'
import { canMergeLines, mergeLines } from './merge-records.ts'
import type { Batch } from './plan-batch.ts'
import type { Arrival, RowOrigin } from './read-lines.ts'
import { isObservation, readObservation } from './read-observation.ts'
import { readStore, type StoreRecord } from './read-store.ts'
import type { Reject, Warning } from './reject.ts'

export type Tally = {
  lines: number
  /** Lines of stores themselves: not rows of a file of contacts. */
  storeLines: number
  rejected: number
  warnings: number
  /** The first of them, in the order of the lines. */
  firstWarnings: Warning[]
  /** `traffic_tier: unknown tier, ignored`, and how often; without places in lists. */
  warningsByReason: Map<string, number>
  /** Where each of them was met first. */
  placesByReason: Map<string, Pick<Warning, 'input' | 'line'>>
}

export const emptyTally = (): Tally => ({
  lines: 0,
  storeLines: 0,
  rejected: 0,
  warnings: 0,
  firstWarnings: [],
  warningsByReason: new Map(),
  placesByReason: new Map(),
})

type CollectOptions = {
  tally: Tally
  replace: boolean
  /** Lines may be observations, and each is answered by itself: two of one domain come in two batches. */
  isIngested?: boolean
  times: Times
  onReject?: ((reject: Reject) => void | Promise<void>) | undefined
  onWarning?: ((warning: Warning) => void | Promise<void>) | undefined
}

const batchStoresMax = 1_000
const batchContactsMax = 4_000
export const rejectTextLength = 200
export const firstWarningsMax = 100

/** Lines, checked and collected into batches of one transaction each. Rejected lines are reported and left out. */
export async function* collectBatches(
  source: AsyncIterable<readonly Arrival[]>,
  { tally, replace, times, isIngested = false, onReject, onWarning }: CollectOptions,
): AsyncGenerator<Batch> {
  let batch: Batch = new Map()
  let contacts = 0
  for await (const arrivals of source) {
    for (const arrival of arrivals) {
      if (isTurnOver()) await giveWay()
      tally.lines += 1
      const warnings: Warning[] = []
      const store = read(arrival, createWarn(arrival, tally, warnings), times, isIngested)
      if (onWarning) for (const warning of warnings) await onWarning(warning)
      if ('reason' in store) {
        tally.rejected += 1
        await onReject?.(store)
        continue
      }
      const row = 'value' in arrival ? arrival.row : undefined
      if (!row?.storeMustExist) tally.storeLines += 1
      const earlier = batch.get(store.domain)
      // Rows about people belong to what the line of their store says, and are of its date.
      if (row?.storeMustExist && earlier) store.observedAt ??= earlier.record.observedAt
      if (earlier && (isIngested || !canMergeLines(earlier.record, store))) {
        yield batch
        batch = new Map()
        contacts = 0
      }
      add(batch, store, { replace, arrival, row })
      contacts += store.contacts?.length ?? 0
      if (batch.size < batchStoresMax && contacts < batchContactsMax) continue
      yield batch
      batch = new Map()
      contacts = 0
    }
  }
  if (batch.size > 0) yield batch
}

/** With how many lines were read up to its end. */
export type ReadBatch = { batch: Batch; lines: number }

/** As a stream: the next batch is read while the database looks up the rows of this one. */
export function readAhead(batches: AsyncGenerator<Batch>, tally: Tally): AsyncIterable<ReadBatch> {
  async function* counted(): AsyncGenerator<ReadBatch> {
    for await (const batch of batches) yield { batch, lines: tally.lines }
  }
  return Readable.from(counted(), { highWaterMark: 1 })
}

type RecordOrigin = { replace: boolean; arrival: Arrival; row: RowOrigin | undefined }

/** If two lines have the same domain, the later wins, field by field. A row of a table holds one person, not the list of them. */
function add(batch: Batch, record: StoreRecord, { replace, arrival, row }: RecordOrigin): void {
  const earlier = batch.get(record.domain)
  const isList = row === undefined
  const rows = row?.storeMustExist || record.observed ? [toReject(arrival, unknownStore, 'domain')] : null
  if (!earlier) {
    batch.set(record.domain, { record, superseded: [], isList, line: arrival.line, rows })
    return
  }
  const isSuperseded = replace && isList && record.contacts !== null
  batch.set(record.domain, {
    record: mergeLines(earlier.record, record, replace && isList),
    superseded: isSuperseded ? [...earlier.superseded, ...(earlier.record.contacts ?? [])] : earlier.superseded,
    isList: record.contacts === null ? earlier.isList : isList,
    line: arrival.line,
    rows: rows && earlier.rows && [...earlier.rows, ...rows],
  })
}

const unknownStore = 'no store has this domain, neither in the catalogue nor in the files'

/** Some warnings name a word of the file. A column that is something else than it says must not make thousands of kinds. */
const kindsOfWarningsMax = 100

function createWarn(arrival: Arrival, tally: Tally, warnings: Warning[]): Warn {
  const { input, line } = arrival
  const row = 'value' in arrival ? arrival.row : undefined
  return (field, reason) => {
    const place = row?.columnOf(field) ?? field.replaceAll(/\[\d+\]/g, '')
    const { warningsByReason } = tally
    const exact = `${place}: ${reason}`
    const isListed = warningsByReason.size < kindsOfWarningsMax || warningsByReason.has(exact)
    const key = isListed ? exact : exact.replace(/ “.*”/, '')
    const times = tally.warningsByReason.get(key) ?? 0
    if (reason === unknownField && times > 0) return
    tally.warningsByReason.set(key, times + 1)
    if (times === 0) tally.placesByReason.set(key, { input, line })
    tally.warnings += 1
    const warning = { input, line, field: row || reason === unknownField ? place : field, reason }
    warnings.push(warning)
    if (tally.firstWarnings.length < firstWarningsMax) tally.firstWarnings.push(warning)
  }
}

function read(arrival: Arrival, warn: Warn, times: Times, isIngested: boolean): StoreRecord | Reject {
  try {
    if ('problem' in arrival) throw new RejectedLine(arrival.problem)
    const value = 'text' in arrival ? parse(arrival.text) : arrival.value
    return isIngested && isObservation(value) ? readObservation(value, warn, times) : readStore(value, warn, times)
  } catch (error) {
    if (!(error instanceof RejectedLine)) throw error
    return toReject(arrival, error.message, error.field)
  }
}

function toReject(arrival: Arrival, reason: string, field: string): Reject {
  const { input, line } = arrival
  const row = 'value' in arrival ? arrival.row : undefined
  const column = row?.columnOf(field)
  const text = 'text' in arrival ? arrival.text : (row?.text() ?? JSON.stringify(arrival.value) ?? '')
  return { input, line, ...(column && { column }), reason, text: text.slice(0, rejectTextLength).toWellFormed() }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RejectedLine('the line is not valid JSON')
  }
}
