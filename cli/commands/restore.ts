import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backupFiles, secretFiles } from '../../src/backups/data-files.ts'
import { endRestoredRun } from '../../src/backups/runs.ts'
import { findBackup, type StoredBackup } from '../../src/backups/stored-backups.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Config } from '../../src/base/config.ts'
import { minute, plural } from '../../src/base/words.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { type BackupHeader, BadBackup } from '../../src/db/backup/format.ts'
import { type BackupSource, backupFile, openBackup } from '../../src/db/backup/read-backup.ts'
import { isEmpty, refuseNewer, restoreBackup } from '../../src/db/backup/restore-backup.ts'
import { openDatabase } from '../../src/db/database.ts'
import { prepareDatabase } from '../../src/db/prepare.ts'
import { defineCommand, Refused } from '../command.ts'
import { type ReportOptions, remark, report } from '../report.ts'
import { readSettings, withPlainDatabase } from '../with-database.ts'
import { openConfiguredPlace } from './backup/place.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Load a backup into an empty database.',
  details:
    'DATA_DIR must be new, but for the secrets of the installation that the backup is from (auth-secret, channel-key), ' +
    'unless the backup holds them. With DATABASE_URL, that database must be empty, and CHANNEL_KEY and AUTH_SECRET the same as ' +
    'they were. An encrypted backup needs the BACKUP_KEY that it was made with. A backup of an earlier release is brought up to ' +
    'date. Afterwards the ledger is verified. People who were suppressed or erased after the backup are in it again, until "prospector privacy repeat" has run.',
  examples: [
    'DATA_DIR=/srv/restored prospector restore prospector-2026-11-16.backup',
    'DATA_DIR=/srv/restored prospector restore latest',
  ],
})
  .argument(
    '<file>',
    'a file; or the name of a backup in BACKUP_DIR or at BACKUP_S3_URL, or "latest" for the newest verified one',
  )
  .action(async (file: string, options: ReportOptions) => {
    const config = readSettings()
    const { source, stored } = await findSource(file, config)
    const backup = await openBackup(source, config.backupKeys).catch(refuseBad)
    try {
      const { header } = backup
      refuseForeignFiles(header)
      await refuseNewer(header).catch(refuseBad)
      const restored = await withPlainDatabase(config, async (opened) => {
        const { database } = opened
        if (!(await isEmpty(database))) {
          throw new Refused(
            config.databaseUrl === null
              ? `${config.dataDir} holds a database already. Set DATA_DIR to a new folder to restore into.`
              : 'The database in DATABASE_URL holds something already. Create an empty one to restore into.',
          )
        }
        await refuseOtherSecrets(config, header)
        const owner = openDatabase({ url: opened.ownerUrl ?? database.url, poolSize: 2, purpose: 'background' })
        const loaded = await restoreBackup(owner, backup).catch(refuseRights).catch(refuseBad).finally(owner.close)
        await placeFiles(config, header)
        await prepareDatabase(opened)
        const ledger = await verifyLedger(database)
        if (stored && ledger.problems.length === 0) await endRestoredRun(database, systemClock, stored)
        return { ...loaded, ledger }
      })
      const { tables, rows, ledger } = restored
      const text =
        `Restored ${plural(rows, 'row')} of ${plural(tables, 'table')}, as of ${minute(new Date(header.created_at))}. ` +
        (ledger.problems.length === 0
          ? 'The ledger adds up.'
          : `The ledger has ${plural(ledger.problems.length, 'problem')}.`)
      report(options, { tables, rows, created_at: header.created_at, problems: ledger.problems }, text)
      remark(
        `Whatever came after ${minute(new Date(header.created_at))} is not in it: people who were suppressed or erased since then are there again. ` +
          'Have the database that it replaces write "prospector privacy opt-outs --out FILE", and run "prospector privacy repeat FILE" here (docs/backups.md, Restoring).',
      )
      for (const problem of ledger.problems.slice(0, 10)) remark(String(problem))
      if (ledger.problems.length > 0) process.exitCode = 1
    } finally {
      backup.close()
    }
  })

/** A file on this machine, or else a backup in the place that the settings name. */
async function findSource(
  file: string,
  config: Config,
): Promise<{ source: BackupSource; stored: StoredBackup | null }> {
  const path = resolve(file)
  const isThere = (await stat(path).catch(() => null)) !== null
  if (isThere || config.backups === null || file.includes('/')) return { source: backupFile(path), stored: null }
  const { place } = openConfiguredPlace(config)
  const stored = await findBackup(place, file)
  return { source: { name: stored.name, bytes: place.read(stored.name) }, stored }
}

function refuseBad(error: unknown): never {
  throw error instanceof BadBackup ? new Refused(error.message) : error
}

/** The role that serves makes no tables. The first one that it is to make stops the restore, so nothing was loaded. */
function refuseRights(error: Error & { code?: string }): never {
  if (error.code !== '42501') throw error
  throw new Refused(
    `The role in DATABASE_URL may not make the tables (${error.message}). ` +
      'Set MIGRATE_DATABASE_URL to the role that owns the database, and restore again.',
  )
}

/** Their names become paths in DATA_DIR, so whoever wrote the backup must not choose them. */
function refuseForeignFiles({ files }: BackupHeader): void {
  for (const [name, text] of Object.entries(files)) {
    if (backupFiles.includes(name) && typeof text === 'string') continue
    throw new Refused(`This backup holds a file that does not belong in one: ${JSON.stringify(name)}. Don't trust it.`)
  }
}

/** Without the right secrets the data would be there and nobody could use it. */
async function refuseOtherSecrets(
  { dataDir, authSecret, channelKeys }: Config,
  { files }: BackupHeader,
): Promise<void> {
  const settings: Record<string, { name: string; values: Buffer[] } | null> = {
    'auth-secret': authSecret && { name: 'AUTH_SECRET', values: [authSecret] },
    'channel-key': channelKeys && { name: 'CHANNEL_KEY', values: channelKeys },
  }
  for (const name of secretFiles) {
    const setting = settings[name]
    const [held, saved] = [await readFile(join(dataDir, name), 'utf8').catch(() => null), files[name]]
    if (setting) {
      const isSame = saved === undefined || setting.values.some((value) => value.equals(Buffer.from(saved, 'base64')))
      if (!isSame)
        throw new Refused(`${setting.name} differs from the one in the backup (${name}). Set it to that one.`)
      continue
    }
    if (held === null && saved === undefined) {
      throw new Refused(
        `The backup holds no secrets, and ${join(dataDir, name)} is missing. Copy it from the old DATA_DIR first.`,
      )
    }
    if (held !== null && saved !== undefined && held.trim() !== saved.trim()) {
      throw new Refused(`${join(dataDir, name)} differs from the one in the backup. Restore into a new DATA_DIR.`)
    }
  }
}

/** Those of the backup, where DATA_DIR has none; after its rows, so that a damaged backup leaves nothing behind. */
async function placeFiles({ dataDir, authSecret, channelKeys }: Config, { files }: BackupHeader): Promise<void> {
  const areSettings = { 'auth-secret': authSecret !== null, 'channel-key': channelKeys !== null } as Record<
    string,
    boolean
  >
  await mkdir(dataDir, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    if (areSettings[name]) continue
    await writeFile(join(dataDir, name), text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
