import type { FastifyInstance, FastifyReply } from 'fastify'
import { findAccount, planOf } from '../../accounts/accounts.ts'
import { findCard, onFile, refusalOf } from './cards.ts'
import { portalPage } from './portal-page.ts'
import { type SandboxContext, show } from './sandbox-context.ts'
import { readSubscriptions, refundNewest } from './sandbox-store.ts'
import type { Change, SandboxSubscription } from './sandbox-subscription.ts'
import { chargeNow, end, endTrial, payOpenInvoice, replaceCard, setCancellation, type Tools } from './subscription.ts'
import type { Visit } from './visits.ts'

/** What the portal's buttons do. */
const actions: Record<string, (subscription: SandboxSubscription, now: Date, tools: Tools) => Change> = {
  pay: payOpenInvoice,
  'end-trial': endTrial,
  cancel: (subscription) => setCancellation(subscription, true),
  resume: (subscription) => setCancellation(subscription, false),
  'simulate-payment': chargeNow,
  'simulate-end': end,
}

export function servePortal(scope: FastifyInstance, sandboxContext: SandboxContext): void {
  const { db, context, sandbox, billingPage } = sandboxContext
  const { clock, plans } = context

  async function showPortal(reply: FastifyReply, visit: Visit, refusal: string | null): Promise<FastifyReply> {
    const account = (await findAccount(db, visit.accountId))!
    const subscription = await sandbox.act(visit.accountId, (found) => ({ subscription: found, invoices: [] }))
    if (!subscription) return sandboxContext.deadEnd(reply)
    const plan = planOf(plans, { planId: plans.has(subscription.planId) ? subscription.planId : account.planId })
    const now = clock.now()
    return show(reply, portalPage({ accountName: account.name, plan, subscription, now, refusal, billingPage }))
  }

  scope.get('/sandbox/portal', async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'portal')
    return visit ? showPortal(reply, visit, null) : sandboxContext.deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/portal/card', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'portal')
    if (!visit) return sandboxContext.deadEnd(reply)
    const card = findCard(request.body?.get('card_number') ?? '')
    const refusal = refusalOf(card, false)
    if (!card || refusal !== null) return showPortal(reply.status(402), visit, refusal)
    await sandbox.act(visit.accountId, (subscription) => replaceCard(subscription, onFile(card)))
    return reply.redirect('/sandbox/portal', 303)
  })

  scope.post('/sandbox/portal/simulate-refund', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'portal')
    if (!visit) return sandboxContext.deadEnd(reply)
    await db.transaction(async (tx) => {
      const [subscription] = await readSubscriptions(tx, visit.accountId)
      if (subscription) await refundNewest(tx, clock, subscription)
    })
    await sandbox.deliverWaiting()
    return reply.redirect('/sandbox/portal', 303)
  })

  for (const [name, action] of Object.entries(actions)) {
    scope.post(`/sandbox/portal/${name}`, { bodyLimit: 4_096 }, async (request, reply) => {
      const visit = await sandboxContext.visitOf(request, 'portal')
      if (!visit) return sandboxContext.deadEnd(reply)
      await sandbox.act(visit.accountId, action)
      return reply.redirect('/sandbox/portal', 303)
    })
  }
}
