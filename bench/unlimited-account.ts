import { systemClock } from '../src/base/clock.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import type { Database } from '../src/db/database.ts'

/** An account that no limit stops; `name` is its own within the run. */
export const openUnlimitedAccount = (
  database: Database,
  name: string,
): Promise<{ accountId: string; apiKey: string }> =>
  createOperatorAccount(database, systemClock, plans, {
    name,
    email: `${name}@owner.example`,
    passwordHash: 'nobody signs in',
    planId: 'pro',
    status: 'active',
    credits: 1_000_000_000,
    requestsPerMinute: 1_000_000_000,
    requestsPerDay: 1_000_000_000,
    searchRowsPerMonth: 1_000_000_000,
  })
