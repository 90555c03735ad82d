import { readBackupState } from '../../src/backups/backup-state.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Config } from '../../src/base/config.ts'
import { readReleaseNotes } from '../../src/base/release-notes.ts'
import { count, minute, plural } from '../../src/base/words.ts'
import type { Database } from '../../src/db/database.ts'
import { type PlannedMigration, planUpgrade, type UpgradePlan } from '../../src/db/upgrade/plan-upgrade.ts'
import { defineCommand, Refused } from '../command.ts'
import { type ReportOptions, report, table } from '../report.ts'
import { readSettings, withPlainDatabase } from '../with-database.ts'

type Options = ReportOptions & { check: true; from?: string }

export const upgradeCommand = defineCommand({
  name: 'upgrade',
  summary: 'Say what starting this version would do to the database, without doing it.',
  details:
    'Run it with the new version before you start a node of it. It lists pending migrations, whether nodes of the release before may ' +
    'run alongside, and about how long each takes: the server is timed on a copy of some thousands of the rows concerned. Nothing is changed. ' +
    'The upgrade itself is: install, run the setup, restart the nodes one by one (docs/operating.md, Upgrades).',
  examples: ['prospector upgrade --check', 'prospector upgrade --check --from 1.0.0 --json'],
})
  .requiredOption('--check', 'only check; there is nothing else that it does')
  .option('--from <release>', 'also list what changed since this release')
  .action(async (options: Options) => {
    const config = readSettings()
    const notes = options.from === undefined ? null : await readReleaseNotes(options.from)
    const { plan, backup } = await withPlainDatabase(config, async ({ database }) => ({
      plan: await planUpgrade(database).catch((error: Error) => {
        throw new Refused(error.message)
      }),
      backup: await findLastBackup(config, database),
    }))
    const oldest = oldestOf(plan)
    const document = {
      release: plan.release,
      applied: plan.applied,
      pending: plan.pending.map(({ name, about, oldestRelease, steps, seconds }) => ({
        name,
        about,
        oldest_release: oldestRelease,
        steps: steps.map((step) => ({ ...step, seconds: round(step.seconds) })),
        seconds: round(seconds),
      })),
      seconds: round(plan.seconds),
      old_nodes_may_run: oldest.length === 0,
      last_backup_at: backup,
      ...(notes && { changes: notes }),
    }
    const changes = notes?.flatMap(({ release, changes: lines }) => [
      `${release}:`,
      ...lines.map((line) => `- ${line}`),
    ])
    report(options, document, [describe(plan, backup), ...(changes ?? [])].join('\n'))
  })

const round = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

/** Null: there is none, or nobody knows of one. */
async function findLastBackup({ backups }: Config, database: Database): Promise<Date | null> {
  if (backups === null) return null
  // A database of an earlier release has no record of backups yet.
  return readBackupState(database, systemClock, backups).then(
    ({ lastGoodAt }) => lastGoodAt,
    () => null,
  )
}

const oldestOf = ({ pending }: UpgradePlan): PlannedMigration[] =>
  pending.filter(({ oldestRelease }) => oldestRelease !== null)

function describe(plan: UpgradePlan, backup: Date | null): string {
  const { release, applied, pending, seconds } = plan
  if (pending.length === 0)
    return `The database is up to date for Prospector ${release} (${plural(applied, 'migration')}).`
  if (applied === 0)
    return `The database is empty: Prospector ${release} makes everything (${plural(pending.length, 'migration')}).`
  const rows = pending.map(({ name, about, steps, seconds: takes }) => [name, touched(steps), lasting(takes), about])
  const needy = oldestOf(plan)
  const beside =
    needy.length === 0
      ? 'Nodes of the release before may run alongside, and restart: upgrade one node after the other.'
      : `Stop older nodes first: ${needy.map(({ name, oldestRelease }) => `${name} needs ${oldestRelease}`).join(', ')}.`
  const saved = backup ? `The last good backup is of ${minute(backup)}.` : 'No backup is known.'
  return [
    `Prospector ${release} would apply ${plural(pending.length, 'migration')}:`,
    '',
    table(['migration', 'works through', 'takes', 'about'], rows),
    '',
    beside,
    `In all ${lasting(seconds)}, measured on rows in memory: expect up to three times as long on a busy disk. While an index is ` +
      'built, its table can be read and not written.',
    `${saved} There is no way back but a backup.`,
  ].join('\n')
}

function touched(steps: PlannedMigration['steps']): string {
  const tables = [...new Map(steps.map((step) => [step.table, step])).values()]
  return tables.length === 0
    ? 'nothing'
    : tables.map((step) => `${step.table} (${plural(step.rows, 'row')})`).join(', ')
}

function lasting(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  return seconds < 120 ? `about ${count(Math.ceil(seconds))} s` : `about ${count(Math.ceil(seconds / 60))} min`
}
