import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { count, plural } from '../../src/base/words.ts'
import { isEmpty } from '../../src/db/backup/restore-backup.ts'
import { writeBackup } from '../../src/db/backup/write-backup.ts'
import { defineCommand, Refused } from '../command.ts'
import { type ReportOptions, remark, report } from '../report.ts'
import { readSettings, withEmbeddedDatabase } from '../with-database.ts'

type Options = ReportOptions & { withSecrets?: boolean }

/** Files of DATA_DIR that belong to the data. A backup holds no others, and a restore writes no others. */
const plainFiles = ['plans.json']
export const secretFiles = ['auth-secret', 'channel-key']
export const backupFiles = [...plainFiles, ...secretFiles]

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write the embedded database to a file, while it is in use.',
  details:
    'The file holds all rows as they are at one moment, and plans.json. Without the secrets in DATA_DIR (auth-secret, ' +
    'channel-key) nobody can read an email, phone or profile URL in it: keep a copy of them in another place, or add ' +
    '--with-secrets and guard the file. Mail and other background work that waits is left out. "prospector restore" reads it.',
  examples: [
    'prospector backup prospector-2026-11-16.backup',
    'prospector backup /safe/all.backup --with-secrets --json',
  ],
})
  .argument('<file>', 'the file to write; it must not exist yet')
  .option('--with-secrets', 'put the secrets of DATA_DIR into the file, too')
  .action(async (file: string, options: Options) => {
    const path = resolve(file)
    if (await stat(path).catch(() => null)) throw new Refused(`${path} exists already. Name a new file.`)
    const config = readSettings()
    const files = await readFiles(config.dataDir, [...plainFiles, ...(options.withSecrets ? secretFiles : [])])
    const written = await withEmbeddedDatabase(config, async ({ database }, signal) => {
      if (await isEmpty(database)) throw new Refused(`There is no data in ${config.dataDir} yet.`)
      return writeBackup(database, path, { release: packageJson.version, files, now: new Date(), signal })
    }).catch(explainWriting(path))
    const { tables, rows, bytes } = written
    const text = `Wrote ${plural(rows, 'row')} of ${plural(tables, 'table')} to ${path} (${count(Math.ceil(bytes / 1_024))} KiB).`
    report(options, { file: path, tables, rows, bytes, with_secrets: options.withSecrets === true }, text)
    if (!options.withSecrets) {
      remark(`Its channels can only be read with ${join(config.dataDir, 'channel-key')}: keep a copy of it elsewhere.`)
    }
  })

async function readFiles(dataDir: string, names: string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8').catch(() => null)))
  return Object.fromEntries(names.map((name, at) => [name, texts[at]]).filter(([, text]) => text !== null))
}

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
