import { safeNext } from '../../shared/paths.ts'

/** A fresh page load, so that nothing of an earlier session is left in memory. */
export const continueAfterSignIn = (next: string | undefined): void => window.location.assign(safeNext(next))
