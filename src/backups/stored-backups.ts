/** What lies in the place: each backup, and next to it a small record once it has been verified. */

import type { KeepRule } from '../base/backup-settings.ts'
import { dayMs } from '../base/durations.ts'
import { randomLetters } from '../base/ids.ts'
import { chooseKept } from './keep.ts'
import { type BackupPlace, PlaceRefused } from './places/place.ts'

/** Written when the backup was restored as a trial and its ledger added up, and not before. */
export type BackupRecord = {
  prospector_backup_record: 1
  name: string
  release: string
  created_at: string
  verified_at: string
  bytes: number
  tables: number
  rows: number
  /** Totals of the ledger in the backup. */
  accounts: number
  entries: number
}

export type StoredBackup = { name: string; createdAt: Date; bytes: number; record: BackupRecord | null }

const namePattern = /^prospector-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[A-Za-z]{6}\.backup$/

/** Sorted by name, they are sorted by time. The letters tell apart what two processes begin in the same second. */
export const newBackupName = (now: Date): string =>
  `prospector-${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomLetters(6)}.backup`

const recordName = (name: string): string => name.replace(/\.backup$/, '.json')

function createdAtOf(name: string): Date | null {
  const parts = namePattern.exec(name)
  if (!parts) return null
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

/** Newest first. */
export async function listBackups(place: BackupPlace): Promise<StoredBackup[]> {
  const files = await place.list()
  const names = new Set(files.map(({ name }) => name))
  const found = files.map(async ({ name, bytes }): Promise<StoredBackup | null> => {
    const createdAt = createdAtOf(name)
    if (!createdAt) return null
    const record = names.has(recordName(name)) ? await readRecord(place, name) : null
    // A file that changed after it was verified is another file.
    return { name, createdAt, bytes, record: record?.bytes === bytes ? record : null }
  })
  const backups = (await Promise.all(found)).filter((backup) => backup !== null)
  return backups.sort((a, b) => (a.name < b.name ? 1 : -1))
}

async function readRecord(place: BackupPlace, name: string): Promise<BackupRecord | null> {
  const parts: Buffer[] = []
  for await (const part of place.read(recordName(name))) parts.push(part)
  try {
    const record = JSON.parse(Buffer.concat(parts).toString('utf8')) as BackupRecord
    return record.prospector_backup_record === 1 && record.name === name ? record : null
  } catch {
    return null
  }
}

export const writeRecord = (place: BackupPlace, record: BackupRecord): Promise<void> =>
  place.write(recordName(record.name), `${JSON.stringify(record)}\n`)

/** By its name; `latest` is the newest that was verified. */
export async function findBackup(place: BackupPlace, name: string): Promise<StoredBackup> {
  const backups = await listBackups(place)
  const found = backups.find((one) => (name === 'latest' ? one.record !== null : one.name === name))
  if (found) return found
  throw new PlaceRefused(
    name === 'latest'
      ? `There is no verified backup in ${place.address}.`
      : `There is no backup ${name} in ${place.address}. "prospector backup list" shows those that are there.`,
  )
}

/** How long a backup that could not be verified waits for somebody to look at it. */
export const unverifiedDays = 7

/** What may go: verified backups beyond the rule, and old unverified ones, as long as a newer one is verified. */
export function chooseRemoved(backups: readonly StoredBackup[], rule: KeepRule, now: Date): StoredBackup[] {
  const verified = backups.filter(({ record }) => record !== null)
  const kept = chooseKept(verified, rule)
  const newest = Math.max(...verified.map(({ createdAt }) => createdAt.getTime()), 0)
  return backups.filter((backup) => {
    if (backup.record) return !kept.has(backup)
    const at = backup.createdAt.getTime()
    return at < newest && now.getTime() - at > unverifiedDays * dayMs
  })
}

export async function prune(place: BackupPlace, rule: KeepRule, now: Date): Promise<StoredBackup[]> {
  const removed = chooseRemoved(await listBackups(place), rule, now)
  for (const { name } of removed) {
    await place.remove(recordName(name))
    await place.remove(name)
  }
  await place.tidy(now)
  return removed
}
