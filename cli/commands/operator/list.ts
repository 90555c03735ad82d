import { minute } from '../../../src/base/words.ts'
import { listOperators } from '../../../src/operator/operators.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorList = defineCommand({
  name: 'list',
  summary: 'List the operators.',
  examples: ['prospector operator list', 'prospector operator list --json'],
}).action(async (options: ReportOptions) => {
  const operators = await withDatabase(({ database }) => listOperators(database))
  const text =
    operators.length === 0
      ? 'There are no operators: the console is off.'
      : table(
          ['OPERATOR', 'NAME', 'EMAIL', 'SECOND FACTOR', 'CREATED', 'LAST SIGN-IN'],
          operators.map(({ id, name, email, secondFactor, createdAt, lastSeenAt }) => [
            ...[id, name, email, secondFactor ? 'on' : 'not set up yet', minute(createdAt), minute(lastSeenAt)],
          ]),
        )
  const documents = operators.map(({ id, name, email, secondFactor, recoveryCodesLeft, createdAt, lastSeenAt }) => ({
    ...{ operator_id: id, name, email, second_factor: secondFactor, recovery_codes_left: recoveryCodesLeft },
    ...{ created_at: createdAt, last_sign_in_at: lastSeenAt },
  }))
  report(options, { operators: documents }, text)
})
