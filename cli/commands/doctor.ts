import { defineCommand } from '../command.ts'
import { checkJobs, checkWebhooks } from '../doctor/customer-checks.ts'
import { checkDatabase } from '../doctor/database-checks.ts'
import {
  checkCatalogue,
  checkDrop,
  checkMail,
  checkPayments,
  checkPrivacy,
  checkReplica,
  checkSecrets,
} from '../doctor/dependency-checks.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkDisk, checkSettings } from '../doctor/host-checks.ts'
import { type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

const order = { error: 0, warning: 1, ok: 2 }
const signs = { error: 'error  ', warning: 'warning', ok: 'ok     ' }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary:
    'Check settings, secrets, database, catalogue, mail, payments, webhooks, jobs, clock and disk, and say what to fix first.',
  details:
    'Exits with 1 if something has to be fixed. Like every command, it applies pending migrations and restores lost ' +
    'append-only protection; it changes nothing else.',
  examples: ['prospector doctor', 'prospector doctor --json'],
}).action(async (options: ReportOptions) => {
  const findings = await withDatabase(async ({ config, database, clock, channelKeys, plans, protectedAgain }) => [
    ...checkSettings(config),
    await checkSecrets(config, database, channelKeys),
    ...(await checkDatabase(database, protectedAgain)),
    ...(await checkReplica(config, database)),
    await checkCatalogue(database),
    await checkMail(config),
    ...(await checkPayments(config, plans)),
    await checkPrivacy(database, clock),
    ...(await checkDrop(database, clock, config.drop)),
    await checkWebhooks(database, clock),
    await checkJobs(database, clock),
    await checkDisk(config.dataDir),
  ])
  const sorted = findings.toSorted((a, b) => order[a.state] - order[b.state])
  const line = ({ about, state, message }: Finding) => `${signs[state]}  ${about.padEnd(12)}  ${message}`
  report(options, { findings: sorted }, sorted.map(line).join('\n'))
  if (sorted.some(({ state }) => state === 'error')) process.exitCode = 1
})
