import { openPlace } from '../../../src/backups/places/open-place.ts'
import type { BackupPlace } from '../../../src/backups/places/place.ts'
import type { MadeBackups } from '../../../src/base/backup-settings.ts'
import type { Config } from '../../../src/base/config.ts'
import { Refused } from '../../command.ts'

/** The place that the settings name. */
export function openConfiguredPlace({ backups, dataDir }: Config): { settings: MadeBackups; place: BackupPlace } {
  if (backups === null) throw new Refused('Set BACKUP_DIR or BACKUP_S3_URL, and BACKUP_KEY: docs/backups.md says how.')
  if ('checkFile' in backups) {
    throw new Refused(
      'BACKUP_CHECK_FILE is set: your own tool makes the backups, and lists, verifies and removes them.',
    )
  }
  return { settings: backups, place: openPlace(backups, dataDir) }
}
