import { readFile } from 'node:fs/promises'
import type { PlanChange } from '../../../src/billing/plans/preview-plans.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { changePlans, previewPlanChange } from '../../../src/operator/plan-acts.ts'
import { text } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const plansCheck = defineCommand({
  name: 'check',
  summary: 'Check a file, and say what it would mean for the accounts that are on the plans. Changes nothing.',
  examples: ['prospector plans check plans.json'],
})
  .argument('<file>', 'as DATA_DIR/plans.json: only what differs from the built-in plans')
  .action(async (file: string, options: ReportOptions) => {
    const written = await readText(file)
    const changes = await withDatabase(({ database, livePlans }) => previewPlanChange(database, livePlans, written))
    report(options, { changes }, describe(changes))
  })

export const plansApply = defineCommand({
  name: 'apply',
  summary: 'Change the plans to what a file says. Every node sells them within seconds.',
  details: 'Each change is a version; "plans show --plans-version N" prints an earlier one, to be applied again.',
  examples: ["prospector plans apply plans.json --reason 'More credits for Pro'"],
})
  .argument('<file>', 'as DATA_DIR/plans.json: only what differs from the built-in plans')
  .requiredOption('--reason <text>', 'why, for the audit log', text)
  .action(async (file: string, options: ReportOptions & { reason: string }) => {
    const plans = await readText(file)
    const { version, changes } = await withDatabase((tools) => {
      const asked = { plans, version: tools.livePlans.now().version, reason: options.reason }
      return changePlans(tools, atTheCommandLine(), asked)
    })
    report(options, { version, changes }, `${describe(changes)}\n\nThis is version ${version} of the plans.`)
  })

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${file} can't be read: ${error.code}.`)
  })

function describe(changes: readonly PlanChange[]): string {
  if (changes.length === 0) return 'This changes nothing.'
  const rows = changes.map((one) => [one.plan, one.field, one.before, one.after, String(one.accounts), one.effect])
  return table(['plan', 'what', 'now', 'then', 'accounts', 'when they notice'], rows)
}
