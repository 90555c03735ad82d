import { verifyLedger } from '../credits/verify.ts'
import { BadBackup } from '../db/backup/format.ts'
import { openBackup } from '../db/backup/read-backup.ts'
import { restoreBackup } from '../db/backup/restore-backup.ts'
import type { BackupKeys } from '../db/backup/seal.ts'
import type { BackupPlace } from './places/place.ts'
import { requireSpace, withScratchDatabase } from './scratch.ts'
import { type BackupRecord, type StoredBackup, writeRecord } from './stored-backups.ts'

type Options = {
  keys: BackupKeys
  scratchFolder: string
  /** How large the database is; unset: as large as backups of such a size usually are. */
  restoredBytes?: number
  now: () => Date
  signal: AbortSignal
}

/** Rows compress well, and indexes are not in a backup at all. */
const usualGrowth = 8

/**
 * Restores the backup, as it lies in its place, into a database of its own, and verifies the ledger there. Only then is it
 * recorded as good.
 */
export async function verifyBackup(
  place: BackupPlace,
  { name, bytes }: Pick<StoredBackup, 'name' | 'bytes'>,
  { keys, scratchFolder, restoredBytes = bytes * usualGrowth, now, signal }: Options,
): Promise<BackupRecord> {
  await requireSpace(scratchFolder, restoredBytes)
  const backup = await openBackup({ name, bytes: place.read(name) }, keys)
  const end = () => backup.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    const { release, created_at } = backup.header
    const found = await withScratchDatabase(scratchFolder, signal, async (database) => {
      const loaded = await restoreBackup(database, backup)
      return { ...loaded, ledger: await verifyLedger(database) }
    })
    const { tables, rows, ledger } = found
    const [problem] = ledger.problems
    if (problem !== undefined)
      throw new BadBackup(`The ledger in ${name} does not add up (${ledger.problems.length} problems): ${problem}`)
    const { accounts, entries } = ledger
    const record = {
      name,
      release,
      created_at,
      verified_at: now().toISOString(),
      bytes,
      tables,
      rows,
      accounts,
      entries,
    }
    await writeRecord(place, { prospector_backup_record: 1, ...record })
    return { prospector_backup_record: 1, ...record }
  } finally {
    signal.removeEventListener('abort', end)
    backup.close()
  }
}
