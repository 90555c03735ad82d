import type { Service } from '../../src/main.ts'
import { defineCommand } from '../command.ts'
import { createProgress, storesAndContacts } from '../progress.ts'
import { type ReportOptions, remark, report } from '../report.ts'
import { describeService, welcome } from '../welcome.ts'
import { readSettings } from '../with-database.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Bring the database up to date, then serve API, web application and docs.',
  details:
    'Without DATABASE_URL it runs a PostgreSQL of its own in DATA_DIR, and its first start loads a demo catalogue ' +
    'and a demo account (DEMO=false: neither). SIGTERM and Ctrl-C finish the requests under way, then stop.',
  examples: [
    'prospector serve',
    'PORT=9000 prospector serve',
    'DATABASE_URL=postgres://prospector@db/prospector prospector serve',
  ],
}).action(async (options: ReportOptions) => {
  // The service is most of the code there is; the other commands start faster without it.
  const { startService } = await import('../../src/main.ts')
  const progress = createProgress('Loading the demo catalogue')
  const service = await startService(readSettings(), {
    onDemoProgress: (state, storesTotal) => progress.show(state.stores, storesTotal, storesAndContacts(state)),
  }).finally(progress.finish)
  report(options, describeService(service), welcome(service))
  await untilStopped(service)
})

/** npm passes on the Ctrl-C that the terminal has delivered already: both are one wish. */
const sameSignalWithinMs = 500
/** A client that never reads its answer must not keep the service from stopping. */
const drainWithinMs = 30_000

function untilStopped(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedAt: number | undefined
    const stop = () => {
      const now = Date.now()
      if (askedAt !== undefined) {
        if (now - askedAt > sameSignalWithinMs) process.exit(1)
        return
      }
      askedAt = now
      remark('Finishing the requests under way, then stopping. Once more to stop at once.')
      setTimeout(() => {
        remark('Some requests did not end in time; stopping without them.')
        process.exit(1)
      }, drainWithinMs).unref()
      service.stop().then(resolve, reject)
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
