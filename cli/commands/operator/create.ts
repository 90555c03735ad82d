import { recordCommand } from '../../../src/audit/record.ts'
import { randomBase62 } from '../../../src/base/ids.ts'
import { createOperator } from '../../../src/operator/operators.ts'
import { emailAddress, password, passwordOption, text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { hashNewPassword } from '../../hash-new-password.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { name: string; email: string; password?: string }

export const operatorCreate = defineCommand({
  name: 'create',
  summary: 'Create an operator. The first one switches the console at /operator on.',
  details:
    'They set up their second factor, which is required, at their first sign-in: let it follow soon. A generated password is ' +
    'shown only once.',
  examples: [
    'prospector operator create --name Ada --email ada@operator.example',
    'prospector operator create --name Ada --email ada@operator.example --json',
  ],
})
  .requiredOption('--name <name>', 'their name, as the log shows it', text)
  .requiredOption('--email <address>', 'the email address that they sign in with', emailAddress)
  .option(...passwordOption, password)
  .action(async ({ name, email, ...options }: Options) => {
    const secret = options.password ?? randomBase62(20)
    const passwordHash = await hashNewPassword(operatorCreate, secret, { email, name })
    const { id, address } = await withDatabase(({ database, clock, config }) =>
      database.transaction(async (tx) => {
        const id = await createOperator(tx, clock, { name, email, passwordHash })
        await recordCommand(tx, null, 'operator.created', { target: { type: 'operator', id, name } })
        return { id, address: `${config.publicUrl}/operator` }
      }),
    )
    report(
      options,
      { operator_id: id, name, email, password: secret, console: address },
      `${name} is an operator. Save the password: it is not shown again.\n\n${facts([
        ['Console', address],
        ['Sign in', `${email}  ${secret}`],
      ])}`,
    )
  })
