/**
 * `npm run long -- soak --minutes 60 [--rate 60] [--seed S]`: one node under a steady, mixed load for as long as you like. At the end: what
 * memory, descriptors, connections and tables did, and exit code 1 if something that should stay flat grew.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hashPassword } from '@better-auth/utils/password'
import { quantile } from '../../bench/measure.ts'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { createOperatorAccount } from '../../src/billing/operator-account.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { createPick } from '../faults/load.ts'
import { ageRows, daysPerRun, hurryHousekeeping } from './age-rows.ts'
import { describe, judge } from './judge.ts'
import { type Outcome, operate, type SoakAccount, sendSteadily } from './load.ts'
import { type SoakNode, startSoakNode } from './node.ts'
import { type Sample, takeSample } from './samples.ts'

const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(asked.minutes)
const rate = Number(asked.rate)
if (!(minutes > 0 && rate > 0)) {
  process.stderr.write('Usage: npm run long -- soak --minutes 60 [--rate 60] [--seed 1]\n')
  process.exit(2)
}

const accountsCount = 8
const sampleEveryMs = 10_000
/** The share of requests that may fail before the run does, on a machine that others use, too. */
const failuresMax = 0.001

process.stderr.write('Starting a node with an embedded database and a synthetic catalogue.\n')
const node = await startSoakNode()
const database = openDatabase({ url: node.ownerUrl, purpose: 'background', poolSize: 2 })
try {
  process.exitCode = await soak(node, database)
} finally {
  await database.close()
  await node.stop()
}

async function soak(node: SoakNode, database: Database): Promise<number> {
  await hurryHousekeeping(database)
  const contacts = (
    await database.query<{ id: string }>(sql`SELECT contact_id AS id FROM contacts WHERE has_email ORDER BY 1`)
  ).map(({ id }) => id)
  const outcomes: Outcome[] = []
  const endsAt = Date.now() + minutes * 60_000
  const isOver = () => Date.now() > endsAt
  const load = {
    ...{ node, accounts: await openAccounts(database), pick: createPick(Number(asked.seed)), requestsPerSecond: rate },
    ...{ contacts: contacts.slice(50), suppressible: contacts.slice(0, 50), revealed: [], isOver },
    onOutcome: (outcome: Outcome) => void outcomes.push(outcome),
  }
  process.stderr.write(`${minutes} minutes at ${rate} requests a second begin.\n`)
  const running = Promise.all([sendSteadily(load), operate(load)])
  const samples = await sampleUntil(isOver, node, database)
  await running
  return report(samples, outcomes, await node.logged())
}

async function openAccounts(database: Database): Promise<SoakAccount[]> {
  const password = 'a password of the soak'
  const passwordHash = await hashPassword(password)
  const open = async (at: number): Promise<SoakAccount> => {
    const email = `account${at}@soak.example`
    const { apiKey } = await createOperatorAccount(database, systemClock, plans, {
      ...{ name: `Account ${at}`, email, passwordHash, planId: 'pro', status: 'active', credits: 1_000_000 },
      ...{ requestsPerMinute: 1_000_000, requestsPerDay: 100_000_000, searchRowsPerMonth: 1_000_000_000 },
    })
    return { apiKey, email, password }
  }
  return Promise.all(Array.from({ length: accountsCount }, (_, at) => open(at)))
}

async function sampleUntil(isOver: () => boolean, node: SoakNode, database: Database): Promise<Sample[]> {
  const startedAt = Date.now()
  const samples: Sample[] = []
  for (let number = 1; !isOver(); number += 1) {
    await setTimeout(Math.max(0, startedAt + number * sampleEveryMs - Date.now()))
    await ageRows(database, (daysPerRun * sampleEveryMs) / (minutes * 60_000))
    const sample = await takeSample(node, database, (Date.now() - startedAt) / 60_000)
    samples.push(sample)
    const { values } = sample
    const told = ['heap, MB', 'resident memory, MB', 'file descriptors', 'database connections'].map(
      (name) => `${name} ${values[name]!.toFixed(0)}`,
    )
    process.stderr.write(`${sample.minute.toFixed(1)} min: ${told.join('; ')}\n`)
  }
  return samples
}

function report(samples: Sample[], outcomes: Outcome[], logged: string[]): number {
  const failed = outcomes.filter(({ failure }) => failure !== null)
  const unsent = outcomes.filter(({ milliseconds }) => milliseconds === null)
  const verdicts = judge(samples)
  const growing = verdicts.filter(({ isFlat }) => !isFlat)
  const lines = [
    ...describe(verdicts),
    '',
    '| | done | failed | p50, ms | p99, ms |',
    '|---|---|---|---|---|',
    ...Object.entries(Object.groupBy(outcomes, ({ kind }) => kind)).map(([kind, all]) => describeKind(kind, all!)),
    '',
    ...Object.entries(Object.groupBy(failed, ({ kind, failure }) => `${kind}: ${failure}`))
      .slice(0, 20)
      .map(([what, all]) => `${all!.length} times ${what}`),
    `${outcomes.length - unsent.length} requests and commands, ${failed.length} failed; ${logged.length} warnings and errors in the log.`,
    ...(unsent.length > 0 ? [`${unsent.length} more were not sent: the machine was too busy for this rate.`] : []),
    ...logged.slice(0, 5),
    growing.length === 0
      ? 'Everything that should stay flat did.'
      : `Grew: ${growing.map(({ name }) => name).join('; ')}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return growing.length === 0 && failed.length <= outcomes.length * failuresMax ? 0 : 1
}

function describeKind(kind: string, all: Outcome[]): string {
  const times = all.flatMap(({ milliseconds }) => milliseconds ?? [])
  const ms = (share: number) => (times.length === 0 ? '-' : quantile(times, share).toFixed(0))
  const failed = all.filter(({ failure }) => failure !== null).length
  return `| ${kind} | ${times.length} | ${failed} | ${ms(0.5)} | ${ms(0.99)} |`
}
