/** Which contacts a read may show: conditions on a row of `contacts` that the statement calls `contact`. */
import { sql } from '../base/sql.ts'

/** In the catalogue, not opted out, and not withheld until they are told. */
export const isVisible = sql`NOT contact.suppressed AND NOT contact.withheld AND contact.retired_at IS NULL`

/** Something to sell. Alike: `hasChannel` in channels.ts, and `channelFlags` of an index. */
export const hasAnyChannel = sql`(contact.has_email OR contact.has_phone OR contact.has_linkedin)`

/** A reveal would return something for it. */
export const isRevealable = sql`${isVisible} AND ${hasAnyChannel}`
