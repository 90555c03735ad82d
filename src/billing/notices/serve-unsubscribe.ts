import type { FastifyInstance, FastifyReply } from 'fastify'
import { lowPercent } from '../../base/bounds.ts'
import { html } from '../../base/html.ts'
import type { Database } from '../../db/database.ts'
import { sendPage } from '../../pages/layout.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { hasOptedOut, optIn, optOut, readUnsubscribeLink, unsubscribePath } from './opt-outs.ts'

/**
 * Where the link at the end of a reminder leads. Opening it changes nothing, because mail scanners open links; the one
 * button does, and so does the one-click request of mail programs (RFC 8058), which has no session and no page.
 */
export function serveUnsubscribe(server: FastifyInstance, database: Database, context: BillingContext): void {
  const { authSecret, clock } = context
  void server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    )
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, new URLSearchParams()),
    )
    scope.get(unsubscribePath, async (request, reply) => {
      const link = readUnsubscribeLink(authSecret, request.query as Record<string, unknown>)
      if (!link) return sendUnknown(reply)
      return (await hasOptedOut(database, link)) ? sendDone(reply) : sendQuestion(reply)
    })
    scope.post(unsubscribePath, async (request, reply) => {
      const link = readUnsubscribeLink(authSecret, request.query as Record<string, unknown>)
      if (!link) return sendUnknown(reply)
      const wantsThemBack = request.body instanceof URLSearchParams && request.body.get('again') === 'yes'
      if (wantsThemBack) await optIn(database, link)
      else await optOut(database, clock, link)
      return wantsThemBack ? sendQuestion(reply, 'You get credit reminders again.') : sendDone(reply)
    })
  })
}

const sendQuestion = (reply: FastifyReply, note = ''): FastifyReply =>
  sendPage(reply, {
    title: 'Credit reminders',
    body: html`<h1>Credit reminders</h1>
${note && html`<p role="status">${note}</p>`}
<p>We email you when ${100 - lowPercent}% and when all of an account’s contact credits are used.</p>
<form method="post"><button>Stop these emails</button></form>
<p class="below">Receipts and mail about failed payments are always sent.</p>`,
  })

const sendDone = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'Unsubscribed',
    body: html`<h1>You are unsubscribed</h1>
<p role="status">You get no more credit reminders.</p>
<form method="post"><input type="hidden" name="again" value="yes"><button class="second">Send them again</button></form>`,
  })

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'Link not valid',
    status: 404,
    body: html`<h1>This link is not valid</h1><p>Open the link from the email again, or copy it as a whole.</p>`,
  })
