import type { App } from '../src/app.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { systemClock } from '../src/clock.ts'

/** The key of an account that no limit stops. */
export async function openSearchAccount({ database }: App): Promise<string> {
  const { apiKey } = await createOperatorAccount(database, systemClock, plans, {
    name: 'Search',
    email: 'search@owner.example',
    passwordHash: 'nobody signs in',
    planId: 'pro',
    status: 'active',
    requestsPerMinute: 1_000_000_000,
    requestsPerDay: 1_000_000_000,
    searchRowsPerMonth: 1_000_000_000,
  })
  return apiKey
}
