/**
 * `npm run long -- jobs [--contacts 10000] [--kills 20] [--seed 1]`: one job reveals all contacts and another one, from the other end,
 * as many of the same as its `max_credits` allows, while single reveals of them come in by the API, and nodes and the database are killed. Whatever was
 * killed: each contact is charged once, results are complete and in order, and the ledger is right.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { plantCatalogue } from '../../bench/plant-catalogue.ts'
import { openUnlimitedAccount } from '../../bench/unlimited-account.ts'
import { sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import type { Answer } from '../support/app.ts'
import type { Server } from '../support/servers.ts'
import { createPick } from './load.ts'
import { createJudge, openStage, type Stage, say } from './stage.ts'

const { values: asked } = parseArgs({
  options: {
    contacts: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const [contactCount, kills, seed] = [asked.contacts, asked.kills, asked.seed].map(Number) as [number, number, number]
const pick = createPick(seed)

type Line = { index: number; input: string; outcome: string; charged: boolean; contact: object | null }
type JobRequest = { id: string; inputs: string[] }
type Job = JobRequest & {
  status: string
  stop_reason: string | null
  counts: { done: number }
  credits: { spent: number }
}

const stage = await openStage()
let node: Server | null = await stage.startNode()
try {
  process.exitCode = await run(stage)
} finally {
  await node?.kill()
  await stage.close()
}

/** The node may be away: whoever asks comes back. */
async function ask(method: string, path: string, key: string, body?: object, headers = {}): Promise<Answer> {
  for (;;) {
    const answer = await node?.call(method, `/api/v1${path}`, { key, ...(body && { body }), headers }).catch(() => null)
    if (answer && answer.status !== 503) return answer
    await setTimeout(50)
  }
}

async function run({ app }: Stage): Promise<number> {
  const ids = await plantCatalogue(app, contactCount)
  const { apiKey, accountId } = await openUnlimitedAccount(app.database, 'jobs')
  const begun = performance.now()
  const create = async (inputs: string[], more: object): Promise<JobRequest> => ({
    inputs,
    id: (await ask('POST', '/jobs', apiKey, { kind: 'reveal', contact_ids: inputs, ...more })).body.id,
  })
  const maxCredits = Math.floor(contactCount / 10)
  const jobs = [await create(ids, {}), await create(ids.toReversed(), { max_credits: maxCredits })]
  const read = async (): Promise<Job[]> =>
    Promise.all(
      jobs.map(async ({ id, inputs }) => ({ ...(await ask('GET', `/jobs/${id}`, apiKey)).body, inputs }) as Job),
    )
  const isOver = ({ status }: Job) => status !== 'queued' && status !== 'running'

  let over = false
  const beside = revealBeside(ids, apiKey, () => over)
  const killed = await killNowAndThen(app, accountId, async () => (await read()).every(isOver))
  while (!(await read()).every(isOver)) await hurry(app, accountId)
  over = true
  const revealedBeside = await beside
  const seconds = Math.round((performance.now() - begun) / 1_000)
  say(
    `${contactCount} contacts, ${killed.nodes} nodes and ${killed.databases} databases killed, ${revealedBeside} single reveals, ${seconds} s, seed ${seed}`,
  )
  return judge(await read(), { app, accountId, apiKey, ids, maxCredits })
}

async function revealBeside(ids: string[], apiKey: string, isOver: () => boolean): Promise<number> {
  let done = 0
  for (; !isOver(); done += 1) {
    const contact_ids = Array.from({ length: 1 + pick(3) }, () => ids[pick(ids.length)]!)
    await ask('POST', '/contacts/reveal', apiKey, { contact_ids }, { 'idempotency-key': `beside ${done}` })
    await setTimeout(pick(100))
  }
  return done
}

/** Half of the time the node dies, half of the time its database. */
async function killNowAndThen(app: Stage['app'], accountId: string, isOver: () => Promise<boolean>) {
  const killed = { nodes: 0, databases: 0 }
  while (killed.nodes + killed.databases < kills && !(await isOver())) {
    await setTimeout(pick(3_000))
    if (pick(2) === 0) {
      const dead = node!
      node = null
      await dead.kill()
      node = await stage.startNode()
      killed.nodes += 1
    } else {
      await stage.killDatabase()
      killed.databases += 1
    }
    await hurry(app, accountId)
  }
  return killed
}

/** The lease of a dead runner, and the pause after a failure, end early: waiting for them would be most of the time. */
async function hurry({ database, queue }: Stage['app'], accountId: string): Promise<void> {
  const attempt = database
    .query(sql`
      UPDATE jobs SET leased_until = least(leased_until, now() + interval '1 second'), retry_at = NULL
      WHERE account_id = ${accountId} AND status IN ('queued', 'running')`)
    .then(() => queue.enqueue(database, 'job', {}))
  await attempt.catch(() => {})
  await setTimeout(2_000)
}

type RunResult = { app: Stage['app']; accountId: string; apiKey: string; ids: string[]; maxCredits: number }

async function judge(jobs: Job[], { app, accountId, apiKey, ids, maxCredits }: RunResult): Promise<number> {
  const { expect, exitCode } = createJudge()
  const [whole, capped] = jobs as [Job, Job]
  const rows = await app.database.query<{ job: string | null; spent: number }>(sql`
    SELECT job_id AS job, -sum(amount)::int AS spent FROM credit_entries
    WHERE account_id = ${accountId} AND kind = 'spend' GROUP BY job_id`)
  const spentBy = (job: string | null) => rows.find((row) => row.job === job)?.spent ?? 0
  const [owned] = await app.database.query<{ contacts: number }>(
    sql`SELECT count(*)::int AS contacts FROM reveals WHERE account_id = ${accountId}`,
  )
  const spentInAll = rows.reduce((sum, { spent }) => sum + spent, 0)
  expect('the job of all contacts finished', whole.status === 'finished', `${whole.status}, ${whole.counts.done} done`)
  expect(
    'each contact is charged once',
    spentInAll === ids.length && owned!.contacts === ids.length,
    `${spentInAll} credits, ${owned!.contacts} contacts`,
  )
  expect(
    'the job with max_credits spends them all, and not one more',
    spentBy(capped.id) === maxCredits,
    `${spentBy(capped.id)} of ${maxCredits}, ${capped.status}`,
  )
  for (const job of jobs) {
    const { text } = await ask('GET', `/jobs/${job.id}/results`, apiKey)
    const lines = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
    const { inputs } = job
    const inOrder =
      lines.length === inputs.length && lines.every(({ index, input }, at) => index === at && input === inputs[at])
    expect(`results of ${job.id} are complete and in order`, inOrder, `${lines.length} lines`)
    const charged = lines.filter((line) => line.charged).length
    expect(
      `${job.id} says what it spent`,
      charged === spentBy(job.id) && job.credits.spent === charged,
      `${charged}, ledger ${spentBy(job.id)}`,
    )
    if (job === whole)
      expect(
        'every contact is in its results',
        lines.every(({ contact }) => contact !== null),
      )
  }
  const { problems } = await verifyLedger(app.database)
  expect('the ledger verifies', problems.length === 0, `${problems.length} problems`)
  return exitCode()
}
