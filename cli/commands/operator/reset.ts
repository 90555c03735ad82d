import { recordCommand } from '../../../src/audit/record.ts'
import { randomBase62 } from '../../../src/base/ids.ts'
import { requireOperator, resetOperator } from '../../../src/operator/operators.ts'
import { emailAddress, password, passwordOption } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { hashNewPassword } from '../../hash-new-password.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorReset = defineCommand({
  name: 'reset',
  summary: 'Give an operator a new password, and have them set up their second factor again.',
  details:
    'For somebody who has lost phone and recovery codes: make sure who they are first. Their sessions end at once.',
  examples: ['prospector operator reset ada@operator.example', 'prospector operator reset ada@operator.example --json'],
})
  .argument('<email>', 'the email address that they sign in with', emailAddress)
  .option(...passwordOption, password)
  .action(async (email: string, options: ReportOptions & { password?: string }) => {
    const secret = options.password ?? randomBase62(20)
    const { id, name } = await withDatabase(async ({ database }) => {
      const operator = await requireOperator(database, email)
      const passwordHash = await hashNewPassword(operatorReset, secret, operator)
      return database.transaction(async (tx) => {
        const reset = await resetOperator(tx, email, passwordHash)
        await recordCommand(tx, null, 'operator.reset', { target: { type: 'operator', ...reset } })
        return reset
      })
    })
    report(
      options,
      { operator_id: id, email, password: secret },
      `${name} signs in with ${secret} and sets up a second factor. Save the password: it is not shown again.`,
    )
  })
