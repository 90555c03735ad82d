import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Account } from '../accounts/accounts.ts'
import { accountClock, clockAheadOf } from '../accounts/test-account.ts'
import type { Config } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import { repeat } from '../base/repeat.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import { recordWhatTheClockDid } from './clock-events.ts'
import type { BillingContext } from './context/billing-context.ts'
import type { NoticeKey } from './notices/notices.ts'
import { adoptNotices, sendNotice } from './notices/send-notices.ts'
import { serveUnsubscribe } from './notices/serve-unsubscribe.ts'
import { noticeWhatTheClockEnded } from './notices/watch-accounts.ts'
import { accountsOf, hasCustomers } from './settle/snapshots.ts'
import type { StripeSettings } from './stripe/client.ts'
import { createStripeBilling } from './stripe/create-stripe-billing.ts'
import type { Deliver } from './stripe-simulator/deliver-events.ts'
import { servePages } from './stripe-simulator/serve-pages.ts'
import { createSimulator } from './stripe-simulator/simulator.ts'
import { isTestCustomer } from './stripe-simulator/world-store.ts'
import { type BillingServices, requireStripe } from './sync/billing-services.ts'
import { lookAtCustomer } from './sync/look.ts'
import { lookAtDueCustomers, registerEarlierCustomers } from './sync/reconcile.ts'
import { serveWebhook, takeEvent } from './sync/webhook.ts'
import { topUpAccount } from './top-up/top-up-accounts.ts'
import { createCreditWatch } from './top-up/watch-credits.ts'

export type Billing = BillingServices & {
  /** The webhook, the page behind the links of reminders, and with the sandbox its pages. */
  serve(server: FastifyInstance): void
  /** What test accounts are given: the sandbox, in their own time, whoever takes the payments of the others. */
  inTestMode(account: Pick<Account, 'clockAheadSeconds'>): BillingServices
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
  const { services, simulator, inTestMode } = createServices(database, context, choice)
  const credits = createCreditWatch(database, context)

  async function lookAtTheClock(): Promise<void> {
    await simulator.runDue()
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
  const watching = repeat(everyMs, credits.look, (error) =>
    context.log.warn({ err: error }, 'checking for low credits failed'),
  )

  async function lookForNews(): Promise<void> {
    await lookAtTheClock()
    await credits.look()
  }

  return {
    ...services,
    inTestMode,
    serve(server) {
      serveWebhook(server, database, services)
      serveUnsubscribe(server, database, context)
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
      await registerEarlierCustomers(database, null)
      // Prices of the sandbox never move, and before its first customer nothing needs the SDK.
      if (services.provider === 'sandbox' && !(await hasCustomers(database))) return 0
      await stripe.prepare()
      isPrepared = true
    }
    return lookAtDueCustomers(database, services)
  }
}

/** Only the services, without jobs and pages: for commands. */
export function createServices(database: Database, context: BillingContext, choice: BillingChoice) {
  // The sandbox reports what happens in it as Stripe does. An event that could not be taken stays, and is sent again.
  const deliver: Deliver = async (payload, signature) => {
    const event = simulated.readEvent(Buffer.from(payload), signature)
    if (!event) return false
    const taken = takeEvent(database, { ...services, stripe: simulated }, event)
    return taken.then(
      () => true,
      (error: unknown) => {
        context.log.warn({ err: error, event_id: event.id }, 'an event of the sandbox was not taken')
        return false
      },
    )
  }
  const simulator = createSimulator(database, context, deliver, { onlyTest: choice !== 'sandbox' })
  const simulated = createStripeBilling(database, context, simulator.settings, simulator.connect)
  const stripe =
    typeof choice === 'object'
      ? createStripeBilling(database, context, choice.stripe)
      : choice === 'sandbox'
        ? simulated
        : null
  const at = ({ clockAheadSeconds }: Pick<Account, 'clockAheadSeconds'>): BillingContext =>
    clockAheadSeconds === 0 ? context : { ...context, clock: accountClock(context.clock, { clockAheadSeconds }) }

  const services: BillingServices = {
    context,
    provider: typeof choice === 'object' ? 'stripe' : choice,
    stripe,
    look: async (customerId, cause) => {
      if (!isTestCustomer(customerId))
        return lookAtCustomer(database, context, requireStripe(services), customerId, cause)
      const [accountId = ''] = await accountsOf(database, customerId)
      return lookAtCustomer(database, at(await clockAheadOf(database, accountId)), simulated, customerId, cause)
    },
  }

  const inTestMode: Billing['inTestMode'] = (account) => {
    const ofAccount = at(account)
    const inItsTime = createStripeBilling(database, ofAccount, simulator.settings, simulator.connect)
    return { ...services, context: ofAccount, provider: 'sandbox', stripe: inItsTime }
  }
  return { services, simulator, inTestMode }
}

/** What the settings choose. */
export const chooseBilling = ({ billing, stripe }: Pick<Config, 'billing' | 'stripe'>): BillingChoice =>
  billing === 'stripe' && stripe ? { stripe } : billing === 'sandbox' ? 'sandbox' : 'off'
