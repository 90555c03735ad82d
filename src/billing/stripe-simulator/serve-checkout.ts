import type { FastifyInstance } from 'fastify'
import { completeCheckout } from './actions.ts'
import { findCard, refusalOf } from './cards.ts'
import { checkoutPage } from './checkout-page.ts'
import { type PageContext, show } from './page-context.ts'
import { endVisit, type Visit } from './visits.ts'
import { type StripeObject, subscriptionsOf, type World } from './world.ts'

export function serveCheckout(scope: FastifyInstance, pageContext: PageContext): void {
  const { db, context, simulator, billingPage, deadEnd } = pageContext
  const { clock, plans } = context

  /** Null when what it sells is no longer for sale. */
  async function render({ customerId, checkoutId }: Visit, refusal: string | null): Promise<string | null> {
    const world = await simulator.act(customerId, (known) => known)
    const session: StripeObject = world?.sessions.get(checkoutId)
    const price = session && world!.prices.get(session.line_items[0].price)
    const plan = plans.get(price?.product.metadata.prospector_plan)
    if (!world || !plan) return null
    const { name: accountName } = await pageContext.accountOf(world)
    const { interval } = price.recurring
    const leave = session.cancel_url
    return checkoutPage({
      accountName,
      plan,
      interval,
      trialDays: trialDaysOf(session),
      now: clock.now(),
      refusal,
      leave,
    })
  }

  scope.get('/sandbox/checkout', async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'checkout')
    const markup = visit && (await render(visit, null))
    return markup ? show(reply, markup) : deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/checkout', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'checkout')
    if (!visit) return deadEnd(reply)
    const { customerId, checkoutId, session } = visit
    const card = findCard(request.body?.get('card_number') ?? '')
    const trialDays = await simulator.act(customerId, ({ sessions }) => trialDaysOf(sessions.get(checkoutId)))
    const refusal = refusalOf(card, trialDays === null)
    if (!card || refusal !== null) return show(reply.status(402), (await render(visit, refusal)) ?? '')
    if (!(await endVisit(db, clock, session))) return deadEnd(reply)
    const isSold = await simulator.act(customerId, (world) => sell(world, checkoutId, card.pays))
    return isSold ? reply.redirect(`${billingPage}?checkout=completed`, 303) : deadEnd(reply)
  })
}

const trialDaysOf = (session: StripeObject): number | null => {
  const days = session?.subscription_data?.trial_period_days
  return days === undefined ? null : Number(days)
}

/** False: nobody is sold a second subscription next to a live one, nor charged on a page that promised a trial. */
function sell(world: World, checkoutId: string, pays: boolean): boolean {
  const session = world.sessions.get(checkoutId)
  if (!session) return false
  const had = subscriptionsOf(world, session.customer)
  const isLiving = had.some(({ ended_at: end, status }) => end === null && status !== 'incomplete')
  if (isLiving || (had.length > 0 && trialDaysOf(session) !== null)) return false
  return completeCheckout(world, checkoutId, { pays })
}
