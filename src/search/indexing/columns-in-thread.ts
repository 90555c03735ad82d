import { Worker } from 'node:worker_threads'
import { sharedUint32 } from '../columns/shared-arrays.ts'
import type { Rows } from '../schema/feed.ts'
import {
  type ColumnNames,
  type FinishedColumns,
  type RowOrders,
  type StagedColumns,
  stageColumns,
} from './stage-columns.ts'

/** Messages to the thread, in turn. It answers rows with null once it has read them, and the orders with the columns. */
export type ColumnsWork = { table: keyof ColumnNames; rows: Rows } | { orders: RowOrders }
export type ColumnsAnswer = FinishedColumns | null

/** A catalogue of fewer bytes, about a hundred thousand contacts, is built before a thread has started and compiled its code. */
const heldBytesMax = 1 << 25
/** So many batches may wait for the thread: rows that arrive faster than it reads must not fill the memory. */
const waitingMax = 256

/** Lays the columns of a large catalogue out in a thread of their own, those of a small one here. */
export function stageColumnsInThread(names: ColumnNames, heldMax = heldBytesMax): StagedColumns {
  let held: { table: keyof ColumnNames; rows: Rows }[] = []
  let heldBytes = 0
  let thread: ReturnType<typeof startThread> | undefined
  return {
    async add(table, rows) {
      const copy = { table, rows: copyOf(rows, names[table].length) }
      if (thread !== undefined) return thread.add(copy)
      held.push(copy)
      heldBytes += rows.bytes.byteLength
      if (heldBytes < heldMax) return
      thread = startThread(names)
      for (const each of held) await thread.add(each)
      held = []
    },
    finish(orders) {
      if (thread !== undefined) return thread.finish(orders)
      const here = stageColumns(names)
      for (const { table, rows } of held) here.add(table, rows)
      return here.finish(orders)
    },
    stop: async () => thread?.stop(),
  }
}

function startThread(names: ColumnNames) {
  const worker = new Worker(new URL('./columns-worker.ts', import.meta.url), { workerData: names })
  const finished = Promise.withResolvers<FinishedColumns>()
  finished.promise.catch(() => {})
  let waiting = 0
  let hasFailed = false
  let wake = (): void => {}
  worker.on('message', (answer: ColumnsAnswer) => {
    if (answer !== null) return finished.resolve(answer)
    waiting -= 1
    wake()
  })
  worker.on('error', (error) => {
    finished.reject(error)
    hasFailed = true
    wake()
  })
  const tell = (work: ColumnsWork, moved: ArrayBuffer[] = []): void => worker.postMessage(work, moved)

  return {
    async add(work: { table: keyof ColumnNames; rows: Rows }): Promise<void> {
      tell(work, [work.rows.bytes.buffer as ArrayBuffer, work.rows.spans.buffer as ArrayBuffer])
      waiting += 1
      while (waiting >= waitingMax && !hasFailed) {
        await new Promise<void>((resume) => {
          wake = resume
        })
      }
      if (hasFailed) await finished.promise
    },
    finish({ stores, contacts, contactsFrom }: RowOrders): Promise<FinishedColumns> {
      tell({ orders: { stores: shared(stores), contacts: shared(contacts), contactsFrom } })
      return finished.promise
    },
    stop: () => worker.terminate(),
  }
}

/** Buffers of its own, which the thread is given for good. */
function copyOf({ count, bytes, spans }: Rows, columns: number): Rows {
  const { buffer, byteOffset, byteLength } = bytes
  return {
    count,
    bytes: new DataView(buffer.slice(byteOffset, byteOffset + byteLength)),
    spans: spans.slice(0, count * columns * 2),
  }
}

function shared(order: Uint32Array): Uint32Array {
  const copy = sharedUint32(order.length)
  copy.set(order)
  return copy
}
