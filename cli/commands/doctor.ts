import { examine } from '../../src/operator/health/examine.ts'
import type { Finding } from '../../src/operator/health/finding.ts'
import { defineCommand } from '../command.ts'
import { type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

const signs = { error: 'error  ', warning: 'warning', ok: 'ok     ' }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Check settings, secrets, database, catalogue, mail, payments, webhooks, HubSpot, jobs, backups, clock and disk, and say what to fix first.',
  details:
    'Exits with 1 if something has to be fixed. Like every command, it applies pending migrations and restores lost ' +
    'append-only protection; it changes nothing else.',
  examples: ['prospector doctor', 'prospector doctor --json'],
}).action(async (options: ReportOptions) => {
  const findings = await withDatabase(examine)
  const line = ({ about, state, message }: Finding) => `${signs[state]}  ${about.padEnd(12)}  ${message}`
  report(options, { findings }, findings.map(line).join('\n'))
  if (findings.some(({ state }) => state === 'error')) process.exitCode = 1
})
