import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import { repeat } from '../base/repeat.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { BillingContext } from './context/billing-context.ts'
import type { NoticeKey } from './notices/notices.ts'
import { adoptNotices, sendNotice } from './notices/send-notices.ts'
import { serveUnsubscribe } from './notices/serve-unsubscribe.ts'
import { createCreditWatch, noticeWhatTheClockEnded } from './notices/watch-accounts.ts'
import { recordWhatTheClockDid } from './plan-events.ts'
import type { StripeSettings } from './stripe/client.ts'
import { createStripeBilling } from './stripe/create-stripe-billing.ts'
import type { Deliver } from './stripe-simulator/deliver-events.ts'
import { servePages } from './stripe-simulator/serve-pages.ts'
import { createSimulator } from './stripe-simulator/simulator.ts'
import { type BillingServices, requireStripe } from './sync/billing-services.ts'
import { lookAtCustomer } from './sync/look.ts'
import { lookAtDueCustomers, registerEarlierCustomers } from './sync/reconcile.ts'
import { serveWebhook, webhookPath } from './sync/webhook.ts'
import { isTopUpDue, topUpAccount } from './top-up/top-up-accounts.ts'

export type Billing = BillingServices & {
  /** The webhook, the page behind the links of reminders, and with the sandbox its pages. */
  serve(server: FastifyInstance): void
  /** What test accounts are given: the sandbox where there is one, never a provider that moves money. */
  inTestMode: BillingServices
  /** The same spending, whose accounts are looked at afterwards for credits that run low. */
  watch(spending: Spending): Spending
  /** Changes that nobody reports: due charges of the sandbox, ends by the clock, credits that run low. */
  lookForNews(): Promise<void>
  /** Customers whom nobody has looked at for an hour. */
  reconcileDue(): Promise<number>
  /** Everything that happens outside requests, once and now. For tests. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

/** The payment provider. */
export type BillingChoice = { stripe: StripeSettings } | 'sandbox' | 'off'

type BillingOptions = Omit<BillingContext, 'enqueue'> & {
  choice: BillingChoice
  mailer: Mailer
  log: Logger
  queue: Queue
}

const everyMs = 15_000

export function createBilling(database: Database, options: BillingOptions): Billing {
  const { choice, mailer, queue, ...given } = options
  const context: BillingContext = { ...given, enqueue: queue.enqueue }
  const { services, simulator, setDeliver } = createServices(database, context, choice)
  const credits = createCreditWatch(database, context)

  async function lookAtCredits(): Promise<void> {
    for (const accountId of await credits.look()) {
      const isDue = await isTopUpDue(database, accountId)
      if (isDue) await queue.enqueue(database, 'top_up', { account_id: accountId }, { key: accountId })
    }
  }

  async function lookAtTheClock(): Promise<void> {
    await simulator?.runDue()
    await noticeWhatTheClockEnded(database, context)
    await recordWhatTheClockDid(database, context)
    await adoptNotices(database, context)
  }

  const { handle, schedule } = queue
  handle<NoticeKey>('notice', (notice) => sendNotice(database, context, mailer, notice))
  handle<{ account_id: string }>('top_up', ({ account_id }) => topUpAccount(database, services, account_id))
  schedule('billing', '* * * * *', lookAtTheClock)
  const reconcileDue = createReconciliation(database, services)
  schedule('reconcile', '* * * * *', async () => void (await reconcileDue()))

  // Each node remembers for itself who spent here.
  const watching = repeat(everyMs, lookAtCredits, (error) =>
    context.log.warn({ err: error }, 'checking for low credits failed'),
  )

  async function lookForNews(): Promise<void> {
    await lookAtTheClock()
    await lookAtCredits()
  }

  return {
    ...services,
    inTestMode: simulator ? services : { ...services, provider: 'off', stripe: null },
    serve(server) {
      serveWebhook(server, database, services)
      serveUnsubscribe(server, database, context)
      if (!simulator) return
      setDeliver(async (payload, signature) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return (await server.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode === 200
      })
      servePages(server, database, context, simulator)
    },
    watch: (spending) => ({
      ...spending,
      spend: (request) => {
        credits.note(request.accountId)
        return spending.spend(request)
      },
    }),
    lookForNews,
    reconcileDue,
    async runJobs() {
      await lookForNews()
      await reconcileDue()
      await queue.runWaiting()
    },
    stop: watching.stop,
  }
}

/** The first pass of a process also learns what the provider sells, and brings over the customers of the release before. */
function createReconciliation(database: Database, services: BillingServices): () => Promise<number> {
  const { stripe } = services
  let isPrepared = false
  return async () => {
    if (stripe === null) return 0
    if (!isPrepared) {
      await stripe.prepare()
      await registerEarlierCustomers(database, null)
      isPrepared = true
    }
    return lookAtDueCustomers(database, services)
  }
}

/** Only the services, without jobs and pages: for commands. */
export function createServices(database: Database, context: BillingContext, choice: BillingChoice) {
  let deliver: Deliver = async () => false
  const simulator = choice === 'sandbox' ? createSimulator(database, context, (...event) => deliver(...event)) : null
  const stripe = simulator
    ? createStripeBilling(database, context, simulator.settings, simulator.stripe)
    : typeof choice === 'object'
      ? createStripeBilling(database, context, choice.stripe)
      : null
  const services: BillingServices = {
    context,
    provider: typeof choice === 'object' ? 'stripe' : choice,
    stripe,
    look: async (customerId, cause) => lookAtCustomer(database, context, requireStripe(services), customerId, cause),
  }
  return {
    services,
    simulator,
    setDeliver: (given: Deliver) => {
      deliver = given
    },
  }
}

/** What the settings choose. */
export const chooseBilling = ({ billing, stripe }: Pick<Config, 'billing' | 'stripe'>): BillingChoice =>
  billing === 'stripe' && stripe ? { stripe } : billing === 'sandbox' ? 'sandbox' : 'off'
