import type { PlanStatus } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Instants in facts are milliseconds since the epoch: they are kept as JSON. */

/** A snapshot of a subscription at the provider, as one of its events showed it. */
export type SubscriptionFact = {
  kind: 'subscription'
  subscriptionId: string
  /** From the subscription's metadata; null for a subscription that is none of ours. */
  accountId: string | null
  customerId: string
  /** When the snapshot was taken. */
  at: number
  planId: string
  /** The plan of the checkout, which no later switch changes. */
  checkoutPlanId: string | null
  /** What the provider calls the price of the plan; invoices name nothing else. */
  priceId: string | null
  /** How far it has come. Of two snapshots of the same second, the one that is further on is the later. */
  stage: 'incomplete' | 'created' | 'updated' | 'ended'
  startedAt: number
  trial: { start: number; end: number } | null
  /** Where the customer's cancellation takes effect. */
  endsAt: number | null
  endedAt: number | null
  paymentMethodOnFile: boolean
}

/** One attempt to collect an invoice. */
export type PaymentFact = {
  kind: 'payment'
  subscriptionId: string
  accountId: string | null
  at: number
  invoiceId: string
  outcome: 'paid' | 'failed'
  /** The start of the time that the invoice pays for. */
  periodStart: number
  priceId: string | null
}

/** The operator's word: the plan state from here on, until the provider's next news. */
export type OperatorFact = {
  kind: 'operator'
  at: number
  planId: string
  status: PlanStatus
  periodAnchor: number | null
  trialEndsAt: number | null
  accessEndsAt: number | null
}

export type ProviderFact = SubscriptionFact | PaymentFact
export type Fact = ProviderFact | OperatorFact
export type KnownFact = Fact & { id: string }

/** Who the subscription belongs to, as far as it is known; the row stays locked until the transaction ends. */
export async function lockSubscription(tx: Db, { subscriptionId, accountId }: ProviderFact): Promise<string | null> {
  const [row] = await tx.query<{ account_id: string | null }>(sql`
    INSERT INTO billing_subscriptions AS s (subscription_id, account_id) VALUES (${subscriptionId}, ${accountId})
    ON CONFLICT (subscription_id) DO UPDATE SET account_id = coalesce(s.account_id, excluded.account_id)
    RETURNING account_id`)
  return row!.account_id
}

/** False when the fact was known already. */
export async function insertProviderFact(tx: Db, clock: Clock, id: string, fact: ProviderFact): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO billing_facts (fact_id, subscription_id, fact, received_at)
    VALUES (${id}, ${fact.subscriptionId}, ${JSON.stringify(fact)}::jsonb, ${clock.sql})
    ON CONFLICT (fact_id) DO NOTHING RETURNING fact_id`)
  return rows.length > 0
}

export async function insertOperatorFact(
  tx: Db,
  clock: Clock,
  id: string,
  accountId: string,
  fact: OperatorFact,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO billing_facts (fact_id, account_id, fact, received_at)
    VALUES (${id}, ${accountId}, ${JSON.stringify(fact)}::jsonb, ${clock.sql})`)
}

/** Everything known about an account's plan. Few rows: a handful a month. */
export async function readFacts(db: Db, accountId: string): Promise<KnownFact[]> {
  const rows = await db.query<{ id: string; fact: Fact }>(sql`
    SELECT fact_id AS id, fact FROM billing_facts WHERE account_id = ${accountId}
    UNION ALL
    SELECT fact_id, fact FROM billing_facts
    WHERE subscription_id IN (SELECT subscription_id FROM billing_subscriptions WHERE account_id = ${accountId})`)
  return rows.map(({ id, fact }) => ({ ...fact, id }))
}
