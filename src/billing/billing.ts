import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Spending } from '../credits/spend.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail.ts'
import { repeat } from '../repeat.ts'
import type { BillingContext } from './billing-context.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox, type Deliver } from './sandbox/sandbox-provider.ts'
import { serveSandbox } from './sandbox/serve-sandbox.ts'
import { sendNotices } from './send-notices.ts'
import { createStripeProvider, type StripeSettings } from './stripe-provider.ts'
import { createCreditWatch, noticeWhatTheClockEnded } from './watch-accounts.ts'
import { serveWebhook, webhookPath } from './webhook.ts'

export type Billing = {
  provider: PaymentProvider
  /** The webhook, and with the sandbox its pages. */
  serve(server: FastifyInstance): void
  /** The same spending, whose accounts are looked at afterwards for credits that run low. */
  watch(spending: Spending): Spending
  /** What happened without anybody telling: due charges of the sandbox, ends by the clock, credits that run low. */
  lookForNews(): Promise<void>
  /** All that happens beside requests, once: the look for news, and the mail about it. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

type BillingOptions = BillingContext & {
  authSecret: Buffer
  /** Null: the sandbox. */
  stripe: StripeSettings | null
  mailer: Mailer
  log: Logger
}

const everyMs = 15_000

export function createBilling(database: Database, options: BillingOptions): Billing {
  const { clock, publicUrl, authSecret, stripe, mailer, log } = options
  let deliver: Deliver = async () => false
  const sandbox = stripe
    ? null
    : createSandbox(database, clock, { authSecret, publicUrl, deliver: (...event) => deliver(...event) })
  const provider = stripe ? createStripeProvider(database, clock, stripe, publicUrl) : sandbox!
  const credits = createCreditWatch(database, options)

  async function lookForNews(): Promise<void> {
    await sandbox?.runDue()
    await noticeWhatTheClockEnded(database, options)
    await credits.look()
  }

  async function runJobs(): Promise<void> {
    await lookForNews()
    await sendNotices(database, clock, mailer, log)
  }

  const jobs = repeat(everyMs, runJobs, (error) => log.warn({ err: error }, 'the billing jobs did not finish'))

  return {
    provider,
    serve(server) {
      serveWebhook(server, database, options, provider)
      if (!sandbox) return
      deliver = async (payload, signature) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return (await server.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode === 200
      }
      serveSandbox(server, database, options, sandbox)
    },
    watch: (spending) => ({
      ...spending,
      spend: (request) => {
        credits.note(request.accountId)
        return spending.spend(request)
      },
    }),
    lookForNews,
    runJobs,
    stop: jobs.stop,
  }
}
