/**
 * `npm run long -- deliveries [--events 100000] [--kills 6] [--slow-ms 20] [--seed 1]`: events of an account go to webhooks while all nodes
 * are killed again and again. First to a good webhook alone, then to five: good, slow, one that answers 500, one that answers 410, and
 * one that is down.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openUnlimitedAccount } from '../../bench/unlimited-account.ts'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { pickFreePort } from '../../src/db/embedded/process.ts'
import { recordEvents } from '../../src/events/record.ts'
import { insertWebhook } from '../../src/webhooks/webhooks.ts'
import type { Server } from '../support/servers.ts'
import { createPick } from './load.ts'
import { createJudge, openStage, type Stage, say } from './stage.ts'

const { values: asked } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '6' },
    'slow-ms': { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const [eventCount, kills, slowMs] = [asked.events, asked.kills, asked['slow-ms']].map(Number) as [
  number,
  number,
  number,
]
const pick = createPick(Number(asked.seed))
const { expect, exitCode } = createJudge()

type Receiver = 'good' | 'slow' | 'broken' | 'gone'
type Run = { accountId: string; committed: Set<string>; seconds: number }

class RolledBack extends Error {}

const received = new Map<string, Set<string>>()
const receivers = createServer((request, response) => {
  const [, receiver, account] = request.url!.split('/') as [string, Receiver, string]
  const key = `${receiver} ${account}`
  const seen = received.get(key) ?? new Set()
  received.set(key, seen.add(request.headers['webhook-id'] as string))
  request.resume().on('end', async () => {
    if (receiver === 'slow') await setTimeout(slowMs)
    response.writeHead({ good: 200, slow: 200, broken: 500, gone: 410 }[receiver]).end()
  })
})
receivers.listen(0, '127.0.0.1')
await once(receivers, 'listening')
const port = (receivers.address() as AddressInfo).port
const closedPort = await pickFreePort()

const stage = await openStage()
const nodes: Server[] = [await stage.startNode(), await stage.startNode()]
try {
  const alone = await deliver(stage, 'alone', ['good'])
  const together = await deliver(stage, 'together', ['good', 'slow', 'broken', 'gone'], true)
  await judge(stage, together)
  const ratio = together.seconds / alone.seconds
  const figures = `${alone.seconds.toFixed(1)} s alone, ${together.seconds.toFixed(1)} s among five, ratio ${ratio.toFixed(2)}`
  expect('the good webhook is no later than twice its time alone', ratio <= 2, figures)
  say(`${eventCount} events, all nodes killed ${kills} times in each run, seed ${asked.seed}`)
  process.exitCode = exitCode()
} finally {
  await Promise.all(nodes.map((node) => node.kill()))
  await stage.close()
  receivers.close()
}

/** Resolves when the good webhook has everything; `seconds` is how long that took from the first event on. */
async function deliver({ app }: Stage, name: string, wanted: Receiver[], withDown = false): Promise<Run> {
  const { accountId } = await openUnlimitedAccount(app.database, name)
  const urls = wanted.map((receiver) => `http://127.0.0.1:${port}/${receiver}/${accountId}`)
  if (withDown) urls.push(`http://127.0.0.1:${closedPort}/down/${accountId}`)
  for (const url of urls) {
    await app.database.transaction((tx) =>
      insertWebhook(tx, systemClock, app.sealer, { accountId, url, types: ['job.finished'] }),
    )
  }
  const begun = performance.now()
  const killing = killNodes(stage)
  const committed = await recordAll(app, accountId)
  await killing
  const good = () => received.get(`good ${accountId}`)?.size ?? 0
  while (good() < committed.size) await setTimeout(100)
  const seconds = (performance.now() - begun) / 1_000
  say(`${name}: the good webhook has ${good()} events after ${seconds.toFixed(1)} s`)
  return { accountId, committed, seconds }
}

/** Eight writers, a few events a transaction; every tenth transaction is rolled back, and its events with it. */
async function recordAll({ database }: Stage['app'], accountId: string): Promise<Set<string>> {
  const committed = new Set<string>()
  let next = 0
  async function write(): Promise<void> {
    while (next < eventCount) {
      const causes = Array.from({ length: Math.min(1 + pick(20), eventCount - next) }, () => `job_${next++}`)
      const isRolledBack = pick(10) === 0
      const data = (job_id: string) => ({
        job_id,
        kind: 'reveal',
        status: 'finished',
        total: 1,
        done: 1,
        credits_spent: 1,
      })
      const drafts = causes.map((cause) => ({ type: 'job.finished' as const, data: data(cause) }))
      await database
        .transaction(async (tx) => {
          await recordEvents(tx, systemClock, accountId, drafts)
          if (isRolledBack) throw new RolledBack()
        })
        .then(
          () => causes.forEach((cause) => void committed.add(cause)),
          (error) => {
            if (!(error instanceof RolledBack)) throw error
          },
        )
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
  return committed
}

/** All at once, so that each time whoever serves the good webhook is among them. */
async function killNodes({ startNode }: Stage): Promise<void> {
  for (let killed = 0; killed < kills; killed += 1) {
    await setTimeout(2_000 + pick(5_000))
    await Promise.all(nodes.splice(0).map((node) => node.kill()))
    nodes.push(await startNode(), await startNode())
  }
}

async function judge({ app }: Stage, { accountId, committed }: Run): Promise<void> {
  const slow = () => received.get(`slow ${accountId}`)?.size ?? 0
  while (slow() < committed.size) await setTimeout(500)
  const events = await app.database.query<{ sequence: number; id: string; type: string; cause: string | null }>(sql`
    SELECT sequence::int AS sequence, event_id AS id, type, data->>'job_id' AS cause FROM events
    WHERE account_id = ${accountId} ORDER BY events.sequence`)
  expect(
    'sequences have no gap',
    events.every(({ sequence }, at) => sequence === at + 1),
    `1 to ${events.length}`,
  )
  const told = events.filter(({ type }) => type === 'job.finished')
  const isTrue = told.length === committed.size && told.every(({ cause }) => committed.has(cause!))
  expect('an event for each cause that was committed, and for no other', isTrue, `${told.length} of ${committed.size}`)
  for (const receiver of ['good', 'slow'] as const) {
    const has = received.get(`${receiver} ${accountId}`)!
    expect(
      `the ${receiver} webhook has every event`,
      told.every(({ id }) => has.has(id)),
      `${has.size}`,
    )
  }
  const states = await app.database.query<{ url: string; status: string; tried: number; due: number }>(sql`
    SELECT url, status, (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.webhook_id AND attempt > 0)::int AS tried,
      (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = w.webhook_id AND outcome = 'pending')::int AS due
    FROM webhooks w WHERE account_id = ${accountId}`)
  const stateOf = (name: string) => states.find(({ url }) => url.includes(`/${name}/`))!
  expect('410 disabled its webhook', stateOf('gone').status === 'disabled')
  for (const name of ['broken', 'down']) {
    const { status, tried, due } = stateOf(name)
    expect(
      `what the ${name} webhook did not take is tried again`,
      status === 'enabled' && due > 0,
      `${tried} tried, ${due} wait`,
    )
  }
}
