import { stat } from 'node:fs/promises'
import type { BackupSettings } from '../base/backup-settings.ts'
import type { Clock } from '../base/clock.ts'
import { lastDue, nextDue } from '../base/schedule.ts'
import type { Db } from '../db/database.ts'
import { findRunning, type LastRuns, type RunningBackup, readLastRuns } from './runs.ts'

/** The state of backups, for `doctor`, metrics and the console. */
type BackupState = {
  /** When the last good one was begun; of a tool of the operator's own: when it last said that it is done. */
  lastGoodAt: Date | null
  /** Null for a tool of the operator's own. */
  lastGood: LastRuns['good']
  /** The last one, if it failed. */
  failed: LastRuns['failed']
  running: RunningBackup | null
  /** Null without a schedule. */
  nextDueAt: Date | null
  /** For how long a good one has been due. */
  lateSeconds: number
}

export async function readBackupState(db: Db, clock: Clock, settings: BackupSettings): Promise<BackupState> {
  const now = clock.now()
  const { good, failed } = 'checkFile' in settings ? { good: null, failed: null } : await readLastRuns(db)
  const lastGoodAt = 'checkFile' in settings ? await readTouched(settings.checkFile) : (good?.startedAt ?? null)
  const { schedule } = settings
  return {
    lastGoodAt,
    lastGood: good,
    failed,
    running: 'checkFile' in settings ? null : await findRunning(db, clock),
    nextDueAt: schedule === null ? null : nextDue(schedule, now),
    lateSeconds: schedule === null ? 0 : lateSeconds(schedule, lastGoodAt, now),
  }
}

const readTouched = (path: string): Promise<Date | null> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  )

/** Since the first scheduled time that no good one has followed. */
export function lateSeconds(schedule: string, lastGoodAt: Date | null, now: Date): number {
  const dueAt = lastGoodAt === null ? lastDue(schedule, now) : nextDue(schedule, lastGoodAt)
  return Math.max(0, (now.getTime() - dueAt.getTime()) / 1_000)
}
