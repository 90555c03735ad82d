import { Option } from 'commander'
import { accountsOfKeys } from '../../../src/accounts/test-account.ts'
import { jobStatuses } from '../../../src/base/job-states.ts'
import { count, minute } from '../../../src/base/words.ts'
import { listAllJobs, type WatchedJob } from '../../../src/jobs/operator-jobs.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const jobsList = defineCommand({
  name: 'list',
  summary: 'List jobs, the newest first.',
  examples: [
    'prospector jobs list --status running',
    'prospector jobs list --account ada@acme.example --limit 100 --json',
  ],
})
  .option('--account <account>', `only of this account: ${accountWords}`)
  .addOption(new Option('--status <status>', 'only those in this status').choices(jobStatuses))
  .option('--limit <number>', 'how many', wholeNumber(1, 10_000), 50)
  .action(async (options: ReportOptions & { account?: string; status?: string; limit: number }) => {
    const jobs = await withDatabase(async ({ database }) => {
      const { account, status = null, limit } = options
      const accountIds =
        account === undefined ? null : await accountsOfKeys(database, (await requireAccount(database, account)).id)
      return listAllJobs(database, { accountIds, status, limit })
    })
    report(options, { jobs: jobs.map(toJobDocument) }, jobs.length === 0 ? 'There are none.' : toTable(jobs))
  })

export const toJobDocument = (job: WatchedJob) => ({
  job_id: job.id,
  account_id: job.accountId,
  kind: job.kind,
  status: job.status,
  stop_reason: job.stopReason,
  total: job.total,
  done: job.done,
  counts: job.counts,
  credits_spent: job.spent,
  max_credits: job.maxCredits,
  made_by: job.maker,
  attempts: job.attempts,
  retry_at: job.retryAt,
  created_at: job.createdAt,
  started_at: job.startedAt,
  progressed_at: job.progressedAt,
  ended_at: job.endedAt,
})

const toTable = (jobs: WatchedJob[]): string =>
  table(
    ['JOB ID', 'ACCOUNT', 'KIND', 'STATUS', 'DONE', 'OF', 'SPENT', 'CREATED', 'PROGRESS', 'ENDED'],
    jobs.map((job) => [
      job.id,
      job.accountId,
      job.kind,
      job.stopReason ? `${job.status} (${job.stopReason})` : job.status,
      count(job.done),
      count(job.total),
      count(job.spent),
      minute(job.createdAt),
      minute(job.progressedAt),
      minute(job.endedAt),
    ]),
  )
