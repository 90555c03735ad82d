/**
 * The body of a serving thread: the whole application with connections of its own, as on a node of its own. Only the search
 * index comes from the main thread, as shared memory.
 */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createLog } from '../base/log.ts'
import { openDatabase } from '../db/database.ts'
import { collectStart } from '../process/collect-start.ts'
import type { SegmentNews } from '../search/serve/create-search.ts'
import { createConfiguredApp } from './configured-app.ts'
import type { FromThread, ThreadStart, ToThread } from './messages.ts'
import { openMetrics } from './open-metrics.ts'

const { databaseUrl, poolSize, places, ...given } = workerData as ThreadStart
const { config, secrets } = withBuffers(given)
const say = (message: FromThread): void => parentPort!.postMessage(message)
let hear: (news: SegmentNews) => void
let listening: Promise<unknown> | undefined
let isStopping = false

const database = openDatabase({ url: databaseUrl, poolSize })
const metrics = (await openMetrics(config, { ofWholeNode: false }))?.metrics ?? null
const app = createConfiguredApp(config, {
  database,
  secrets,
  places,
  log: createLog(config.logLevel),
  metrics,
  segmentNews: {
    subscribe: (given) => {
      hear = given
    },
    startOver: () => say({ kind: 'start_over' }),
  },
})

parentPort!.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'drain':
      return app.http.drain()
    case 'stop':
      return void stop()
    case 'measure':
      return void metrics?.measured().then((measured) => say({ kind: 'measured', metrics: measured }))
    default:
      return hear(message)
  }
})

await app.start()
if (!isStopping) await app.http.server.ready()
if (!isStopping) {
  collectStart()
  listening = app.http.listen({ port: config.port, host: config.host })
  await listening
  say({ kind: 'listening' })
  flushCompileCache()
}

async function stop(): Promise<void> {
  isStopping = true
  await listening
  await app.stop()
  await database.close()
  parentPort!.close()
}

/** Between threads, buffers arrive as plain bytes. */
function withBuffers<T>(given: T): T {
  if (given instanceof Uint8Array) return Buffer.from(given) as T
  if (Array.isArray(given)) return given.map(withBuffers) as T
  if (given === null || typeof given !== 'object') return given
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, withBuffers(value)])) as T
}
