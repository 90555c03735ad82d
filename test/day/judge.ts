/** Whether the day added up: answers, credits, jobs, events, ledger. */
import { setTimeout } from 'node:timers/promises'
import { quantile } from '../../bench/measure.ts'
import { sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { type createJudge, type Stage, say } from '../faults/stage.ts'
import type { Server } from '../support/servers.ts'
import { type Day, settle } from './model.ts'

/** `failure`: why the answer was none that the kind expects. */
export type Outcome = { kind: string; milliseconds: number; failure: string | null }

type DayResult = { stage: Stage; day: Day; nodes: Server[]; outcomes: Outcome[]; delivered: ReadonlySet<string> }

/** What is still under way when the load ends has so long to come to its end. */
const settleWithinMs = 300_000

export function printOutcomes(outcomes: Outcome[], { unsent, seconds }: { unsent: number; seconds: number }): void {
  say('\n| | done | unexpected | p50, ms | p99, ms | slowest, ms |\n|---|---:|---:|---:|---:|---:|')
  for (const [kind, all] of Object.entries(Object.groupBy(outcomes, (one) => one.kind))) {
    const times = all!.map(({ milliseconds }) => milliseconds)
    const wrong = all!.filter(({ failure }) => failure !== null).length
    const ms = (share: number) => quantile(times, share).toFixed(0)
    say(`| ${kind} | ${all!.length} | ${wrong} | ${ms(0.5)} | ${ms(0.99)} | ${Math.max(...times).toFixed(0)} |`)
  }
  say(`\n${outcomes.length} in ${seconds} s, ${(outcomes.length / seconds).toFixed(1)} a second; ${unsent} not sent\n`)
}

export async function judgeDay(judge: ReturnType<typeof createJudge>, judged: DayResult): Promise<void> {
  const { outcomes } = judged
  const wrong = outcomes.filter(({ failure }) => failure !== null)
  judge.expect('every answer is one that was expected', wrong.length === 0, wrong[0]?.failure ?? `${outcomes.length}`)
  const { repeated } = judged.day
  judge.expect('at most one request in a hundred was sent again', repeated <= outcomes.length / 100, `${repeated}`)
  const { asked, open } = await settle(judged.day)
  judge.expect('every reveal has a final answer', open === 0, `${asked} asked for again at the end`)
  await judgeJobs(judge, judged)
  await judgeCredits(judge, judged)
  await judgeEvents(judge, judged)
  const { problems } = await verifyLedger(judged.stage.app.database)
  judge.expect('the ledger adds up', problems.length === 0, JSON.stringify(problems[0] ?? 'clean'))
}

async function judgeJobs({ expect }: ReturnType<typeof createJudge>, { stage, day }: DayResult): Promise<void> {
  const { database } = stage.app
  const open = () =>
    database.query<{ jobs: number }>(
      sql`SELECT count(*)::int AS jobs FROM jobs WHERE status NOT IN ('finished') HAVING count(*) > 0`,
    )
  const endsAt = Date.now() + settleWithinMs
  while ((await open()).length > 0 && Date.now() < endsAt) await setTimeout(500)
  expect('every job finished', (await open()).length === 0, `${day.jobs.length}`)
}

/** What the replies of reveals and the jobs say was charged is what the ledger holds, and nobody paid for a contact twice. */
async function judgeCredits({ expect }: ReturnType<typeof createJudge>, { stage, day }: DayResult): Promise<void> {
  const { database } = stage.app
  const rows = await database.query<{ accountId: string; alone: number; byJobs: number; owned: number }>(sql`
    SELECT account_id AS "accountId", coalesce(-sum(amount) FILTER (WHERE job_id IS NULL), 0)::int AS alone,
      coalesce(-sum(amount) FILTER (WHERE job_id IS NOT NULL), 0)::int AS "byJobs",
      (SELECT count(*)::int FROM reveals r WHERE r.account_id = e.account_id) AS owned
    FROM credit_entries e WHERE kind = 'spend' GROUP BY account_id`)
  const told = [...day.charged.values()].reduce((sum, credits) => sum + credits, 0)
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0)
  const differing = rows.filter(({ accountId, alone }) => (day.charged.get(accountId) ?? 0) !== alone)
  expect(
    'every account was charged what its replies said',
    differing.length === 0 && told === sum((row) => row.alone),
    `${told} credits told, ${sum((row) => row.alone)} in the ledger, ${sum((row) => row.byJobs)} more by jobs`,
  )
  const twice = rows.filter(({ alone, byJobs, owned }) => alone + byJobs !== owned)
  expect('every contact was paid for once', twice.length === 0, `${sum((row) => row.owned)} contacts`)
}

async function judgeEvents({ expect }: ReturnType<typeof createJudge>, judged: DayResult): Promise<void> {
  const { stage, day, delivered } = judged
  const { database } = stage.app
  const watched = day.accounts.filter(({ hasWebhook }) => hasWebhook).map(({ accountId }) => accountId)
  const missing = async () => {
    const events = await database.query<{ accountId: string; id: string }>(
      // A webhook hears of what happens after it was made.
      sql`
        SELECT v.account_id AS "accountId", v.event_id AS id FROM events v JOIN webhooks w USING (account_id)
        WHERE v.account_id = ANY(${watched}::text[]) AND v.created_at > w.created_at`,
    )
    const late = events.filter(({ accountId, id }) => !delivered.has(`/${accountId} ${id}`))
    const [unnumbered] = await database.query<{ late: number }>(sql`
      SELECT count(*)::int AS late FROM credit_entries e WHERE account_id = ANY(${watched}::text[]) AND kind = 'spend' AND NOT EXISTS (
        SELECT FROM events v WHERE v.account_id = e.account_id AND v.created_at >= e.created_at)`)
    return { events: events.length, late: late.length + unnumbered!.late }
  }
  const endsAt = Date.now() + settleWithinMs
  let found = await missing()
  while (found.late > 0 && Date.now() < endsAt) {
    await setTimeout(1_000)
    found = await missing()
  }
  expect('every event reached its webhook', found.late === 0, `${found.events} events, ${found.late} missing`)
}
