import { problems } from '../base/problems.ts'
import type { PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { PageClaim, PageSettlement, SearchSettlement } from './settlement.ts'

const attemptsMax = 5

/**
 * A page of the index that is true at the moment it is settled. One statement asks the database everything it has to say,
 * and proves that neither a suppression nor what the account excludes has changed since the index was asked. If one has, the node
 * catches up and the search runs again, so nobody ever sees, or pays for, a contact that has opted out.
 */
export async function provenPage<Found, Settled>(
  index: SearchIndex,
  find: (reader: IndexReader) => Found,
  /** Null when a suppression, or what the account excludes, has changed since. */
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

/** Settles the pages of one request. The first one admits a caller who was only presumed. */
export type Settler = {
  accountId: string
  /** Null while the caller is only presumed. */
  admitted(): Principal | null
  /** As `SearchSettlement.settle`. Throws `NotAsPresumed` if the caller is not admitted with the page. */
  settle(claim: PageClaim): Promise<PageSettlement | null>
}

/** The caller must go through admission, which admits it or says why not. */
export class NotAsPresumed extends Error {}

export function createSettler(caller: Principal | PresumedCaller, settlement: SearchSettlement): Settler {
  const presumed = 'principal' in caller ? caller : null
  let admitted = 'principal' in caller ? null : caller
  return {
    accountId: (presumed?.principal ?? admitted)!.account.id,
    admitted: () => admitted,
    async settle(claim) {
      if (admitted) return settlement.settle(admitted, claim)
      const page = await settlement.admitWithPage(presumed!, claim)
      if (page === null) throw new NotAsPresumed()
      admitted = page.principal
      presumed!.onAdmitted(admitted)
      // Admitted, but not settled: the account has changed, or somebody was suppressed or excluded.
      return page.settled ?? settlement.settle(admitted, claim)
    },
  }
}
