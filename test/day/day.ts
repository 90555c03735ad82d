/**
 * `npm run long -- day [--minutes 60] [--accounts 1000] [--stores 20000] [--seed 1] [--plant]`: accounts of three sizes work on two nodes behind one
 * PostgreSQL at the rate of the busiest hour of their day (`model.ts`), while stores are imported and people are suppressed. Reports
 * latencies by kind, and whether every credit, event and job is accounted for. `--plant` takes a credit away behind the ledger's back: the
 * run has to notice.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { createOperatorAccount } from '../../src/billing/operator-account.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { demoCatalogue } from '../../src/demo/catalogue.ts'
import { insertWebhook } from '../../src/webhooks/webhooks.ts'
import { createPick } from '../faults/load.ts'
import { createJudge, openStage, type Stage, say } from '../faults/stage.ts'
import type { Server } from '../support/servers.ts'
import { judgeDay, type Outcome, printOutcomes } from './judge.ts'
import { countBySize, type Day, type DayAccount, kinds, ratesOf, type Size, sizes } from './model.ts'

const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    accounts: { type: 'string', default: '1000' },
    stores: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    plant: { type: 'boolean', default: false },
  },
})
const [minutes, accountCount, storeCount, seed] = [asked.minutes, asked.accounts, asked.stores, asked.seed].map(
  Number,
) as [number, number, number, number]

/** More than this many unanswered: the machine is too slow for the rate, which is told. */
const underwayMax = 300
const operateEveryMs = 60_000
const planOf: Record<Size, string> = { small: 'pro', medium: 'business', large: 'enterprise' }

const delivered = new Set<string>()
const receiver = createServer((request, response) => {
  delivered.add(`${request.url} ${request.headers['webhook-id']}`)
  request.resume().on('end', () => response.writeHead(200).end())
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const receiverPort = (receiver.address() as AddressInfo).port

const stage = await openStage()
const nodes: Server[] = []
try {
  process.exitCode = await run(stage)
} finally {
  await Promise.all(nodes.map((node) => node.kill()))
  await stage.close()
  receiver.close()
}

async function run(stage: Stage): Promise<number> {
  const { app } = stage
  const source = readRecords(demoCatalogue({ stores: storeCount, seed }))
  await importCatalogue(app.database, { source, channelKeys: app.channelKeys })
  const day = await openDay(stage)
  nodes.push(await stage.startNode({ searches: true }), await stage.startNode({ searches: true }))
  const bySize = countBySize(accountCount)
  const rates = ratesOf(bySize)
  const rate = rates.reduce((sum, one) => sum + one, 0)
  say(`${accountCount} accounts, ${minutes} minutes at ${rate.toFixed(1)} requests a second, seed ${seed}`)
  const outcomes: Outcome[] = []
  const endsAt = Date.now() + minutes * 60_000
  const isOver = () => Date.now() >= endsAt
  const unsent = await Promise.all([work(day, rates, isOver, outcomes), operate(stage, day, isOver, outcomes)]).then(
    ([count]) => count,
  )
  if (asked.plant) await plantViolation(stage)
  printOutcomes(outcomes, { unsent, seconds: minutes * 60 })
  const judge = createJudge()
  await judgeDay(judge, { stage, day, nodes, outcomes, delivered })
  return judge.exitCode()
}

async function openDay({ app }: Stage): Promise<Day> {
  const { database, sealer } = app
  const contacts = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE has_email ORDER BY contact_id`,
  )
  const stores = await database.query<{ domain: string }>(sql`SELECT domain FROM stores ORDER BY domain`)
  const accounts: DayAccount[] = []
  for (const size of sizes) {
    for (let at = 0; at < countBySize(accountCount)[size]; at += 1) {
      const { accountId, apiKey } = await createOperatorAccount(database, systemClock, plans, {
        ...{ name: `${size} ${at}`, email: `${size}${at}@day.example`, passwordHash: 'nobody signs in' },
        ...{ planId: planOf[size], status: 'active', credits: 1_000_000 },
      })
      const hasWebhook = size === 'large' || (size === 'medium' && at % 2 === 0)
      const url = `http://127.0.0.1:${receiverPort}/${accountId}`
      if (hasWebhook)
        await database.transaction((tx) => insertWebhook(tx, systemClock, sealer, { accountId, url, types: null }))
      const made = await app.http.server.inject({
        ...{ method: 'POST', url: '/api/v1/lists', headers: { authorization: `Bearer ${apiKey}` } },
        payload: { name: 'Prospects', kind: 'contacts' },
      })
      accounts.push({ accountId, apiKey, size, hasWebhook, listId: made.json().id })
    }
  }
  let number = 0
  return {
    ...{
      pick: createPick(seed),
      accounts,
      contacts: contacts.slice(200).map(({ id }) => id),
      jobs: [],
      unsettled: [],
      repeated: 0,
    },
    domains: stores.map(({ domain }) => domain),
    revealed: new Map(),
    charged: new Map(),
    node: () => nodes[number++ % nodes.length]!,
    pause: (seconds) => setTimeout(seconds * 1_000),
    next: () => number++,
  }
}

