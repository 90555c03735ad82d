import { createHash, createHmac, randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { clockOf } from '../../accounts/test-account.ts'
import { modeOf } from '../../base/ids.ts'
import { sql } from '../../base/sql.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import type { StripeSettings } from '../stripe/client.ts'
import { stripeSdk } from '../stripe/sdk.ts'
import { type Answer, answer, readCall, type StripeRequest, simulatedKey } from './answer.ts'
import { type Deliver, deliverEvents } from './deliver-events.ts'
import { invoiceUrl } from './invoice-links.ts'
import { createLink, forgetOldVisits, type Page } from './visits.ts'
import type { StripeObject, World } from './world.ts'
import { actOn, findDue, findOwner, idStemOf, insertWorld, openWorld, type WorldSettings } from './world-store.ts'

export type Simulator = {
  /** To the real SDK, whose calls are answered here. */
  connect(): Stripe
  settings: StripeSettings
  /** Something that a customer does on one of the pages. Its events are delivered before this resolves. */
  act<T>(customerId: string, act: (world: World) => T): Promise<T | null>
  /** What the calendar does to subscriptions that nobody looks at. */
  runDue(): Promise<void>
}

/**
 * Stripe's API in this very process, for laptops, demos, tests, and test accounts everywhere. Its world is in the database; Prospector
 * talks to it through the adapter and the SDK that talk to Stripe, and hears of it through signed events. `onlyTest`: another
 * provider takes the payments of live accounts.
 */
export function createSimulator(
  db: Database,
  context: BillingContext,
  deliver: Deliver,
  { onlyTest }: { onlyTest: boolean },
): Simulator {
  const { clock, publicUrl, authSecret, plans } = context
  const webhookSecret = `whsec_${createHmac('sha256', authSecret).update('sandbox webhook').digest('base64url')}`
  const world: WorldSettings = { clock, plans, invoiceUrl: (id) => invoiceUrl(context, id) }

  async function ask(asked: StripeRequest): Promise<Answer> {
    if (asked.method === 'POST' && asked.path === '/v1/customers') return createCustomer(asked)
    const customerId = await ownerOf(asked)
    const found = customerId === null ? null : await actOn(db, world, customerId, (known) => answer(known, asked))
    return found === null ? answer(openWorld(world, ''), asked) : withLink(found, asked)
  }

  /** Under the same idempotency key it is the same customer, however many ask at once. */
  async function createCustomer(asked: StripeRequest): Promise<Answer> {
    const stem = createHash('sha256')
      .update(asked.key ?? randomUUID())
      .digest('hex')
      .slice(0, 20)
    const accountId = String(asked.fields.metadata?.account_id)
    const ofAccount = { ...world, clock: await clockOf(db, clock, accountId) }
    const made = openWorld(ofAccount, idStemOf(modeOf(accountId), stem))
    const created = answer(made, { ...asked, key: null })
    if (created.status === 200) await insertWorld(db, (created.body as StripeObject).id, made)
    return created
  }

  async function ownerOf({ path, fields }: StripeRequest): Promise<string | null> {
    if (typeof fields.customer === 'string') return fields.customer
    const named = /^\/v1\/\w+\/(\w+)/.exec(path)?.[1]
    if (named?.startsWith('cus_')) return named
    const { subscription, from_subscription, invoice, charge, payment_intent } = fields
    const ids = [named, subscription, from_subscription, invoice, charge, payment_intent]
    return findOwner(
      db,
      ids.filter((id) => typeof id === 'string'),
    )
  }

  /** A hosted page has an address that nobody can guess, and that works once. */
  async function withLink(found: Answer, { fields }: StripeRequest): Promise<Answer> {
    const body = found.body as StripeObject
    const page = pageOf(body)
    if (found.status !== 200 || page === null) return found
    const token = await createLink(db, clock, { page, customerId: fields.customer, checkoutId: body.id })
    return { status: 200, body: { ...body, url: new URL(`/sandbox/${page}/${token}`, publicUrl).href } }
  }

  const respond = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const { status, body } = await ask(readCall(input, init))
    return new Response(JSON.stringify(body), { status, headers: { 'request-id': 'req_sandbox' } })
  }
  function connect(): Stripe {
    const Client = stripeSdk()
    const httpClient = Client.createFetchHttpClient(respond as typeof fetch)
    return new Client(simulatedKey, { httpClient, telemetry: false, maxNetworkRetries: 0 })
  }
  const deliverWaiting = (): Promise<void> => deliverEvents(db, clock, webhookSecret, deliver)

  return {
    connect,
    settings: { secretKey: simulatedKey, webhookSecret, apiBase: null, automaticTax: false },
    async act(customerId, act) {
      const result = await actOn(db, world, customerId, act)
      await deliverWaiting()
      return result
    },
    async runDue() {
      for (const customerId of await findDue(db, clock.now(), onlyTest)) await actOn(db, world, customerId, () => {})
      await deliverWaiting()
      await forgetOldVisits(db, clock)
      await db.query(sql`DELETE FROM stripe_simulator_events WHERE delivered_at < ${clock.sql} - interval '30 days'`)
    },
  }
}

function pageOf({ object, mode, url }: StripeObject): Page | null {
  if (typeof url !== 'string') return null
  if (object === 'billing_portal.session') return 'portal'
  return object === 'checkout.session' ? (mode === 'payment' ? 'top-up' : 'checkout') : null
}
