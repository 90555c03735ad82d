import { Worker } from 'node:worker_threads'
import type { App } from '../src/app.ts'
import { sql } from '../src/base/sql.ts'
import { milliseconds, report, target } from './measure.ts'
import { type Load, loadSearch, type SearchRequests } from './search-load.ts'
import { type LoopDelays, watchEventLoop } from './watch-event-loop.ts'

/**
 * How long the event loop is held up while the index is replaced and searches go on. On a machine with few cores a thread
 * also waits for its turn, so two things are told apart: the clock, which shows both, and the thread's own processor time,
 * which shows only what it did itself. The same searches next to threads that are merely busy show the cost of waiting for a core.
 */
export async function whileRefreshing(
  { database, searchIndex }: App,
  { address, requests, seconds }: { address: string; requests: SearchRequests; seconds: number },
): Promise<void> {
  const load = { connections: 1, seconds }
  // The first searches of a process compile their code, which has nothing to do with the refresh.
  await loadSearch(address, requests, { connections: 1, seconds: 2 })
  const old = searchIndex.reader()
  const watch = watchEventLoop()
  const serving = loadSearch(address, requests, load)
  const began = performance.now()
  await database.query(sql`UPDATE catalogue_state SET version = version + 1`)
  while (searchIndex.reader() === old) await new Promise((resolve) => setTimeout(resolve, 10))
  const lasted = performance.now() - began
  const served = await serving
  const refreshing = watch.stop()
  const busy = await nextToBusyThreads(() => loadSearch(address, requests, load))
  report(`The event loop during a refresh of ${(lasted / 1_000).toFixed(1)} s, while searches are served one by one`, [
    ['longest delay (ms)', target(refreshing.longestDelay, 50, 'at most')],
    ['longest piece of work of its own (ms)', target(refreshing.longestWork, 50, 'at most')],
    ['p99 of the delays', milliseconds(refreshing.p99)],
    ['searches meanwhile', `${served.perSecond.toFixed(1)} /s, p99 ${milliseconds(served.p99)}`],
    ['without a refresh, next to two busy threads: longest delay', milliseconds(busy.longestDelay)],
    ['… longest piece of work', milliseconds(busy.longestWork)],
    ['… searches', `${busy.load.perSecond.toFixed(1)} /s, p99 ${milliseconds(busy.load.p99)}`],
  ])
}

/** A build keeps one thread busy and one backend of the database: so do two threads that do nothing of use. */
async function nextToBusyThreads(serve: () => Promise<Load>): Promise<LoopDelays & { load: Load }> {
  const busy = [0, 1].map(() => new Worker('for (;;);', { eval: true }))
  try {
    const watch = watchEventLoop()
    const load = await serve()
    return { ...watch.stop(), load }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()))
  }
}
