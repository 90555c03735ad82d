import { createHmac } from 'node:crypto'
import { accessStatuses } from '../../accounts/api-access.ts'
import { problems } from '../../base/problems.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../billing-context.ts'
import type { HostedLink, PaymentProvider, Subscribed } from '../provider.ts'
import { readSignedEvent } from '../stripe/signed-events.ts'
import { type Deliver, deliverEvents } from './deliver-events.ts'
import { listSandboxInvoices } from './list-sandbox-invoices.ts'
import { observeSandbox } from './observe-sandbox.ts'
import { act, findCustomer, findDue, newSandboxId, sellPack } from './sandbox-store.ts'
import type { Change, SandboxSubscription } from './sandbox-subscription.ts'
import { CardDeclined, changeNow, endTrial, priceOfChange, setCancellation, type Tools } from './subscription.ts'
import { createLink, forgetOldVisits, type Visit } from './visits.ts'

type Action = (subscription: SandboxSubscription, now: Date, tools: Tools) => Change

export type Sandbox = PaymentProvider & {
  tools: Tools
  /** An action on an account's subscription; its events are delivered before this resolves. */
  act(accountId: string, action: Action): Promise<SandboxSubscription | null>
  /** Sends what is signed and waiting. What is not taken stays, and is sent again. */
  deliverWaiting(): Promise<void>
  /** What the calendar does to subscriptions that nobody looks at. */
  runDue(): Promise<void>
}

/**
 * A payment provider in this very process, for laptops, demos and tests. It has tables of its own, and Prospector learns
 * of them the way it learns of Stripe's: a signed event through the webhook, then a look at the customer.
 */
export function createSandbox(db: Db, context: BillingContext, deliver: Deliver): Sandbox {
  const { clock, publicUrl, authSecret, plans } = context
  const secret = `whsec_${createHmac('sha256', authSecret).update('sandbox webhook').digest('base64url')}`
  const tools: Tools = { plans, newId: newSandboxId }

  async function link(visit: Visit): Promise<HostedLink> {
    const { token, expiresAt } = await createLink(db, clock, visit)
    return { url: new URL(`/sandbox/${visit.page}/${token}`, publicUrl).href, expiresAt }
  }

  const deliverWaiting = (): Promise<void> => deliverEvents(db, clock, secret, deliver)

  async function actAndDeliver(accountId: string, action: Action) {
    const subscription = await act(db, clock, accountId, tools, (found, now) => action(found, now, tools))
    await deliverWaiting()
    return subscription
  }

  const nothing: Action = (subscription) => ({ subscription, invoices: [] })

  /** The subscription as it is after everything that is due. */
  async function upToDate({ customerId }: Pick<Subscribed, 'customerId'>) {
    const customer = await findCustomer(db, customerId)
    return customer && act(db, clock, customer.accountId, tools, (found, now) => nothing(found, now, tools))
  }

  const forAccount = { interval: 'month', trialDays: null, packId: null } as const

  return {
    name: 'sandbox',
    prepare: async () => {},
    tools,
    createCheckout: (account, { plan, interval }, withTrial) => {
      const trialDays = withTrial && plan.trial ? plan.trial.days : null
      return link({ page: 'checkout', accountId: account.id, planId: plan.id, interval, trialDays, packId: null })
    },
    createTopUp: (account, pack) =>
      link({ ...forAccount, page: 'top-up', accountId: account.id, planId: account.planId, packId: pack.id }),
    createPortal: (account) => link({ ...forAccount, page: 'portal', accountId: account.id, planId: account.planId }),
    readEvent: (body, signature) => readSignedEvent(secret, body, signature, clock.now()),
    customerOfCharge: async () => null,
    async observe(customerId) {
      await upToDate({ customerId })
      return observeSandbox(db, customerId, clock.now())
    },
    async endTrial({ customerId }) {
      const customer = await findCustomer(db, customerId)
      if (customer) await actAndDeliver(customer.accountId, endTrial)
    },
    async previewChange(subscribed, { plan, interval }) {
      const found = await upToDate(subscribed)
      if (!found || found.endedAt !== null) throw problems.subscriptionRequired()
      const currency = plan.prices.find((price) => price.interval === interval)?.currency ?? 'usd'
      return { amountDue: priceOfChange(found, { planId: plan.id, interval }, clock.now(), tools), currency }
    },
    async changePlan({ accountId }, { plan, interval }, when) {
      const to = { planId: plan.id, interval }
      try {
        await actAndDeliver(accountId!, (found, now) =>
          when === 'now'
            ? changeNow(found, to, now, tools)
            : { subscription: { ...found, scheduled: to, cancelAtPeriodEnd: false }, invoices: [] },
        )
      } catch (error) {
        throw error instanceof CardDeclined ? problems.paymentFailed() : error
      }
    },
    async cancelChange({ accountId }) {
      await actAndDeliver(accountId!, (found) => ({ subscription: { ...found, scheduled: null }, invoices: [] }))
    },
    async keepSubscription({ accountId }) {
      await actAndDeliver(accountId!, (found) => setCancellation(found, false))
    },
    // It stores one live subscription an account: a second checkout starts none.
    cancelSecond: async () => 'was_cancelled',
    async chargePack(account, pack, reference) {
      const customer = await findCustomer(db, account.customerId)
      if (!customer?.cardPays || !accessStatuses.includes(account.status)) return 'declined'
      await db.transaction((tx) => sellPack(tx, clock, customer, pack, `in_sandbox_${reference}`))
      await deliverWaiting()
      return 'paid'
    },
    listInvoices: (customerId) => listSandboxInvoices(db, context, customerId),
    act: actAndDeliver,
    deliverWaiting,
    async runDue() {
      for (const accountId of await findDue(db, clock.now())) {
        await act(db, clock, accountId, tools, (found, now) => nothing(found, now, tools))
      }
      await deliverWaiting()
      await forgetOldVisits(db, clock)
      await db.query(sql`DELETE FROM sandbox_events WHERE delivered_at < ${clock.sql} - interval '30 days'`)
    },
  }
}
