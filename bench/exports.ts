/** Reveals of one account, without and with twenty large CSV exports of others at the same time. About a minute. */
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '@better-auth/utils/password'
import { systemClock } from '../src/base/clock.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { createClient } from '../test/support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import { quantile, report, target } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { nodeKeys, startNode } from './start-node.ts'

const exportsCount = 20
const exporters = 10
const rowsEach = 33_000
const revealsEach = 600

export async function run(): Promise<void> {
  const store = await openBenchDatabase()
  const node = await startNode(store.url)
  try {
    const contacts = await plantCatalogue(
      { database: store.database, channelKeys: createChannelKeys(nodeKeys) },
      rowsEach + 2 * revealsEach,
    )
    const passwordHash = await hashPassword('a password of the benchmark')
    const open = (name: string) =>
      createOperatorAccount(store.database, systemClock, plans, {
        name,
        email: `${name}@bench.example`,
        passwordHash,
        planId: 'pro',
        status: 'active',
        credits: 100_000,
        requestsPerMinute: 100_000_000,
        requestsPerDay: 100_000_000,
      })
    const reader = await open('reader')
    const keys: string[] = []
    for (let at = 0; at < exporters; at += 1) keys.push((await open(`exporter${at}`)).apiKey)
    for (const key of keys) await revealAll(node.port, key, contacts.slice(0, rowsEach))
    const without = await timeReveals(node.port, reader.apiKey, contacts.slice(rowsEach, rowsEach + revealsEach))
    const exporting = { isOver: false, finished: 0, refused: 0 }
    const running = Array.from({ length: exportsCount }, (_, at) =>
      keepExporting(node.port, keys[at % exporters]!, exporting),
    )
    await setTimeout(1_000)
    const beside = await timeReveals(node.port, reader.apiKey, contacts.slice(rowsEach + revealsEach))
    exporting.isOver = true
    await Promise.all(running)
    const ms = (times: number[], share: number) => `${quantile(times, share).toFixed(1)} ms`
    report(`Reveals beside ${exportsCount} exports of ${rowsEach.toLocaleString('en')} rows`, [
      ['reveal without exports', `p50 ${ms(without, 0.5)}, p99 ${ms(without, 0.99)}`],
      ['reveal beside them', `p50 ${ms(beside, 0.5)}, p99 ${ms(beside, 0.99)}`],
      ['p99, times its value without', target(quantile(beside, 0.99) / quantile(without, 0.99), 3, 'at most')],
      ['exports finished, refused meanwhile', `${exporting.finished}, ${exporting.refused}`],
    ])
  } finally {
    node.child.kill('SIGKILL')
    await store.close()
  }
}

async function revealAll(port: number, key: string, contacts: string[]): Promise<void> {
  const client = createClient(port)
  const queue = [...contacts]
  const send = async () => {
    for (let ids = queue.splice(0, 10); ids.length > 0; ids = queue.splice(0, 10)) {
      const { status, text } = await client.reveal(key, ids)
      if (status !== 200) throw new Error(text)
    }
  }
  await Promise.all(Array.from({ length: 16 }, send))
  client.close()
}

/** One after the other, a little apart: how long each takes. */
async function timeReveals(port: number, key: string, contacts: string[]): Promise<number[]> {
  const client = createClient(port)
  const times: number[] = []
  for (const contact of contacts) {
    const startedAt = performance.now()
    const { status, text } = await client.reveal(key, [contact])
    if (status !== 200) throw new Error(text)
    times.push(performance.now() - startedAt)
    await setTimeout(10)
  }
  client.close()
  return times
}

type Exporting = { isOver: boolean; finished: number; refused: number }

async function keepExporting(port: number, key: string, state: Exporting): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  while (!state.isOver) {
    const isWhole = await new Promise<boolean>((resolve) => {
      const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' }
      const sent = get({ agent, port, host: '127.0.0.1', path: '/api/v1/contacts/revealed', headers }, (response) => {
        response.on('data', () => state.isOver && sent.destroy())
        response.on('close', () => resolve(response.statusCode === 200))
      })
      sent.on('error', () => resolve(false))
    })
    if (isWhole) state.finished += 1
    else state.refused += 1
    if (!isWhole) await setTimeout(1_000)
  }
  agent.destroy()
}
