/** The body of a thread that lays the columns of a build out. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ColumnsAnswer, ColumnsWork } from './columns-in-thread.ts'
import { type ColumnNames, stageColumns } from './stage-columns.ts'

const columns = stageColumns(workerData as ColumnNames)

parentPort!.on('message', async (work: ColumnsWork) => {
  const answer: ColumnsAnswer =
    'orders' in work ? await columns.finish(work.orders) : ((await columns.add(work.table, work.rows)) ?? null)
  parentPort!.postMessage(answer)
})
