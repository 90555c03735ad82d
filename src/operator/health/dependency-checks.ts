/** What the service depends on besides its database: secrets, mail, payments, the catalogue and the standby. */

import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Plans } from '../../accounts/plan.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config, DropSettings } from '../../base/config.ts'
import { dayMs } from '../../base/durations.ts'
import { sql } from '../../base/sql.ts'
import { count, plural } from '../../base/words.ts'
import { findNewestPlans } from '../../billing/plans/plan-versions.ts'
import { readPlansFile } from '../../billing/plans/plans-file.ts'
import { checkStripe } from '../../billing/stripe/check-stripe.ts'
import { readCatalogueState } from '../../catalog/catalogue-state.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { countStores } from '../../catalog/count-stores.ts'
import { findMissingKey } from '../../catalog/find-missing-key.ts'
import { retiredShareMax } from '../../catalog/import/retire.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { readDropState, warnDaysBefore } from '../../privacy/drop/batches.ts'
import { countDue, remindDaysBefore } from '../../privacy/requests.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { isPublic } from './host-checks.ts'

const answersWithinMs = 3_000

export async function checkSecrets(config: Config, database: Database, channelKeys: ChannelKeys): Promise<Finding> {
  const missing = await findMissingKey(database, channelKeys)
  if (missing)
    return error('secrets', `CHANNEL_KEY lacks the key ${missing}: contacts under it can't be revealed. Add it again.`)
  const { authSecret, channelKeys: keys, dataDir } = config
  if (authSecret && keys?.some((key) => key.equals(authSecret))) {
    return error(
      'secrets',
      'AUTH_SECRET and CHANNEL_KEY are the same. Generate another AUTH_SECRET (docs/operating.md, Secrets).',
    )
  }
  const open = await Promise.all(['auth-secret', 'channel-key'].map((name) => isOpenToOthers(join(dataDir, name))))
  if (open.includes(true)) return error('secrets', `Other users can read the secrets in ${dataDir}: chmod 600 them.`)
  return ok('secrets', 'Every contact can be decrypted, and nobody else can read the secrets.')
}

const isOpenToOthers = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mode }) => (mode & 0o077) !== 0,
    () => false,
  )

export async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (smtpUrl === null)
    return warning('mail', 'SMTP_URL is unset: mail is written to DATA_DIR/outbox and nobody receives it.')
  const { hostname, port, protocol } = new URL(smtpUrl)
  const socket = connect(Number(port) || (protocol === 'smtps:' ? 465 : 587), hostname)
  const failure = await new Promise<string | null>((resolve) => {
    socket.once('connect', () => resolve(null)).once('error', ({ message }) => resolve(message))
    socket.setTimeout(answersWithinMs, () => resolve('it does not answer'))
  })
  socket.destroy()
  return failure === null
    ? ok('mail', `The mail server at ${hostname} accepts connections.`)
    : error('mail', `The mail server at ${hostname} can't be reached: ${failure}. Check SMTP_URL.`)
}

export async function checkPayments(config: Config, plans: Plans): Promise<Finding[]> {
  const { billing, stripe } = config
  if (billing === 'off') return [warning('payments', 'BILLING is off: nothing is sold.')]
  if (billing === 'sandbox') {
    return isPublic(config)
      ? [
          error(
            'payments',
            'BILLING is sandbox at a public address: everybody can subscribe with a test card, and nobody pays.',
          ),
        ]
      : [ok('payments', 'BILLING is sandbox, at a local address only.')]
  }
  try {
    const { warnings } = await checkStripe(stripe!, plans)
    return warnings.length === 0
      ? [ok('payments', 'Stripe accepts the key and knows every price.')]
      : warnings.map((told) => warning('payments', told))
  } catch (failure) {
    return [error('payments', (failure as Error).message)]
  }
}

