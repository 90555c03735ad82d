import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'

/** What every part of billing that changes or describes an account works with. */
export type BillingContext = { clock: Clock; plans: Plans; publicUrl: string }
