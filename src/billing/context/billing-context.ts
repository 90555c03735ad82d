import type { Logger } from 'pino'
import type { Plans } from '../../accounts/plan.ts'
import type { Clock } from '../../base/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Packs } from '../plans/packs.ts'

/** What every part of billing that changes or describes an account works with. */
export type BillingContext = {
  clock: Clock
  plans: Plans
  packs: Packs
  publicUrl: string
  authSecret: Buffer
  log: Pick<Logger, 'warn' | 'error' | 'info'>
  /** Work for later, written in the transaction that causes it. */
  enqueue: Queue['enqueue']
  /** Counted for the operator: a price at the provider that stands for none of our plans. */
  onUnknownPrice?: (() => void) | undefined
}
