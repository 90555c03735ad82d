import type { FastifyInstance, FastifyReply } from 'fastify'
import { planOf } from '../../accounts/plan-state.ts'
import { addCard, cancelNow, endTrialNow, giveUpInvoice, payInvoice, refund, setCancellation } from './actions.ts'
import { endPeriodNow } from './billing-cycle.ts'
import { findCard, refusalOf } from './cards.ts'
import { chargeOf } from './invoicing.ts'
import { type PageContext, show } from './page-context.ts'
import { cancelPage, type PortalSubscription, portalPage } from './portal-page.ts'
import type { Visit } from './visits.ts'
import { cardOf, invoicesOf, type StripeObject, subscriptionsOf, type World } from './world.ts'

/** What the portal's buttons do. */
const actions: Record<string, (world: World, subscription: StripeObject) => void> = {
  pay: payOpenInvoice,
  'end-trial': endTrialNow,
  cancel: (world, subscription) => setCancellation(world, subscription, true),
  resume: (world, subscription) => setCancellation(world, subscription, false),
  'simulate-payment': (world, subscription) =>
    subscription.status === 'trialing' ? endTrialNow(world, subscription) : endPeriodNow(world, subscription),
  'simulate-refund': refundNewest,
  'simulate-end': cancelNow,
}

/** Months without access are not charged afterwards: what is paid for is the newest. */
function payOpenInvoice(world: World, subscription: StripeObject): void {
  const open = invoicesOf(world, subscription.id).filter(({ status }) => status === 'open')
  const newest = open.pop()
  if (!newest || !payInvoice(world, newest)) return
  for (const invoice of open) giveUpInvoice(world, invoice, 'void')
}

/** Gives back the newest payment that was not given back yet, as the operator would at Stripe. */
function refundNewest(world: World, { customer }: StripeObject): void {
  const paid = [...world.invoices.values()].filter((invoice) => invoice.customer === customer)
  const newest = paid.findLast((invoice) => {
    const charge = chargeOf(world, invoice)
    return charge && charge.amount_refunded < charge.amount
  })
  if (newest) refund(world, newest)
}

const newestOf = (world: World, customerId: string): StripeObject | undefined =>
  subscriptionsOf(world, customerId).at(-1)

export function servePortal(scope: FastifyInstance, pageContext: PageContext): void {
  const { context, simulator, billingPage, deadEnd } = pageContext
  const { plans } = context

  /** The account, and what it has subscribed to; null: nothing. */
  async function viewOf({ customerId }: Visit) {
    const world = await simulator.act(customerId, (known) => known)
    const found = world && newestOf(world, customerId)
    if (!found) return null
    const account = await pageContext.accountOf(world)
    const planId = found.items.data[0].price.product.metadata.prospector_plan
    const plan = planOf(plans, { planId: plans.has(planId) ? planId : account.planId })
    return { accountName: account.name, plan, subscription: toView(world, found) }
  }

  async function showPortal(reply: FastifyReply, visit: Visit, refusal: string | null): Promise<FastifyReply> {
    const view = await viewOf(visit)
    return view ? show(reply, portalPage({ ...view, refusal, billingPage })) : deadEnd(reply)
  }

  scope.get('/sandbox/portal', async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'portal')
    return visit ? showPortal(reply, visit, null) : deadEnd(reply)
  })

  scope.get('/sandbox/portal/cancel', async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'portal')
    const view = visit && (await viewOf(visit))
    if (!view) return deadEnd(reply)
    const isOver = view.subscription.endedAt !== null || view.subscription.cancelAtPeriodEnd
    return isOver ? reply.redirect('/sandbox/portal', 303) : show(reply, cancelPage(view))
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/portal/card', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'portal')
    if (!visit) return deadEnd(reply)
    const card = findCard(request.body?.get('card_number') ?? '')
    const refusal = refusalOf(card, false)
    if (!card || refusal !== null) return showPortal(reply.status(402), visit, refusal)
    await simulator.act(visit.customerId, (world) => void addCard(world, visit.customerId, { pays: card.pays }))
    return reply.redirect('/sandbox/portal', 303)
  })

  for (const [name, action] of Object.entries(actions)) {
    scope.post(`/sandbox/portal/${name}`, { bodyLimit: 4_096 }, async (request, reply) => {
      const visit = await pageContext.visitOf(request, 'portal')
      if (!visit) return deadEnd(reply)
      await simulator.act(visit.customerId, (world) => {
        const found = newestOf(world, visit.customerId)
        if (found && (found.ended_at === null || name === 'simulate-refund')) action(world, found)
      })
      return reply.redirect('/sandbox/portal', 303)
    })
  }
}

function toView(world: World, found: StripeObject): PortalSubscription {
  const [item] = found.items.data
  const date = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1_000))
  return {
    interval: item.price.recurring.interval,
    isTrialing: found.status === 'trialing',
    periodEnd: date(item.current_period_end)!,
    cancelAtPeriodEnd: found.cancel_at_period_end,
    hasOpenInvoice: invoicesOf(world, found.id).some(({ status }) => status === 'open'),
    endedAt: date(found.ended_at),
    cardLast4: cardOf(world, found, found.customer)?.last4 ?? '',
  }
}
