import type { FastifyInstance } from 'fastify'
import { findAccount } from '../../accounts/accounts.ts'
import { type Card, cards, findCard, onFile, refusalOf } from './cards.ts'
import { type SandboxContext, show } from './sandbox-context.ts'
import { findCustomerOf, lockCustomer, newSandboxId, sellPack } from './sandbox-store.ts'
import { topUpPage } from './top-up-page.ts'
import { endVisit, type Visit } from './visits.ts'

export function serveTopUp(scope: FastifyInstance, sandboxContext: SandboxContext): void {
  const { db, context, sandbox, billingPage } = sandboxContext
  const { clock, packs } = context

  async function render({ accountId, packId }: Visit, refusal: string | null): Promise<string | null> {
    const account = (await findAccount(db, accountId))!
    const pack = packs.get(packId ?? '')
    if (!pack) return null
    const customer = await findCustomerOf(db, accountId)
    const leave = `${billingPage}?checkout=cancelled`
    return topUpPage({ accountName: account.name, pack, cardLast4: customer?.cardLast4 ?? null, refusal, leave })
  }

  scope.get('/sandbox/top-up', async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'top-up')
    const markup = visit && (await render(visit, null))
    return markup ? show(reply, markup) : sandboxContext.deadEnd(reply)
  })

  scope.post<{ Body: URLSearchParams | null }>('/sandbox/top-up', { bodyLimit: 4_096 }, async (request, reply) => {
    const visit = await sandboxContext.visitOf(request, 'top-up')
    const pack = packs.get(visit?.packId ?? '')
    if (!visit || !pack) return sandboxContext.deadEnd(reply)
    const typed = request.body?.get('card_number')?.trim() ?? ''
    const card = typed === '' ? await cardOnFile(visit.accountId) : findCard(typed)
    const refusal = refusalOf(card, true)
    if (!card || refusal !== null) return show(reply.status(402), (await render(visit, refusal))!)
    const isSold = await db.transaction(async (tx) => {
      if (!(await endVisit(tx, clock, visit.session))) return false
      const customer = await lockCustomer(tx, visit.accountId, onFile(card))
      await sellPack(tx, clock, customer, pack, newSandboxId('in'))
      return true
    })
    if (!isSold) return sandboxContext.deadEnd(reply)
    await sandbox.deliverWaiting()
    return reply.redirect(`${billingPage}?checkout=credits_added`, 303)
  })

  async function cardOnFile(accountId: string): Promise<Card | null> {
    const customer = await findCustomerOf(db, accountId)
    return cards.find(({ number }) => number.endsWith(customer?.cardLast4 ?? 'none')) ?? null
  }
}