/** Requests leave when their time has come, whether or not earlier ones were answered. Resolves with how many could not be sent. */
async function work(day: Day, rates: number[], isOver: () => boolean, outcomes: Outcome[]): Promise<number> {
  const rate = rates.reduce((sum, one) => sum + one, 0)
  const bySize = Object.groupBy(day.accounts, ({ size }) => size)
  const underway = new Set<Promise<void>>()
  const startedAt = performance.now()
  let unsent = 0
  for (let number = 0; !isOver(); number += 1) {
    const waitMs = startedAt + (number * 1_000) / rate - performance.now()
    if (waitMs > 0) await setTimeout(waitMs)
    if (underway.size >= underwayMax) {
      unsent += 1
      continue
    }
    const { kind, account } = drawRequest(day, bySize)
    const sent = ask(day, kind, account, outcomes).finally(() => underway.delete(sent))
    underway.add(sent)
  }
  await Promise.all(underway)
  return unsent
}

/** As often as the model says: a kind and an account, of which large ones ask more. */
function drawRequest(day: Day, bySize: Partial<Record<Size, DayAccount[]>>) {
  const weights = kinds.flatMap((kind) =>
    sizes.map((size) => ({ kind, size, weight: kind.aDay[size] * (bySize[size]?.length ?? 0) })),
  )
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  let left = (day.pick(2 ** 20) / 2 ** 20) * total
  const drawn = weights.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  const { kind, size } = drawn ?? weights[0]!
  const accounts = bySize[size]!
  return { kind, account: accounts[day.pick(accounts.length)]! }
}

async function ask(day: Day, kind: (typeof kinds)[number], account: DayAccount, outcomes: Outcome[]): Promise<void> {
  const sentAt = performance.now()
  const failure = await kind.send(day, account).then(
    ({ status, text }) => (kind.expected.includes(status) ? null : `${status}: ${text.slice(0, 200)}`),
    (error: Error) => error.message,
  )
  outcomes.push({ kind: kind.name, milliseconds: performance.now() - sentAt, failure })
}

/** Every minute: an import that changes some stores, and somebody who may not be shown from then on, by any node. */
async function operate({ app }: Stage, day: Day, isOver: () => boolean, outcomes: Outcome[]): Promise<void> {
  const { database, channelKeys } = app
  const hidden = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE has_email ORDER BY contact_id LIMIT 200`,
  )
  for (let round = 0; !isOver(); round += 1) {
    const nextAt = Date.now() + operateEveryMs
    const changed = Array.from({ length: 500 }, (_, at) => ({
      domain: day.domains[(round * 500 + at) % day.domains.length]!,
      name: `Renamed in round ${round}`,
    }))
    await timed(outcomes, 'import 500 stores', () =>
      importCatalogue(database, { source: readRecords(changed), channelKeys }).then(() => null),
    )
    const contact = hidden[round % hidden.length]!.id
    await timed(outcomes, 'suppress, then reveal on each node', async () => {
      await suppress(database, channelKeys, { contact })
      const { apiKey } = day.accounts[0]!
      const answers = await Promise.all(nodes.map((node) => node.reveal(apiKey, [contact])))
      const shown = answers.filter(({ status }) => status !== 404 && status !== 422)
      return shown.length === 0 ? null : `a suppressed contact was answered with ${shown[0]!.status}`
    })
    while (!isOver() && Date.now() < nextAt) await setTimeout(200)
  }
}

async function timed(outcomes: Outcome[], kind: string, work: () => Promise<string | null>): Promise<void> {
  const startedAt = performance.now()
  const failure = await work().catch((error: Error) => error.message)
  outcomes.push({ kind, milliseconds: performance.now() - startedAt, failure })
}

/** As a fault in our code might: the balance of one account no longer follows from its entries. */
async function plantViolation({ app }: Stage): Promise<void> {
  await app.database.query(sql`
    UPDATE credit_balances SET balance = balance - 1 WHERE account_id = (SELECT min(account_id) FROM credit_balances)`)
}
