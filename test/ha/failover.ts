/**
 * `npm run long -- failover`: the cluster of deploy/ha under load, its primary switched over, killed, lost and frozen, and its standby
 * lagging and lost. What callers were told is judged as in test/faults. About five minutes; takes Debian's packages.
 * `npm run long -- failover --only replica`: the standby alone, without load.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hashPassword } from '@better-auth/utils/password'
import { plantCatalogue } from '../../bench/plant-catalogue.ts'
import { systemClock } from '../../src/base/clock.ts'
import { createOperatorAccount } from '../../src/billing/operator-account.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { createChannelKeys } from '../../src/catalog/channel-keys.ts'
import { openDatabase } from '../../src/db/database.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { emptyHistory, judgeAnswers, longestSilence, shortestHistory } from '../faults/history.ts'
import { judgeTables } from '../faults/judge-tables.ts'
import { createPick, type Load, type LoadAccount, sendReveals } from '../faults/load.ts'
import { createClient } from '../support/servers.ts'
import { type Cluster, startCluster, timeUntil } from './cluster.ts'
import { tryReplica } from './try-replica.ts'

type Blow = {
  name: string
  strike(cluster: Cluster, primary: 1 | 2): Promise<void>
  recover?(cluster: Cluster, primary: 1 | 2): void
}

const blows: Blow[] = [
  { name: 'switchover', strike: (cluster) => cluster.switchOver() },
  {
    name: 'PostgreSQL of the primary killed',
    strike: async (cluster, primary) => cluster.signalPostgres(primary, 'SIGKILL'),
  },
  {
    name: 'machine of the primary lost',
    strike: async (cluster, primary) => cluster.signalMember(primary, 'SIGKILL'),
  },
  {
    name: 'machine of the primary frozen',
    strike: async (cluster, primary) => cluster.signalMember(primary, 'SIGSTOP'),
    recover: (cluster, primary) => cluster.signalMember(primary, 'SIGCONT'),
  },
]

const { values: asked } = parseArgs({ options: { only: { type: 'string' } } })
const isReplicaOnly = asked.only === 'replica'

const seed = 20_261_116
const credits = 500_000
const requestsPerMinute = 1_000_000
const calmMs = 5_000
const failoverWithinMs = 60_000

const port = Number(process.env.HA_PORT ?? 7_000)
process.stderr.write('Starting etcd, two PostgreSQL servers, two nodes and HAProxy.\n')
const cluster = await startCluster(port)
const database = openDatabase({ url: cluster.databaseUrl, purpose: 'background' })
try {
  process.exitCode = await failOver()
} finally {
  await database.close()
  await cluster.remove()
}

async function openAccounts(): Promise<LoadAccount[]> {
  const passwordHash = await hashPassword('a password of the failover')
  const open = async (at: number): Promise<LoadAccount> => {
    const { accountId, apiKey } = await createOperatorAccount(database, systemClock, plans, {
      name: `Account ${at}`,
      email: `account${at}@failover.example`,
      passwordHash,
      planId: 'pro',
      status: 'active',
      credits,
      requestsPerMinute,
      requestsPerDay: 100_000_000,
    })
    const limited = await makeKey(database, { accountId, name: 'Limited', creditLimit: 40 })
    const keyLimits = new Map([[limited.apiKey, { keyId: limited.keyId, limit: 40 }]])
    return { accountId, apiKey, credits, requestsPerMinute, limitedKey: limited.apiKey, keyLimits }
  }
  return Promise.all([1, 2, 3, 4].map(open))
}

async function failOver(): Promise<number> {
  const channelKeys = createChannelKeys([cluster.channelKey])
  const contacts = await plantCatalogue({ database, channelKeys }, 40_000)
  const client = createClient(cluster.port)
  let isOver = false
  const history = emptyHistory()
  const accounts = await openAccounts()
  const load: Load = {
    pick: createPick(seed),
    isOver: () => isOver,
    accounts,
    contacts,
    history,
    reveal: client.reveal,
  }
  const sending = Array.from({ length: isReplicaOnly ? 0 : 8 }, (_, sender) => sendReveals(load, sender))
  const rows: string[] = []
  for (const blow of isReplicaOnly ? [] : blows) rows.push(await meet(blow, load))
  isOver = true
  await Promise.all(sending)
  const violations = [...judgeAnswers(history), ...(await judgeTables(database, history, accounts))]
  const replica = await tryReplica(cluster, { database, channelKeys, client, apiKey: accounts[0]!.apiKey }).catch(
    (error: Error) => [`The standby: ${error.message}`],
  )
  client.close()
  const served = history.reveals.filter(({ status }) => status === 200).length
  const lines = [
    '| fault | new primary after | longest time without a reveal | the latter without the former |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...replica,
    '',
    `${history.reveals.length} reveals sent, ${served} served, ${violations.length} violations.`,
    ...violations.slice(0, 1).flatMap((violation) => [violation.rule, ...shortestHistory(violation, history)]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return violations.length === 0 && replica.length > 1 ? 0 : 1
}

async function meet({ name, strike, recover }: Blow, { history }: Load): Promise<string> {
  await setTimeout(calmMs)
  const before = (await cluster.primary())!
  const startedAt = Date.now()
  await strike(cluster, before)
  // Patroni starts a PostgreSQL that died again, rather than let the other one take over.
  const ownMs = await timeUntil(async () => {
    const found = await cluster.writable()
    return found !== null && (found.member !== before || found.runsSince > startedAt)
  }, failoverWithinMs)
  await setTimeout(calmMs)
  const silence = longestSilence(history, { from: startedAt, to: Date.now() })
  recover?.(cluster, before)
  await cluster.whole()
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  const row = `| ${name} | ${seconds(ownMs)} | ${seconds(silence)} | ${seconds(Math.max(0, silence - ownMs))} |`
  process.stderr.write(`${row}\n`)
  return row
}
