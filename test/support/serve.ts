/**
 * A program for tests: the application of one node, listening. It ends with its parent, by the end of its input, whose lines
 * say by how many milliseconds its clock is ahead.
 */
import { createInterface } from 'node:readline'
import { createApp } from '../../src/app.ts'
import { type Clock, fixedClock } from '../../src/clock.ts'
import { openDatabase } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
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
let aheadMs = 0
const movedClock: Clock = {
  sql: sql`(statement_timestamp() + ${() => `${aheadMs} milliseconds`}::interval)`,
  now: () => new Date(Date.now() + aheadMs),
}
const app = createApp({
  database: openDatabase({ url: options.databaseUrl }),
  secrets: {
    authSecret: Buffer.from(options.authSecret, 'base64'),
    channelKeys: options.channelKeys.map((key) => Buffer.from(key, 'base64')),
  },
  publicUrl: 'http://localhost:8080',
  log: createLog('fatal'),
  clock: frozenAt ? fixedClock(() => new Date(frozenAt.getTime() + aheadMs)) : movedClock,
})
await app.http.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.http.server.server.address() as { port: number }).port}\n`)
createInterface({ input: process.stdin })
  .on('line', (line) => {
    aheadMs = Number(line)
  })
  .on('close', () => process.exit(0))
