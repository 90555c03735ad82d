/** Who makes a backup now, and what came of earlier ones: one at a time over all nodes and commands. */
import { hostname } from 'node:os'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export type RunningBackup = { startedAt: Date; host: string }

/** How often a run says that it is alive, and after how long without a word it counts as dead. */
export const aliveEverySeconds = 30
const deadAfterSeconds = 180

/** A failed run is tried again after this many minutes, then after twice and three times as many; then at the next scheduled time. */
export const triesMax = 4
export const retryMinutes = 10

/**
 * Begins a run; null: another one is running, or the scheduled time has its backup, or has to wait for the next try. `dueAt` null:
 * by command.
 */
export async function beginRun(db: Db, clock: Clock, dueAt: Date | null): Promise<string | null> {
  const runId = `bkr_${randomBase62(16)}`
  return db.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE backup_runs SET state = 'failed', ended_at = ${clock.sql}, problem = 'The process that made it died.'
      WHERE state = 'running' AND alive_at < ${clock.sql} - make_interval(secs => ${deadAfterSeconds})`)
    const begun = await tx.query(sql`
      INSERT INTO backup_runs (run_id, state, due_at, started_at, alive_at, host)
      SELECT ${runId}::text, 'running', ${dueAt}::timestamptz, ${clock.sql}, ${clock.sql}, ${`${hostname()}:${process.pid}`}::text
      WHERE ${dueAt}::timestamptz IS NULL OR (
        NOT EXISTS (SELECT FROM backup_runs WHERE state = 'good' AND started_at >= ${dueAt})
        AND (SELECT count(*) < ${triesMax} AND coalesce(
            max(ended_at) + count(*) * make_interval(mins => ${retryMinutes}) <= ${clock.sql}, true)
          FROM backup_runs WHERE state = 'failed' AND due_at = ${dueAt}))
      ON CONFLICT DO NOTHING RETURNING 1`)
    return begun.length === 1 ? runId : null
  })
}

/** False: it was taken for dead, and is not the one that runs any more. */
export async function keepAlive(db: Db, clock: Clock, runId: string): Promise<boolean> {
  const kept = await db.query(sql`
    UPDATE backup_runs SET alive_at = ${clock.sql} WHERE run_id = ${runId} AND state = 'running' RETURNING 1`)
  return kept.length === 1
}

type Outcome = { name: string; bytes: number } | { problem: string }

export async function endRun(db: Db, clock: Clock, runId: string, outcome: Outcome): Promise<void> {
  const [name, bytes, problem] =
    'problem' in outcome ? [null, null, outcome.problem] : [outcome.name, outcome.bytes, null]
  await db.query(sql`
    UPDATE backup_runs SET state = ${problem === null ? 'good' : 'failed'}, ended_at = ${clock.sql},
      name = ${name}, bytes = ${bytes}, problem = ${problem}
    WHERE run_id = ${runId} AND state = 'running'`)
}

/** A backup holds its own run as it was while it was written: under way. Whoever has restored it knows that it was good. */
export async function endRestoredRun(
  db: Db,
  clock: Clock,
  { name, bytes }: { name: string; bytes: number },
): Promise<void> {
  await db.query(sql`
    UPDATE backup_runs SET state = 'good', ended_at = ${clock.sql}, name = ${name}, bytes = ${bytes} WHERE state = 'running'`)
}

export async function findRunning(db: Db, clock: Clock): Promise<RunningBackup | null> {
  const [row] = await db.query<RunningBackup>(sql`
    SELECT started_at AS "startedAt", host FROM backup_runs
    WHERE state = 'running' AND alive_at >= ${clock.sql} - make_interval(secs => ${deadAfterSeconds})`)
  return row ?? null
}

export type LastRuns = {
  good: { startedAt: Date; name: string; bytes: number } | null
  /** The newest, if it failed. */
  failed: { endedAt: Date; problem: string } | null
}

export async function readLastRuns(db: Db): Promise<LastRuns> {
  const [good] = await db.query<NonNullable<LastRuns['good']>>(sql`
    SELECT started_at AS "startedAt", name, bytes FROM backup_runs WHERE state = 'good' ORDER BY started_at DESC LIMIT 1`)
  const [newest] = await db.query<{ state: string; endedAt: Date; problem: string }>(sql`
    SELECT state, ended_at AS "endedAt", problem FROM backup_runs WHERE state <> 'running' ORDER BY started_at DESC LIMIT 1`)
  return { good: good ?? null, failed: newest?.state === 'failed' ? newest : null }
}
