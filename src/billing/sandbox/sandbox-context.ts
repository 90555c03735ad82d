import type { FastifyReply, FastifyRequest } from 'fastify'
import { billingPageUrl } from '../../base/page-urls.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../billing-context.ts'
import { messagePage } from './checkout-page.ts'
import type { Sandbox } from './sandbox-provider.ts'
import { findVisit, type Page, type Visit } from './visits.ts'

const cookieName = 'prospector_sandbox'

/** What the routes of the sandbox share: who visits, and how pages are shown. */
export type SandboxContext = {
  db: Database
  context: BillingContext
  sandbox: Sandbox
  billingPage: string
  visitOf(request: FastifyRequest, page: Page): Promise<(Visit & { session: string }) | null>
  sessionCookie(session: string): string
  /** For links and sessions that are unknown, used or too old. */
  deadEnd(reply: FastifyReply): FastifyReply
}

export function createSandboxContext(db: Database, context: BillingContext, sandbox: Sandbox): SandboxContext {
  const { clock, publicUrl } = context
  const { origin, protocol } = new URL(publicUrl)
  const billingPage = billingPageUrl(publicUrl)
  return {
    db,
    context,
    sandbox,
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
      `${cookieName}=${session}; Path=/sandbox; HttpOnly; SameSite=Lax; Max-Age=1800${protocol === 'https:' ? '; Secure' : ''}`,
    deadEnd(reply) {
      const text = 'Links to this page work once, within 30 minutes. Open billing in Prospector to get a new one.'
      return show(reply.status(404), messagePage('This link no longer works', text, billingPage))
    },
  }
}

export const show = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.header('Content-Type', 'text/html; charset=utf-8').send(markup)

function sessionOf(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/)
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? null
}
