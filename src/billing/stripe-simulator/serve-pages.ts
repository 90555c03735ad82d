import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { createPageContext } from './page-context.ts'
import { serveCheckout } from './serve-checkout.ts'
import { serveInvoices } from './serve-invoices.ts'
import { servePortal } from './serve-portal.ts'
import { serveTopUp } from './serve-top-up.ts'
import type { Simulator } from './simulator.ts'
import { style } from './style.ts'
import { pages, redeemLink } from './visits.ts'

/** Nothing runs on these pages, nothing is loaded from elsewhere, and nobody may frame them. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** The pages that Stripe hosts: checkout, portal and invoices. A link is exchanged for a cookie at once, so its token stays in no address and no history. */
export function servePages(server: FastifyInstance, db: Database, context: BillingContext, simulator: Simulator): void {
  const pageContext = createPageContext(db, context, simulator)
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(pageHeaders)
    })
    scope.get('/sandbox/style.css', async (_request, reply) => {
      reply.header('Content-Type', 'text/css; charset=utf-8')
      return style
    })
    for (const page of pages) {
      scope.get<{ Params: { token: string } }>(`/sandbox/${page}/:token`, async (request, reply) => {
        const session = await redeemLink(db, context.clock, page, request.params.token)
        if (session === null) return pageContext.deadEnd(reply)
        return reply.header('Set-Cookie', pageContext.sessionCookie(session)).redirect(`/sandbox/${page}`, 303)
      })
    }
    serveCheckout(scope, pageContext)
    servePortal(scope, pageContext)
    serveTopUp(scope, pageContext)
    serveInvoices(scope, pageContext)
  })
}
