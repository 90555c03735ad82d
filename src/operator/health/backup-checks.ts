import { stat } from 'node:fs/promises'
import { readBackupState } from '../../backups/backup-state.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import { minute, plural } from '../../base/words.ts'
import type { Database } from '../../db/database.ts'
import { error, type Finding, ok, warning } from './finding.ts'

/** A backup takes its time: one that is due counts as missed when it is not there after this long. */
export const lateAfterHours = 6
const lateAfterSeconds = lateAfterHours * 3_600

export async function checkBackups({ backups, dataDir }: Config, database: Database, clock: Clock): Promise<Finding> {
  if (backups === null)
    return warning(
      'backups',
      'Nothing is set that makes or checks backups. docs/backups.md says how to have them made.',
    )
  const { lastGoodAt, lateSeconds, failed, running, nextDueAt } = await readBackupState(database, clock, backups)
  const last = lastGoodAt ? `The last good one is of ${minute(lastGoodAt)}.` : 'There is none yet.'
  if ('checkFile' in backups) {
    return lateSeconds > lateAfterSeconds
      ? error('backups', `${backups.checkFile} was not touched when a backup was due. ${last} Look at your own tool.`)
      : ok('backups', `${last} The next is due at ${minute(nextDueAt)}.`)
  }
  const nextStep = lastGoodAt ? '' : ' A node that runs makes the first one within a minute.'
  const why = failed ? ` The last try failed: ${failed.problem}` : nextStep
  if (lateSeconds > lateAfterSeconds && !running) {
    const late = plural(Math.floor(lateSeconds / 3_600), 'hour')
    return error('backups', endSentence(`A backup has been due for ${late}. ${last}${why}`))
  }
  if (failed) return warning('backups', endSentence(`${last}${why}`))
  if (running) return ok('backups', `One is being made since ${minute(running.startedAt)} (${running.host}). ${last}`)
  if ('folder' in backups.place && (await isOnSameDisk(backups.place.folder, dataDir))) {
    return warning('backups', `${last} BACKUP_DIR is on the disk of DATA_DIR: both would be lost together.`)
  }
  if (nextDueAt === null) return warning('backups', `${last} BACKUP_SCHEDULE is unset: nobody makes the next one.`)
  return ok('backups', `${last} The next is due at ${minute(nextDueAt)}.`)
}

const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

async function isOnSameDisk(...paths: [string, string]): Promise<boolean> {
  const [one, two] = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  return one !== null && one !== undefined && one.dev === two?.dev
}
