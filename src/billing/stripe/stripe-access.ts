import type Stripe from 'stripe'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import type { Reach, StripeSettings } from './client.ts'
import type { Prices } from './prices.ts'

/** What the calls to Stripe share. */
export type StripeAccess = {
  db: Db
  /** Connected by the first call. */
  readonly stripe: Stripe
  reach: Reach
  prices: Prices
  context: BillingContext
  settings: StripeSettings
}
