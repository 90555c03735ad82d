import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'

/** For operations that only test mode has. */
export function requireTestMode({ mode }: Principal): void {
  if (mode !== 'test') throw problems.testKeyRequired()
}
