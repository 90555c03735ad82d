import { recordCommand } from '../../../src/audit/record.ts'
import { createOperatorKey } from '../../../src/ingest/operator-keys.ts'
import { text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorKeyCreate = defineCommand({
  name: 'create',
  summary: 'Create an operator key. It is shown only once.',
  examples: ['prospector operator-key create', 'prospector operator-key create --name crawler --json'],
})
  .option('--name <name>', 'the program that uses it', text, 'Operator key')
  .option('--operate', 'it may also use the operator’s API: accounts, credits, suspensions')
  .action(async ({ name, operate = false, ...options }: ReportOptions & { name: string; operate?: boolean }) => {
    const { id, key } = await withDatabase(({ database }) =>
      database.transaction(async (tx) => {
        const made = await createOperatorKey(tx, name, { canOperate: operate })
        const target = { type: 'operator_key', id: made.id, name }
        await recordCommand(tx, null, 'operator_key.created', { target, details: { can_operate: operate } })
        return made
      }),
    )
    report(
      options,
      { id, name, key, can_operate: operate },
      facts([
        ['key', key],
        ['id', id],
        ['name', name],
      ]),
    )
  })
