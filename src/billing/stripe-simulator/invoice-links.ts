import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BillingContext } from '../context/billing-context.ts'

/** Addresses that nobody can guess: whoever has one may read the invoice, as at Stripe. */
export const invoiceUrl = ({ publicUrl, authSecret }: BillingContext, invoiceId: string): string =>
  new URL(`/sandbox/invoices/${invoiceId}/${proofOf(authSecret, invoiceId)}`, publicUrl).href

const proofOf = (authSecret: Buffer, invoiceId: string): string =>
  createHmac('sha256', authSecret).update(`sandbox invoice ${invoiceId}`).digest('base64url')

export function isProof(authSecret: Buffer, invoiceId: string, proof: string): boolean {
  const [expected, given] = [Buffer.from(proofOf(authSecret, invoiceId)), Buffer.from(proof)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
