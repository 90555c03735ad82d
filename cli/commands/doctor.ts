import { defineCommand } from '../command.ts'
import { checkDatabase, checkDisk, checkSettings } from '../doctor/checks.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkCatalogue, checkMail, checkPayments, checkReplica, checkSecrets } from '../doctor/outside-checks.ts'
import { type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

const order = { bad: 0, look: 1, good: 2 }
const signs = { bad: 'FIX ', look: 'LOOK', good: 'ok  ' }

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check settings, secrets, database, index, mail, payments, clock and disk, and say what to fix first.',
  details: 'Exits with 1 if something has to be fixed. Applies pending migrations and changes nothing else.',
  examples: ['prospector doctor', 'prospector doctor --json'],
}).action(async (options: ReportOptions) => {
  const findings = await withDatabase(async ({ config, database, channelKeys, plans, protectedAgain }) => [
    ...checkSettings(config),
    await checkSecrets(config, database, channelKeys),
    ...(await checkDatabase(database, protectedAgain)),
    ...(await checkReplica(config, database)),
    await checkCatalogue(database),
    await checkMail(config),
    ...(await checkPayments(config, plans)),
    await checkDisk(config.dataDir),
  ])
  const sorted = findings.toSorted((a, b) => order[a.state] - order[b.state])
  const line = ({ about, state, says }: Finding) => `${signs[state]}  ${about.padEnd(12)}  ${says}`
  report(options, { findings: sorted }, sorted.map(line).join('\n'))
  if (sorted.some(({ state }) => state === 'bad')) process.exitCode = 1
})
