import type { Config } from '../base/config.ts'

/** Said at the start: nobody should sell by accident, nor wonder why nothing is sold. */
export function billingWarnings({
  billing,
  demo,
  publicUrl,
}: Pick<Config, 'billing' | 'demo' | 'publicUrl'>): string[] {
  if (billing === 'off') {
    return ['Nothing is sold. To sell, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (docs/stripe.md).']
  }
  const isPublic = publicUrl.startsWith('https:')
  return billing === 'sandbox' && !demo && isPublic
    ? ['BILLING=sandbox: everybody can subscribe with a test card, and nobody pays.']
    : []
}
