import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../billing-context.ts'
import type { ProviderInvoice } from '../provider.ts'
import { invoiceUrls } from './invoice-links.ts'
import { findCustomer, readInvoices } from './sandbox-store.ts'

export async function listSandboxInvoices(
  db: Db,
  context: BillingContext,
  customerId: string,
): Promise<ProviderInvoice[]> {
  const customer = await findCustomer(db, customerId)
  const invoices = customer ? await readInvoices(db, customer.accountId) : []
  return invoices.map((invoice) => ({
    id: invoice.invoiceId,
    number: `SANDBOX-${invoice.invoiceId.slice(-6).toUpperCase()}`,
    description: invoice.description,
    state: invoice.status,
    total: invoice.amount,
    amountRefunded: invoice.amountRefunded,
    isDisputed: false,
    currency: invoice.currency,
    createdAt: invoice.createdAt,
    ...invoiceUrls(context, invoice.invoiceId),
  }))
}
