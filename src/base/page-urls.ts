/** Addresses of pages that mails, errors and payment providers send people to. */

/** `section`: one of those in web/src/shared/paths.ts. */
export const settingsPageUrl = (publicUrl: string, section: 'billing' | 'webhooks' | 'hubspot' | 'erasures'): string =>
  new URL(`/settings/${section}`, publicUrl).href

export const billingPageUrl = (publicUrl: string): string => settingsPageUrl(publicUrl, 'billing')

/** The page of a watch's matches. */
export const newsPageUrl = (publicUrl: string, watchId: string): string => `${publicUrl}/news?watch=${watchId}`

export const invitationPageUrl = (publicUrl: string, token: string): string => `${publicUrl}/invitations/${token}`

/** The token of the invitation that a path of ours leads to; null for every other path. */
export const invitationIn = (path: string): string | null =>
  /^\/invitations\/([A-Za-z0-9]{1,128})$/.exec(path)?.[1] ?? null

export function signInPageUrl(publicUrl: string, query?: URLSearchParams): string {
  return query ? `${publicUrl}/sign-in?${query}` : `${publicUrl}/sign-in`
}
