import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { readDataFiles } from '../../../src/backups/data-files.ts'
import { count, plural } from '../../../src/base/words.ts'
import { isEmpty } from '../../../src/db/backup/restore-backup.ts'
import { writeBackup } from '../../../src/db/backup/write-backup.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, remark, report } from '../../report.ts'
import { readSettings, withPlainDatabase } from '../../with-database.ts'

type Options = ReportOptions & { withSecrets?: boolean }

/** `prospector backup FILE`; its verbs are added in group.ts. */
export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write the database to a file while it is in use; or make, list and verify encrypted backups.',
  details:
    'With a file: it holds all rows as they are at one moment, and plans.json. Without the secrets in DATA_DIR (auth-secret, ' +
    'channel-key) nobody can read an email, phone or profile URL in it: keep a copy of them in another place, or add ' +
    '--with-secrets and guard the file. Mail and other background work that waits is left out. "prospector restore" reads it. ' +
    'The other forms make and look after encrypted backups in BACKUP_DIR or at BACKUP_S3_URL: docs/backups.md.',
  examples: [
    'prospector backup prospector-2026-11-16.backup',
    'prospector backup /safe/all.backup --with-secrets --json',
    'prospector backup run',
    'prospector backup list',
  ],
})
  .argument('<file>', 'the file to write; it must not exist yet')
  .option('--with-secrets', 'put the secrets of DATA_DIR into the file, too')
  .action(async (file: string, options: Options) => {
    const path = resolve(file)
    if (await stat(path).catch(() => null)) throw new Refused(`${path} exists already. Name a new file.`)
    const config = readSettings()
    const hasOwnServer = config.databaseUrl !== null
    if (hasOwnServer && options.withSecrets)
      throw new Refused('With DATABASE_URL the secrets are settings (AUTH_SECRET, CHANNEL_KEY), not files of DATA_DIR.')
    const files = await readDataFiles(config.dataDir, { withSecrets: options.withSecrets === true })
    const written = await withPlainDatabase(config, async ({ database }, signal) => {
      if (await isEmpty(database)) throw new Refused('There is no data in the database yet.')
      return writeBackup(database, path, { release: packageJson.version, files, now: new Date(), signal })
    }).catch(explainWriting(path))
    const { tables, rows, bytes } = written
    const text = `Wrote ${plural(rows, 'row')} of ${plural(tables, 'table')} to ${path} (${count(Math.ceil(bytes / 1_024))} KiB).`
    report(options, { file: path, tables, rows, bytes, with_secrets: options.withSecrets === true }, text)
    if (!options.withSecrets) {
      const key = hasOwnServer ? 'CHANNEL_KEY' : join(config.dataDir, 'channel-key')
      remark(`Its channels can only be read with ${key}: keep a copy of it elsewhere.`)
    }
  })

const explainWriting =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    switch (error.code) {
      case 'EEXIST':
        throw new Refused(
          `${path}.writing exists. Either another backup is running, or one was interrupted. If none is running, delete the file.`,
        )
      case 'ENOENT':
      case 'EACCES':
      case 'ENOSPC':
      case 'EROFS':
        throw new Refused(`The backup can't be written: ${error.message}`)
      default:
        throw error
    }
  }
