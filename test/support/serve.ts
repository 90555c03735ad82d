/** A program for tests: the application of one node, listening. It ends with its parent, by the end of its input. */
import { createApp } from '../../src/app.ts'
import { fixedClock, systemClock } from '../../src/clock.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createLog } from '../../src/log.ts'

export type ServeOptions = {
  databaseUrl: string
  authSecret: string
  channelKeys: string[]
  /** The time at which this node's clock stands still; without it, the clock runs. */
  frozenAt?: string
}

const options = JSON.parse(process.argv[2]!) as ServeOptions
const frozenAt = options.frozenAt === undefined ? null : new Date(options.frozenAt)
const app = createApp({
  database: openDatabase({ url: options.databaseUrl }),
  secrets: {
    authSecret: Buffer.from(options.authSecret, 'base64'),
    channelKeys: options.channelKeys.map((key) => Buffer.from(key, 'base64')),
  },
  publicUrl: 'http://localhost:8080',
  log: createLog('fatal'),
  clock: frozenAt ? fixedClock(() => frozenAt) : systemClock,
})
await app.http.server.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.http.server.server.address() as { port: number }).port}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
