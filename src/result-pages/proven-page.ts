import { problems } from '../base/problems.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'

const attemptsMax = 5

/**
 * A page of the index that is true at the moment it is settled. One statement asks the database everything it has to say,
 * and proves that no suppression came since the index was asked. If one came, the index catches up and the search runs
 * again, so nobody ever sees, or pays for, a contact that has opted out.
 */
export async function provenPage<Found, Settled>(
  index: SearchIndex,
  find: (reader: IndexReader) => Found,
  /** Null when something was suppressed or restored after the version. */
  settle: (found: Found, suppressionVersion: number) => Promise<Settled | null>,
  /** What else may have been behind, when a page was not settled. */
  catchUpToo: () => Promise<void> = async () => {},
): Promise<{ found: Found; settled: Settled }> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const reader = index.reader()
    const suppressionVersion = index.suppressionVersion()
    const found = find(reader)
    const settled = await settle(found, suppressionVersion)
    if (settled !== null) return { found, settled }
    await Promise.all([index.catchUp(), catchUpToo()])
  }
  throw problems.serviceUnavailable(1)
}
