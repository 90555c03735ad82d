import type { Logger } from 'pino'
import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import type { Packs } from './packs.ts'

/** What every part of billing that changes or describes an account works with. */
export type BillingContext = {
  clock: Clock
  plans: Plans
  packs: Packs
  publicUrl: string
  authSecret: Buffer
  log: Pick<Logger, 'warn' | 'error' | 'info'>
}
