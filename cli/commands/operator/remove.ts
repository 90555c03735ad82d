import { recordCommand } from '../../../src/audit/record.ts'
import { removeOperator } from '../../../src/operator/operators.ts'
import { emailAddress } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorRemove = defineCommand({
  name: 'remove',
  summary: 'Remove an operator. Their sessions end at once.',
  details: 'The last one stays unless you give --last, which switches the console off.',
  examples: [
    'prospector operator remove ada@operator.example',
    'prospector operator remove ada@operator.example --last',
  ],
})
  .argument('<email>', 'the email address that they sign in with', emailAddress)
  .option('--last', 'also if they are the last one')
  .action(async (email: string, { last = false, ...options }: ReportOptions & { last?: boolean }) => {
    const { id, name } = await withDatabase(({ database }) =>
      database.transaction(async (tx) => {
        const removed = await removeOperator(tx, email, { evenTheLast: last })
        await recordCommand(tx, null, 'operator.removed', { target: { type: 'operator', ...removed } })
        return removed
      }),
    )
    report(options, { operator_id: id, name, email }, `${name} is no operator any more. Their sessions have ended.`)
  })
