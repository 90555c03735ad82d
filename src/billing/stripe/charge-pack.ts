import type { Account } from '../../accounts/accounts.ts'
import type { Pack } from '../plans/packs.ts'
import { unlessMissing, unlessRefused } from './client.ts'
import { packMetadata } from './pack-metadata.ts'
import { stripeSdk } from './sdk.ts'
import type { StripeAccess } from './stripe-access.ts'

/** `pending`: the invoice is open, and its payment on its way, as with bank debits, which take days. */
export type ChargeOutcome = 'paid' | 'pending' | 'declined'

/**
 * Buys a pack with the card on file: an invoice of its own, paid at once. Every step has the reference in its idempotency
 * key, so a purchase that was interrupted goes on where it stopped and is never charged twice.
 */
export async function chargePack(
  { stripe, reach, prices, settings }: StripeAccess,
  account: Account & { customerId: string },
  pack: Pack,
  reference: string,
): Promise<ChargeOutcome> {
  const { customerId: customer } = account
  // With the customer, because Stripe refuses a key whose request has changed: the account may have got another one.
  const once = (step: string) => ({ idempotencyKey: `${reference}:${customer}:${step}` })
  const draft = await reach(
    unlessMissing(
      stripe.invoices.create(
        {
          customer,
          auto_advance: false,
          collection_method: 'charge_automatically',
          pending_invoice_items_behavior: 'exclude',
          description: pack.name,
          metadata: packMetadata(account.id, pack),
          ...(settings.automaticTax && { automatic_tax: { enabled: true } }),
        },
        once('invoice'),
      ),
    ),
  )
  // Deleted at Stripe: there is no card to charge. The look that follows finds out.
  if (draft === null) return 'declined'
  const price = await prices.packPrice(pack)
  const item =
    price === null ? { amount: pack.amount, currency: pack.currency, description: pack.name } : { pricing: { price } }
  await reach(stripe.invoiceItems.create({ customer, invoice: draft.id, ...item }, once('item')))
  await reach(stripe.invoices.finalizeInvoice(draft.id, {}, once('finalize')))
  try {
    const paid = await stripe.invoices.pay(draft.id, { off_session: true }, once('pay'))
    // Asked for again, that answer is the one of the first time.
    const { status } = paid.status === 'open' ? await reach(stripe.invoices.retrieve(draft.id)) : paid
    return status === 'paid' ? 'paid' : status === 'open' ? 'pending' : 'declined'
  } catch (error) {
    if (!(error instanceof stripeSdk().errors.StripeCardError)) return reach(Promise.reject(error))
    await reach(unlessRefused(stripe.invoices.voidInvoice(draft.id)))
    return 'declined'
  }
}
