import type { PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { PageClaim, PageSettlement } from './claims.ts'
import type { SearchSettlement } from './settlement.ts'

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
      // Admitted, but not settled: the account has changed, or somebody was suppressed.
      return page.settled ?? settlement.settle(admitted, claim)
    },
  }
}
