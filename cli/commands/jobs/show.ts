import { count, minute } from '../../../src/base/words.ts'
import { resultDays } from '../../../src/jobs/job.ts'
import { findAnyJob, type WatchedJob } from '../../../src/jobs/operator-jobs.ts'
import { defineCommand, Refused } from '../../command.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { toJobDocument } from './list.ts'

export const jobsShow = defineCommand({
  name: 'show',
  summary: 'Show one job: how far it is, what it spent, and when it is tried again.',
  examples: ['prospector jobs show job_…', 'prospector jobs show job_… --json'],
})
  .argument('<job>', 'its id (job_…)')
  .action(async (id: string, options: ReportOptions) => {
    const job = await withDatabase(({ database }) => findAnyJob(database, id))
    if (!job) throw noJob(id)
    report(options, toJobDocument(job), toText(job))
  })

export const noJob = (id: string): Refused =>
  new Refused(
    `There is no job ${id}. "prospector jobs list" shows their ids; jobs are kept for ${resultDays} days after their end.`,
  )

const toText = (job: WatchedJob): string =>
  facts([
    ['job', job.id],
    ['account', job.accountId],
    ['made by', job.maker],
    ['kind', job.kind],
    ['status', job.stopReason ? `${job.status} (${job.stopReason})` : job.status],
    ['done', `${count(job.done)} of ${count(job.total)}`],
    ...Object.entries(job.counts).map(([outcome, items]): [string, string] => [outcome, count(items)]),
    ['credits spent', count(job.spent)],
    ['at most', job.maxCredits === null ? '-' : count(job.maxCredits)],
    ['attempts without progress', count(job.attempts)],
    ['next attempt', minute(job.retryAt)],
    ['created', minute(job.createdAt)],
    ['started', minute(job.startedAt)],
    ['last progress', minute(job.progressedAt)],
    ['ended', minute(job.endedAt)],
  ])
