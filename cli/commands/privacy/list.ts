import { minute } from '../../../src/base/words.ts'
import { listRequests } from '../../../src/privacy/requests.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const privacyList = defineCommand({
  name: 'list',
  summary: 'List requests that wait for you, the next due first.',
  examples: ['prospector privacy list', 'prospector privacy list --all --json'],
})
  .option('--all', 'also those that are answered or not yet confirmed')
  .action(async (options: ReportOptions & { all?: boolean }) => {
    const requests = await withDatabase(({ database }) => listRequests(database, { all: options.all ?? false }))
    const text =
      requests.length === 0
        ? 'No requests wait for you.'
        : table(
            ['NUMBER', 'KIND', 'STATE', 'CONFIRMED', 'DUE'],
            requests.map(({ id, kind, state, confirmedAt, dueAt }) => [
              id,
              kind,
              state,
              minute(confirmedAt),
              minute(dueAt),
            ]),
          )
    const rows = requests.map((one) => ({
      number: one.id,
      kind: one.kind,
      state: one.state,
      created_at: one.createdAt,
      confirmed_at: one.confirmedAt,
      due_at: one.dueAt,
      ended_at: one.endedAt,
    }))
    report(options, { requests: rows }, text)
  })
