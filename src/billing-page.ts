/** The billing page of the web application: where errors, mails and payment providers send people. */
export const billingPageUrl = (publicUrl: string): string => new URL('/settings/billing', publicUrl).href
