import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail.ts'
import { repeat } from '../repeat.ts'
import type { BillingContext } from './billing-context.ts'
import type { BillingServices } from './billing-services.ts'
import { lookAtCustomer } from './look.ts'
import { createOffProvider } from './off-provider.ts'
import type { PaymentProvider } from './provider.ts'
import { lookAtDueCustomers } from './reconcile.ts'
import type { Deliver } from './sandbox/deliver-events.ts'
import { createSandbox } from './sandbox/sandbox-provider.ts'
import { serveSandbox } from './sandbox/serve-sandbox.ts'
import { sendNotices } from './send-notices.ts'
import type { StripeSettings } from './stripe/client.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'
import { topUpAccount } from './top-up-accounts.ts'
import { createCreditWatch, noticeWhatTheClockEnded } from './watch-accounts.ts'
import { serveWebhook, webhookPath } from './webhook.ts'

export type Billing = BillingServices & {
  /** The webhook, and with the sandbox its pages. */
  serve(server: FastifyInstance): void
  /** The same spending, whose accounts are looked at afterwards for credits that run low. */
  watch(spending: Spending): Spending
  /** Changes that nobody reports: due charges of the sandbox, ends by the clock, credits that run low. */
  lookForNews(): Promise<void>
  /** Customers whom nobody has looked at for an hour. */
  reconcileDue(): Promise<number>
  /** Everything that happens outside requests, once: the look for news, and the mail about it. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

/** The payment provider. */
export type BillingChoice = { stripe: StripeSettings } | 'sandbox' | 'off'

type BillingOptions = BillingContext & { choice: BillingChoice; mailer: Mailer; log: Logger }

const everyMs = 15_000

export function createBilling(database: Database, options: BillingOptions): Billing {
  const { clock, plans, packs, publicUrl, authSecret, choice, mailer, log } = options
  const context: BillingContext = { clock, plans, packs, publicUrl, authSecret, log }
  const { services, sandbox, setDeliver } = createServices(database, context, choice)
  const credits = createCreditWatch(database, context)

  async function lookForNews(): Promise<void> {
    await sandbox?.runDue()
    await noticeWhatTheClockEnded(database, context)
    for (const accountId of await credits.look()) await topUpAccount(database, services, accountId)
  }

  const reconcileDue = async (): Promise<number> => (choice === 'off' ? 0 : lookAtDueCustomers(database, services))

  async function runJobs(): Promise<void> {
    await lookForNews()
    await reconcileDue()
    await sendNotices(database, clock, mailer, log)
  }

  const jobs = repeat(everyMs, runJobs, (error) => log.warn({ err: error }, 'the billing jobs did not finish'))

  return {
    ...services,
    serve(server) {
      serveWebhook(server, database, services)
      if (!sandbox) return
      setDeliver(async (payload, signature) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return (await server.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode === 200
      })
      serveSandbox(server, database, context, sandbox)
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
    runJobs,
    stop: jobs.stop,
  }
}

/** The services alone, without jobs and pages: for commands. */
export function createServices(database: Database, context: BillingContext, choice: BillingChoice) {
  let deliver: Deliver = async () => false
  const sandbox = choice === 'sandbox' ? createSandbox(database, context, (...event) => deliver(...event)) : null
  const provider: PaymentProvider =
    sandbox ??
    (typeof choice === 'object' ? createStripeProvider(database, context, choice.stripe) : createOffProvider())
  const services: BillingServices = {
    context,
    provider,
    look: (customerId, cause) => lookAtCustomer(database, context, provider, customerId, cause),
  }
  return {
    services,
    sandbox,
    setDeliver: (given: Deliver) => {
      deliver = given
    },
  }
}

/** What the settings choose. */
export const chooseBilling = ({ billing, stripe }: Pick<Config, 'billing' | 'stripe'>): BillingChoice =>
  billing === 'stripe' && stripe ? { stripe } : billing === 'sandbox' ? 'sandbox' : 'off'
