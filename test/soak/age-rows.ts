/** Rows that are kept for days grow older by days within minutes, so that housekeeping has to remove them during the run. */

import { rawSql } from '../../src/base/sql.ts'
import type { Database } from '../../src/db/database.ts'

/** What the run stands for: keys live for two minutes of an hour, sessions for fourteen. */
export const daysPerRun = 60

const timed = {
  idempotency_keys: 'created_at',
  suppression_changes: 'created_at',
  catalogue_changes: 'created_at',
  catalogue_history: 'created_at',
  sessions: 'expires_at',
  verifications: 'expires_at',
}

export async function ageRows(database: Database, days: number): Promise<void> {
  const interval = `make_interval(secs => ${days * 86_400})`
  for (const [table, column] of Object.entries(timed))
    await database.query(rawSql(`UPDATE ${table} SET ${column} = ${column} - ${interval}`))
  await database.query(
    rawSql(`UPDATE sign_in_attempts SET last_request = last_request - ${Math.round(days * 86_400_000)}`),
  )
}

/** Every minute instead of every fifteen, because a minute stands for a day. */
export async function hurryHousekeeping(database: Database): Promise<void> {
  await database.query(rawSql(`UPDATE jobs.schedule SET cron = '* * * * *' WHERE name = 'housekeeping'`))
}
