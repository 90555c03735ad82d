import { defineGroup } from '../../command.ts'
import { jobsCancel } from './cancel.ts'
import { jobsList } from './list.ts'
import { jobsShow } from './show.ts'

export const jobsCommands = defineGroup(
  {
    name: 'jobs',
    summary: 'Jobs of all accounts: bulk reveals, enrichments and exports.',
    examples: ['prospector jobs list --status running', 'prospector jobs show job_…', 'prospector jobs cancel job_…'],
  },
  [jobsList, jobsShow, jobsCancel],
)
