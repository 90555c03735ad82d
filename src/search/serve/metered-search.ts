import { problems } from '../../problems.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { CurrentCatalogue } from './current-catalogue.ts'

type Steps<Found extends { ids: string[] }, Row> = {
  limit: number
  find(index: CatalogueIndex, limit: number): Found
  hydrate(found: Found): Promise<Map<string, Row>>
  /** Counts the rows, unless something was suppressed or restored after `suppressionVersion`: then null. */
  takeRows(wanted: number, suppressionVersion: number): Promise<{ granted: number; left: number } | null>
  /** Rows that were counted and then not shown. */
  giveRowsBack(rows: number): Promise<void>
}

const attemptsMax = 5

/**
 * One page, true at the moment it is counted: the index finds, then the rows are read and counted side by side, and
 * what counts them proves that no suppression came in between. If one came, the index catches up and the search runs
 * again, so nobody ever sees, or pays for, a contact that has opted out. Null when the month's rows are used up.
 */
export async function meteredSearch<Found extends { ids: string[] }, Row>(
  catalogue: CurrentCatalogue,
  { limit, find, hydrate, takeRows, giveRowsBack }: Steps<Found, Row>,
): Promise<{ found: Found; rows: Row[] } | null> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const index = catalogue.index()
    const suppressionVersion = catalogue.suppressionVersion()
    const found = find(index, limit)
    const [rowOf, taken] = await Promise.all([hydrate(found), takeRows(found.ids.length, suppressionVersion)])
    if (taken !== null) {
      if (taken.left === 0) return null
      // A page that the quota cuts short ends earlier, so its cursor has to point elsewhere.
      const shown = taken.granted < found.ids.length ? find(index, taken.granted) : found
      const rows = shown.ids.flatMap((id) => rowOf.get(id) ?? [])
      if (rows.length === taken.granted) return { found: shown, rows }
      // A suppression came after the rows were counted, but before they were read.
      await giveRowsBack(taken.granted)
    }
    await catalogue.catchUp()
  }
  throw problems.serviceUnavailable(1)
}
