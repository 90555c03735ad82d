import type { FastifyInstance } from 'fastify'
import { completeCheckout } from './actions.ts'
import { cards, findCard, refusalOf } from './cards.ts'
import { type PageContext, show } from './page-context.ts'
import { topUpPage } from './top-up-page.ts'
import { endVisit, type Visit } from './visits.ts'
import { cardOf, type World } from './world.ts'

export function serveTopUp(scope: FastifyInstance, pageContext: PageContext): void {
  const { db, context, simulator, billingPage, deadEnd } = pageContext
  const { clock, packs } = context

  async function render({ customerId, checkoutId }: Visit, refusal: string | null): Promise<string | null> {
    const world = await simulator.act(customerId, (known) => known)
    const session = world?.sessions.get(checkoutId)
    const pack = packs.get(session?.metadata.pack_id)
    if (!world || !pack) return null
    const { name: accountName } = await pageContext.accountOf(world)
    return topUpPage({ accountName, pack, cardLast4: last4(world, customerId), refusal, leave: session.cancel_url })
  }

  scope.get('/sandbox/top-up', async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'top-up')
    const markup = visit && (await render(visit, null))
    return markup ? show(reply, markup) : deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/top-up', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await pageContext.visitOf(request, 'top-up')
    if (!visit) return deadEnd(reply)
    const { customerId, checkoutId, session } = visit
    const typed = request.body?.get('card_number')?.trim() ?? ''
    const onFile = await simulator.act(customerId, (world) => last4(world, customerId))
    const card =
      typed === '' ? (cards.find(({ number }) => number.endsWith(onFile ?? 'none')) ?? null) : findCard(typed)
    const refusal = refusalOf(card, true)
    if (!card || refusal !== null) return show(reply.status(402), (await render(visit, refusal)) ?? '')
    if (!(await endVisit(db, clock, session))) return deadEnd(reply)
    const isSold = await simulator.act(customerId, (world) => completeCheckout(world, checkoutId, { pays: card.pays }))
    return isSold ? reply.redirect(`${billingPage}?checkout=credits_added`, 303) : deadEnd(reply)
  })
}

const last4 = (world: World, customerId: string): string | null => cardOf(world, null, customerId)?.last4 ?? null