/** Warns of a plans file whose edits have no effect, because the plans were changed elsewhere. */
export async function checkPlansFile({ dataDir }: Config, database: Database): Promise<Finding[]> {
  const newest = await findNewestPlans(database)
  if (!newest) return []
  return readPlansFile(dataDir) === null
    ? [ok('plans', `Version ${newest.version} of the plans is sold.`)]
    : [
        warning(
          'plans',
          `plans.json is no longer read: version ${newest.version} of the plans is sold. Remove the file, or apply it ("prospector plans apply").`,
        ),
      ]
}

/** An empty catalogue makes every search empty, and one that shrank at once was probably fed with half of a file. */
export async function checkCatalogue(database: Database): Promise<Finding> {
  const { version } = await readCatalogueState(database)
  const { live, retiredThisWeek } = await countStores(database)
  if (live === 0)
    return warning('catalogue', 'The catalogue has no stores: import some, or every search finds nothing.')
  if (retiredThisWeek > (live + retiredThisWeek) * retiredShareMax) {
    return warning(
      'catalogue',
      `${plural(retiredThisWeek, 'store was', 'stores were')} retired within the last week, and ${count(live)} are left. ` +
        'If that was a mistake, import the whole file again.',
    )
  }
  return ok('catalogue', `${plural(live, 'store')}, at version ${version}. /metrics shows which version a node serves.`)
}

export async function checkReplica({ replicaUrl }: Config, primary: Database): Promise<Finding[]> {
  if (replicaUrl === null) return []
  const replica = openDatabase({ url: replicaUrl, poolSize: 1 })
  try {
    const { version } = await readCatalogueState(primary)
    const seen = await readCatalogueState(replica)
    const [row] = await replica.query<{ seconds: number | null }>(sql`
      SELECT CASE WHEN pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
        THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::int ELSE 0 END AS seconds`)
    return seen.version < version || (row!.seconds ?? 0) > 30
      ? [
          warning(
            'replica',
            `The server in DATABASE_REPLICA_URL is behind by ${row!.seconds ?? 0} s: new stores show that much later.`,
          ),
        ]
      : [ok('replica', 'The server in DATABASE_REPLICA_URL keeps up.')]
  } catch (failure) {
    const reason = (failure as Error).message
    return [
      error('replica', `The server in DATABASE_REPLICA_URL can't be read (${reason}). The primary is read instead.`),
    ]
  } finally {
    await replica.close()
  }
}

/** Requests about personal data have a due date by law. */
export async function checkPrivacy(database: Database, clock: Clock): Promise<Finding> {
  const { open, soon, overdue } = await countDue(database, clock)
  const next = '"prospector privacy list" shows them.'
  if (overdue > 0) return error('privacy', `${plural(overdue, 'request')} about personal data overdue. ${next}`)
  if (soon > 0)
    return warning(
      'privacy',
      `${plural(soon, 'request')} about personal data due within ${remindDaysBefore} days. ${next}`,
    )
  return ok('privacy', `${plural(open, 'request')} about personal data open, none due within ${remindDaysBefore} days.`)
}

/** California's deletion lists have to be answered every 45 days. */
export async function checkDrop(database: Database, clock: Clock, { apiKey }: DropSettings): Promise<Finding[]> {
  if (apiKey === null) return []
  const state = await readDropState(database)
  const next = '"prospector privacy drop status" shows more.'
  if (!state) return [warning('drop', `California’s deletion lists were never asked for. ${next}`)]
  const daysLeft = (state.dueAt.getTime() - clock.now().getTime()) / dayMs
  const day = state.dueAt.toISOString().slice(0, 10)
  const why = state.fault ? ` ${state.fault.replace(/[^.]$/, '$&.')}` : ''
  if (daysLeft < 0) return [error('drop', `California’s deletion lists were due on ${day}.${why} ${next}`)]
  if (daysLeft < warnDaysBefore || state.fault)
    return [warning('drop', `California’s deletion lists are due on ${day}.${why} ${next}`)]
  return [ok('drop', `California’s deletion lists are answered; the next are due on ${day}.`)]
}
