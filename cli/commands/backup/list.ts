import { listBackups } from '../../../src/backups/stored-backups.ts'
import { count, minute } from '../../../src/base/words.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { readSettings } from '../../with-database.ts'
import { openConfiguredPlace } from './place.ts'

export const backupList = defineCommand({
  name: 'list',
  summary: 'List the backups in BACKUP_DIR or at BACKUP_S3_URL.',
  details: 'It reads the place alone, so it works after the database was lost. Only verified backups count as good.',
  examples: ['prospector backup list', 'prospector backup list --json'],
}).action(async (options: ReportOptions) => {
  const { place } = openConfiguredPlace(readSettings())
  const backups = await listBackups(place)
  const rows = backups.map(({ name, createdAt, bytes, record }) => [
    name,
    minute(createdAt),
    `${count(Math.ceil(bytes / 1_024))} KiB`,
    record ? count(record.rows) : '-',
    record?.release ?? '-',
    record ? minute(new Date(record.verified_at)) : 'not verified',
  ])
  const text =
    rows.length > 0
      ? table(['name', 'made', 'size', 'rows', 'release', 'verified'], rows)
      : `There are no backups in ${place.address}.`
  const documents = backups.map(({ name, createdAt, bytes, record }) => ({
    name,
    created_at: createdAt,
    bytes,
    rows: record?.rows ?? null,
    release: record?.release ?? null,
    verified_at: record?.verified_at ?? null,
  }))
  report(options, { place: place.address, backups: documents }, text)
})
