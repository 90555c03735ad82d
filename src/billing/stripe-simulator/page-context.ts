import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, findAccount } from '../../accounts/accounts.ts'
import { billingPageUrl } from '../../base/page-urls.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { checkoutMinutes } from '../context/link-minutes.ts'
import { messagePage } from './checkout-page.ts'
import type { Simulator } from './simulator.ts'
import { findVisit, type Page, type Visit } from './visits.ts'
import type { StripeObject, World } from './world.ts'

const cookieName = 'prospector_sandbox'

/** What the routes of the simulator share: who visits, and how pages are shown. */
export type PageContext = {
  db: Database
  context: BillingContext
  simulator: Simulator
  billingPage: string
  visitOf(request: FastifyRequest, page: Page): Promise<(Visit & { session: string }) | null>
  sessionCookie(session: string): string
  /** For links and sessions that are unknown, used or too old. */
  deadEnd(reply: FastifyReply): FastifyReply
  /** The account that a customer is. */
  accountOf(world: World): Promise<Account>
}

export function createPageContext(db: Database, context: BillingContext, simulator: Simulator): PageContext {
  const { clock, publicUrl } = context
  const { origin, protocol } = new URL(publicUrl)
  const billingPage = billingPageUrl(publicUrl)
  return {
    db,
    context,
    simulator,
    billingPage,
    /** A form of another site can't act here: the cookie stays home, and the browser says where the form came from. */
    async visitOf(request, page) {
      const session = sessionOf(request)
      const from = request.headers.origin
      if (session === null || (request.method === 'POST' && from !== undefined && from !== origin)) return null
      const visit = await findVisit(db, clock, page, session)
      return visit && { ...visit, session }
    },
    sessionCookie: (session) =>
      `${cookieName}=${session}; Path=/sandbox; HttpOnly; SameSite=Lax; Max-Age=${checkoutMinutes * 60}${protocol === 'https:' ? '; Secure' : ''}`,
    deadEnd(reply) {
      const text = 'Links to this page work once, and not for long. Open billing in Prospector to get a new one.'
      return show(reply.status(404), messagePage('This link no longer works', text, billingPage))
    },
    async accountOf(world) {
      const customer: StripeObject = [...world.customers.values()][0]
      return (await findAccount(db, customer.metadata.account_id))!
    },
  }
}

export const show = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.header('Content-Type', 'text/html; charset=utf-8').send(markup)

function sessionOf(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? null
}
