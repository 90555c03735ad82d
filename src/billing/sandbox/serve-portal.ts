import type { FastifyInstance, FastifyReply } from 'fastify'
import { findAccount, planOf } from '../../access/accounts.ts'
import { newSandboxId } from './books.ts'
import { findCard, onFile, refusalOf } from './cards.ts'
import { type Desk, show } from './desk.ts'
import { portalPage } from './portal-page.ts'
import {
  type Booked,
  chargeNow,
  end,
  endTrial,
  payOpenInvoice,
  replaceCard,
  type SandboxSubscription,
  setCancellation,
} from './subscription.ts'
import type { Visit } from './visits.ts'

/** What the portal's buttons do. */
const actions: Record<string, (subscription: SandboxSubscription, now: Date) => Booked> = {
  pay: (subscription, now) => payOpenInvoice(subscription, now, newSandboxId),
  'end-trial': (subscription, now) => endTrial(subscription, now, newSandboxId),
  cancel: (subscription, now) => setCancellation(subscription, true, now, newSandboxId),
  resume: (subscription, now) => setCancellation(subscription, false, now, newSandboxId),
  'simulate-payment': (subscription, now) => chargeNow(subscription, now, newSandboxId),
  'simulate-end': (subscription, now) => end(subscription, now, newSandboxId),
}

export function servePortal(scope: FastifyInstance, desk: Desk): void {
  const { db, house, sandbox, billingPage } = desk
  const { clock, plans } = house

  async function showPortal(reply: FastifyReply, visit: Visit, refusal: string | null): Promise<FastifyReply> {
    const account = (await findAccount(db, visit.accountId))!
    const subscription = await sandbox.act(visit.accountId, (found) => ({ subscription: found, events: [] }))
    if (!subscription) return desk.deadEnd(reply)
    const plan = planOf(plans, { planId: plans.has(subscription.planId) ? subscription.planId : account.planId })
    const now = clock.now()
    return show(reply, portalPage({ accountName: account.name, plan, subscription, now, refusal, billingPage }))
  }

  scope.get('/sandbox/portal', async (request, reply) => {
    const visit = await desk.visitOf(request, 'portal')
    return visit ? showPortal(reply, visit, null) : desk.deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/portal/card', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await desk.visitOf(request, 'portal')
    if (!visit) return desk.deadEnd(reply)
    const card = findCard(request.body?.get('card_number') ?? '')
    const refusal = refusalOf(card, false)
    if (!card || refusal !== null) return showPortal(reply.status(402), visit, refusal)
    await sandbox.act(visit.accountId, (subscription, now) =>
      replaceCard(subscription, onFile(card), now, newSandboxId),
    )
    return reply.redirect('/sandbox/portal', 303)
  })

  for (const [name, action] of Object.entries(actions)) {
    scope.post(`/sandbox/portal/${name}`, { bodyLimit: 4_096 }, async (request, reply) => {
      const visit = await desk.visitOf(request, 'portal')
      if (!visit) return desk.deadEnd(reply)
      await sandbox.act(visit.accountId, action)
      return reply.redirect('/sandbox/portal', 303)
    })
  }
}
