import { problems } from '../base/problems.ts'
import { type BatcherOptions, type BatchOutcome, createBatcher } from './batch.ts'
import { type BatchConnection, createBatchConnections } from './batch-connection.ts'
import type { Database } from './database.ts'

type Options<Input, Output> = Pick<
  BatcherOptions<Input, Output>,
  'keyOf' | 'isAlone' | 'batchMax' | 'waitingMax' | 'onBatch' | 'runAlone'
> & {
  /** False: commits do not wait for the disk. A crashed machine may lose the last ones. */
  durable?: boolean
  runBatch(connection: BatchConnection, inputs: Input[]): Promise<BatchOutcome<Output>[]>
}

type BatchedCalls<Input, Output> = {
  /** Refused with 503 when too many wait. */
  call(input: Input): Promise<Output>
  /** Rejects when one of the connections is lost. */
  check(): Promise<void>
  /** Once everything accepted so far has been answered. */
  close(): Promise<void>
}

/** Concurrent calls of one kind as one statement, on connections of their own. */
export function batchedOver<Input, Output>(
  database: Database,
  { durable = true, runBatch, ...options }: Options<Input, Output>,
): BatchedCalls<Input, Output> {
  const connections = createBatchConnections(database, { durable })
  const batcher = createBatcher<Input, Output>({
    ...options,
    connections: connections.count,
    whenFull: () => problems.serviceUnavailable(1),
    runBatch: (place, inputs) => runBatch(connections.at(place), inputs),
  })
  return {
    call: batcher.call,
    check: connections.check,
    close: async () => {
      await batcher.drain()
      await connections.close()
    },
  }
}
