/** The health of the service, for `prospector doctor` and the console's first page. */
import type { Plans } from '../../accounts/plan.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import type { Database } from '../../db/database.ts'
import { checkBackups } from './backup-checks.ts'
import { checkCertificate } from './certificate-check.ts'
import { checkHubspot, checkJobs, checkWebhooks } from './customer-checks.ts'
import { checkDatabase } from './database-checks.ts'
import {
  checkCatalogue,
  checkDrop,
  checkMail,
  checkPayments,
  checkPlansFile,
  checkPrivacy,
  checkReplica,
  checkSecrets,
} from './dependency-checks.ts'
import type { Finding } from './finding.ts'
import { checkDisk, checkSettings } from './host-checks.ts'

type ExamineNeeds = {
  database: Database
  clock: Clock
  plans: Plans
  channelKeys: ChannelKeys
  /** Null: only what the database says. */
  config: Config | null
  /** Append-only tables that could be changed until now. */
  protectedAgain?: readonly string[]
}

const order = { error: 0, warning: 1, ok: 2 }

/** Failures come first. */
export async function examine({ config, database, clock, channelKeys, plans, protectedAgain = [] }: ExamineNeeds) {
  const findings: Finding[] = [
    ...(config
      ? [
          ...checkSettings(config),
          ...(await checkCertificate(config)),
          await checkSecrets(config, database, channelKeys),
        ]
      : []),
    ...(await checkDatabase(database, protectedAgain)),
    ...(config ? await checkReplica(config, database) : []),
    await checkCatalogue(database),
    ...(config
      ? [await checkMail(config), ...(await checkPayments(config, plans)), ...(await checkPlansFile(config, database))]
      : []),
    await checkPrivacy(database, clock),
    ...(config ? await checkDrop(database, clock, config.drop) : []),
    await checkWebhooks(database, clock),
    await checkHubspot(database, clock),
    await checkJobs(database, clock),
    ...(config ? [await checkBackups(config, database, clock), await checkDisk(config.dataDir)] : []),
  ]
  return findings.toSorted((a, b) => order[a.state] - order[b.state])
}
