import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { ImportProgress } from '../../src/catalog/import/import-catalogue.ts'
import type { Service } from '../../src/main.ts'
import { defineCommand } from '../command.ts'
import { createProgress, storesAndContacts } from '../progress.ts'
import { type ReportOptions, remark, report } from '../report.ts'
import { describeService, welcome } from '../welcome.ts'
import { readSettings } from '../with-database.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Bring the database up to date, then serve the API, the web application and the docs.',
  details:
    'Without DATABASE_URL it runs a PostgreSQL of its own in DATA_DIR, and its first start loads a demo catalogue ' +
    'and a demo account (DEMO=false: neither). After SIGTERM, /readyz returns 503 and requests are ' +
    'served for another DRAIN_SECONDS, so that load balancers notice. Then, as with Ctrl-C, requests in progress finish.',
  examples: [
    'prospector serve',
    'PORT=9000 prospector serve',
    'DATABASE_URL=postgres://prospector@db/prospector prospector serve',
  ],
}).action(async (options: ReportOptions) => {
  let embedded: EmbeddedServer | undefined
  const signal = untilAskedToStop(() => embedded?.stopAtOnce())
  const onEmbedded = (started: EmbeddedServer) => {
    embedded = started
  }
  const service = await start(signal, onEmbedded).catch((error) => {
    // Stopping half-way up is what was asked for, not a failure.
    if (!signal.aborted) throw error
  })
  if (!service) return
  report(options, describeService(service), welcome(service))
  if (!signal.aborted) await once(signal, 'abort')
  // A person who pressed Ctrl-C is waiting; a node run by a service manager may have a load balancer in front.
  await service.stop({ drain: signal.reason === 'SIGTERM' })
})

type EmbeddedServer = { stopAtOnce(): Promise<void> }

async function start(signal: AbortSignal, onEmbedded: (embedded: EmbeddedServer) => void): Promise<Service> {
  // The service is most of the code there is; the other commands start faster without it.
  const { startService } = await import('../../src/main.ts')
  const progress = createProgress('Loading the demo catalogue')
  const onDemoProgress = (state: ImportProgress, storesTotal: number) =>
    progress.show(state.stores, storesTotal, storesAndContacts(state))
  return startService(readSettings(), { signal, onDemoProgress, onEmbedded }).finally(progress.finish)
}

/** npm passes on a Ctrl-C that the terminal has already delivered: both count as one. */
const sameWishWithinMs = 500
/** Besides the time to drain. Every step of a stop has a shorter bound of its own: this one is for faults nobody has thought of. */
export const stopSecondsMax = 30
/** To tell the embedded database that it is to stop, too. */
const lastWordsWithinMs = 3_000

/** The first signal asks to stop, the second one stops at once, and the embedded database with it. */
function untilAskedToStop(stopDatabase: () => Promise<void> | undefined): AbortSignal {
  const asked = new AbortController()
  let askedAt = 0
  const end = async () => {
    await Promise.race([stopDatabase(), setTimeout(lastWordsWithinMs)])
    process.exit(1)
  }
  const stop = (name: NodeJS.Signals) => {
    if (asked.signal.aborted) {
      if (Date.now() - askedAt > sameWishWithinMs) void end()
      return
    }
    askedAt = Date.now()
    remark('Finishing the requests in progress, then stopping. Press Ctrl-C again to stop at once.')
    void setTimeout((stopSecondsMax + readSettings().drainSeconds) * 1_000, null, { ref: false }).then(() => {
      remark('Some requests did not finish in time; stopping anyway.')
      return end()
    })
    asked.abort(name)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return asked.signal
}
