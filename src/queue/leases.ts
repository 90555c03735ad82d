import type { Clock } from '../base/clock.ts'
import { prepared, rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * Rows that nodes work on, one node at a time: `leased_until` says when the lease ends, and by that a node knows its own lease from that of
 * a node that came after it (`lease`, as text).
 */
export function leasesOf<Row extends object>(
  name: 'webhooks' | 'hubspot_connections',
  { seconds, columns, isOpen }: { seconds: number; columns(clock: Clock): Sql; isOpen: Sql },
) {
  type Leased = Row & { lease: string }
  const table = rawSql(name)
  const renewal = (clock: Clock, which: Sql): Sql => sql`
      UPDATE ${table} SET leased_until = ${clock.sql} + make_interval(secs => ${seconds})
      WHERE ${which} AND ${isOpen} RETURNING ${columns(clock)}, leased_until::text AS lease`
  const renew = async (db: Db, statement: Sql): Promise<Leased | null> => (await db.query<Leased>(statement))[0] ?? null
  const isHeld = (held: string): Sql => sql`leased_until = ${held}::timestamptz`
  return {
    /** Null if another node was faster, or there is nothing to do by now. */
    lease: (db: Db, clock: Clock, which: Sql) =>
      renew(db, renewal(clock, sql`${which} AND leased_until < ${clock.sql}`)),
    /** The row as it is now, with a new lease. Null if the lease was lost, or the row is closed or gone. */
    prolong: (db: Db, clock: Clock, which: Sql, held: string) =>
      renew(db, prepared(`prolong_${name}`, renewal(clock, sql`${which} AND ${isHeld(held)}`))),
    /** Not if the lease was lost: another node has it. */
    release: async (db: Db, which: Sql, held: string): Promise<void> =>
      void (await db.query(sql`UPDATE ${table} SET leased_until = '-infinity' WHERE ${which} AND ${isHeld(held)}`)),
  }
}
