import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { App } from '../src/app.ts'
import { systemClock } from '../src/base/clock.ts'
import { sql } from '../src/base/sql.ts'
import { numberLedger } from '../src/events/record.ts'
import { insertWebhook } from '../src/webhooks/webhooks.ts'
import { loadGenerator } from './load-generator.ts'
import { alternate, perSecond, report, target } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'

const connections = 64
const seconds = 4
const rounds = 3

/** Reveals of one account over HTTP, with and without a webhook that is told of each. The application serves webhooks all the time. */
export async function withWebhook(
  app: App,
  { accountId, apiKey }: { accountId: string; apiKey: string },
): Promise<void> {
  const receiver = await startReceiver()
  const contactIds = await plantCatalogue(app, 200_000)
  const address = await app.http.server
    .listen({ host: '127.0.0.1', port: 0 })
    .catch(() => app.http.server.listeningOrigin)
  const load = await loadGenerator({ keys: [apiKey], contactIds })
  await app.database.transaction((tx) =>
    insertWebhook(tx, systemClock, app.cursors, { accountId, url: receiver.url, types: null }),
  )
  // What waits from the round before is left out, so that a round without a webhook delivers nothing.
  const set = (status: 'enabled' | 'disabled') =>
    app.database.transaction(async (tx) => {
      const position = await numberLedger(tx, accountId)
      await tx.query(
        sql`UPDATE webhooks SET status = ${status}, position = ${position} WHERE account_id = ${accountId}`,
      )
    })
  const run = async (status: 'enabled' | 'disabled') => {
    await set(status)
    return load.run(address, connections, seconds)
  }
  app.webhooks.start()
  const results = await alternate(rounds, { without: () => run('disabled'), with: () => run('enabled') })
  await load.close()
  receiver.child.kill()
  const [sent] = await app.database.query<{ deliveries: number }>(
    sql`SELECT count(*)::int AS deliveries FROM webhook_deliveries WHERE account_id = ${accountId} AND outcome = 'succeeded'`,
  )
  report(`Reveals over HTTP of one account, ${connections} connections`, [
    ['without a webhook', perSecond(results.without)],
    ['with a webhook', perSecond(results.with)],
    ['ratio', target(results.with / results.without, 0.95, 'at least')],
    ['delivered meanwhile', String(sent!.deliveries)],
  ])
}

const receiverCode = `require('http').createServer((q, s) => { q.resume(); s.end() })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** In a process of its own: answering is not the application's work. */
async function startReceiver(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', receiverCode], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url: `http://127.0.0.1:${port}/hook`, child }
}
