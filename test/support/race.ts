import { expect } from 'vitest'
import { rawSql, sql } from '../../src/base/sql.ts'
import type { Database } from '../../src/db/database.ts'
import { advisoryLocks } from '../../src/db/locks.ts'
import type { TestDatabase } from './database.ts'

const gate = advisoryLocks.raceGate

/**
 * Calls that insert into a table are held at their first row until all of them wait, so that whatever they counted
 * before is outdated when they write. Says how many got which status.
 */
export async function race(
  { database, owner }: TestDatabase,
  table: string,
  calls: (() => Promise<{ status: number }>)[],
): Promise<Record<number, number>> {
  await owner.query(
    rawSql(`
      CREATE OR REPLACE FUNCTION wait_at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${gate}); RETURN NEW; END $$;
      CREATE TRIGGER gate BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_at_the_gate()`),
  )
  // A connection of its own, without a transaction: the server ends transactions that are idle for too long.
  const gatekeeper = await database.connect()
  try {
    await gatekeeper.query(`SELECT pg_advisory_lock(${gate})`)
    const sent = calls.map((call) => call())
    await expect.poll(() => lockWaits(database), { interval: 10 }).toBe(calls.length)
    await gatekeeper.query(`SELECT pg_advisory_unlock(${gate})`)
    const counts: Record<number, number> = {}
    for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  } finally {
    await gatekeeper.end()
    await owner.query(rawSql(`DROP TRIGGER gate ON ${table}`))
  }
}

/** How many connections wait for a lock at this moment. */
export async function lockWaits(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return row!.count
}
