import type { FastifyInstance } from 'fastify'
import { findAccount, planOf } from '../../accounts/accounts.ts'
import { findCard, onFile, refusalOf } from './cards.ts'
import { checkoutPage } from './checkout-page.ts'
import { type SandboxContext, show } from './sandbox-context.ts'
import { openSubscription } from './sandbox-store.ts'
import { endVisit, type Visit } from './visits.ts'

export function serveCheckout(scope: FastifyInstance, sandboxContext: SandboxContext): void {
  const { db, context, sandbox, billingPage } = sandboxContext
  const { clock, plans } = context

  async function render({ accountId, planId, interval, trialDays }: Visit, refusal: string | null): Promise<string> {
    const account = (await findAccount(db, accountId))!
    const plan = planOf(plans, { planId })
    const leave = `${billingPage}?checkout=cancelled`
    return checkoutPage({ accountName: account.name, plan, interval, trialDays, now: clock.now(), refusal, leave })
  }

  scope.get('/sandbox/checkout', async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'checkout')
    return visit ? show(reply, await render(visit, null)) : sandboxContext.deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/checkout', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'checkout')
    if (!visit) return sandboxContext.deadEnd(reply)
    const card = findCard(request.body?.get('card_number') ?? '')
    const refusal = refusalOf(card, visit.trialDays === null)
    if (!card || refusal !== null) return show(reply.status(402), await render(visit, refusal))
    const isSold = await db.transaction(
      async (tx) =>
        (await endVisit(tx, clock, visit.session)) &&
        (await openSubscription(tx, clock, visit, onFile(card), sandbox.tools)),
    )
    if (!isSold) return sandboxContext.deadEnd(reply)
    await sandbox.deliverWaiting()
    return reply.redirect(`${billingPage}?checkout=completed`, 303)
  })
}
