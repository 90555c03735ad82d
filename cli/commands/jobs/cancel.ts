import { recordCommand } from '../../../src/audit/record.ts'
import { cancelAnyJob, findAnyJob } from '../../../src/jobs/operator-jobs.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { noJob } from './show.ts'

export const jobsCancel = defineCommand({
  name: 'cancel',
  summary: 'Cancel a job. What it has revealed stays revealed and paid.',
  details:
    'A reveal that is under way is finished. The account sees the job as cancelled, and its audit log says that you did it.',
  examples: ['prospector jobs cancel job_…', 'prospector jobs cancel job_… --json'],
})
  .argument('<job>', 'its id (job_…)')
  .action(async (id: string, options: ReportOptions) => {
    const cancelled = await withDatabase(({ database, clock }) =>
      database.transaction(async (tx) => {
        const job = await findAnyJob(tx, id)
        if (!job) throw noJob(id)
        const row = await cancelAnyJob(tx, clock, job)
        if (!row) throw new Refused(`The job ${id} is over already: it is ${job.status}.`)
        await recordCommand(tx, job.accountId, 'job.cancelled', { target: { type: 'job', id } })
        return { ...row, accountId: job.accountId }
      }),
    )
    const document = { job_id: id, account_id: cancelled.accountId, status: cancelled.status, done: cancelled.done }
    report(
      options,
      document,
      `Cancelled ${id} of ${cancelled.accountId} after ${cancelled.done} of ${cancelled.total} inputs.`,
    )
  })
