import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../src/base/config.ts'
import { plural } from '../../src/base/words.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { type BackupHeader, BadBackup } from '../../src/db/backup/format.ts'
import { openBackup } from '../../src/db/backup/read-backup.ts'
import { isEmpty, restoreBackup } from '../../src/db/backup/restore-backup.ts'
import { openDatabase } from '../../src/db/database.ts'
import { prepareDatabase } from '../../src/db/prepare.ts'
import { defineCommand, Refused } from '../command.ts'
import { minute, type ReportOptions, remark, report } from '../report.ts'
import { readSettings, withEmbeddedDatabase } from '../with-database.ts'
import { backupFiles, secretFiles } from './backup.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Load a backup into an empty embedded database.',
  details:
    'DATA_DIR must be new, but for the secrets of the installation that the backup is from (auth-secret, channel-key), ' +
    'unless the backup holds them. A backup of an earlier release is brought up to date. Afterwards the ledger is verified. ' +
    'People who were suppressed or erased after the backup are in it again: repeat those commands.',
  examples: ['DATA_DIR=/srv/restored prospector restore prospector-2026-11-16.backup'],
})
  .argument('<file>', 'a file that "prospector backup" wrote')
  .action(async (file: string, options: ReportOptions) => {
    const config = readSettings()
    const backup = await openBackup(resolve(file)).catch(refuseBad)
    try {
      const { header } = backup
      refuseForeignFiles(header)
      const restored = await withEmbeddedDatabase(config, async (opened) => {
        const { database } = opened
        if (!(await isEmpty(database))) {
          throw new Refused(`${config.dataDir} holds a database already. Set DATA_DIR to a new folder to restore into.`)
        }
        await refuseOtherSecrets(config, header)
        const owner = openDatabase({ url: opened.ownerUrl!, poolSize: 2, purpose: 'background' })
        const loaded = await restoreBackup(owner, backup).catch(refuseBad).finally(owner.close)
        await placeFiles(config, header)
        await prepareDatabase(opened)
        return { ...loaded, ledger: await verifyLedger(database) }
      })
      const { tables, rows, ledger } = restored
      const text =
        `Restored ${plural(rows, 'row')} of ${plural(tables, 'table')}, as of ${minute(new Date(header.created_at))}. ` +
        (ledger.problems.length === 0
          ? 'The ledger adds up.'
          : `The ledger has ${plural(ledger.problems.length, 'problem')}.`)
      report(options, { tables, rows, created_at: header.created_at, problems: ledger.problems }, text)
      for (const problem of ledger.problems.slice(0, 10)) remark(String(problem))
      if (ledger.problems.length > 0) process.exitCode = 1
    } finally {
      backup.close()
    }
  })

function refuseBad(error: unknown): never {
  throw error instanceof BadBackup ? new Refused(error.message) : error
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
  const isGiven: Record<string, boolean> = { 'auth-secret': authSecret !== null, 'channel-key': channelKeys !== null }
  for (const name of secretFiles) {
    const held = await readFile(join(dataDir, name), 'utf8').catch(() => null)
    if (held === null && files[name] === undefined && !isGiven[name]) {
      throw new Refused(
        `The backup holds no secrets, and ${join(dataDir, name)} is missing. Copy it from the old DATA_DIR first.`,
      )
    }
    if (held !== null && files[name] !== undefined && held.trim() !== files[name].trim()) {
      throw new Refused(`${join(dataDir, name)} differs from the one in the backup. Restore into a new DATA_DIR.`)
    }
  }
}

/** Those of the backup, where DATA_DIR has none; after its rows, so that a damaged backup leaves nothing behind. */
async function placeFiles({ dataDir }: Config, { files }: BackupHeader): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dataDir, name), text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
