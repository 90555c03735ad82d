/** Addresses of pages that mails, errors and payment providers send people to. */

export const billingPageUrl = (publicUrl: string): string => new URL('/settings/billing', publicUrl).href

export const invitationPageUrl = (publicUrl: string, token: string): string => `${publicUrl}/invitations/${token}`

export function signInPageUrl(publicUrl: string, query?: URLSearchParams): string {
  return query ? `${publicUrl}/sign-in?${query}` : `${publicUrl}/sign-in`
}
