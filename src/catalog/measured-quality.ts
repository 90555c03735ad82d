/** The quality of the catalogue as it was last measured. That opens every contact, so it is background work, and done when somebody looks. */
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { measureQuality, type Quality } from './quality.ts'

const freshMinutes = 60

type MeasuredQuality = {
  last: { measuredAt: Date; quality: Quality } | null
  /** Asked for just now, or under way. */
  isBeingMeasured: boolean
}

/** Asks for a new measurement if there is none of the last hour. */
export async function readQuality(db: Db, clock: Clock, queue: Queue): Promise<MeasuredQuality> {
  const [last] = await db.query<{ measuredAt: Date; quality: Quality }>(
    sql`SELECT measured_at AS "measuredAt", quality FROM catalogue_quality`,
  )
  const isOld = !last || last.measuredAt.getTime() < clock.now().getTime() - freshMinutes * 60_000
  if (isOld) await queue.enqueue(db, 'quality', {})
  return { last: last ?? null, isBeingMeasured: isOld }
}

export function measureWhenAsked(queue: Queue, db: Db, clock: Clock, keys: ChannelKeys): void {
  queue.handle('quality', async () => {
    const now = clock.now()
    const quality = await measureQuality(db, keys, now)
    await db.query(sql`
      INSERT INTO catalogue_quality (measured_at, quality) VALUES (${now}, ${JSON.stringify(quality)}::jsonb)
      ON CONFLICT (is_only) DO UPDATE SET measured_at = excluded.measured_at, quality = excluded.quality`)
  })
}
