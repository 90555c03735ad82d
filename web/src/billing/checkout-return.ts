import { paths, safeNext } from '../paths.ts'

/** Where somebody was when they left for a checkout, or for the page where credits are bought, in this tab. The provider knows one address only: the billing page. */
const key = 'prospector.before-checkout'
/** A checkout link lives for half an hour; what is older belongs to another attempt. */
const keptMs = 45 * 60_000

type Place = { href: string; at: number }

export function rememberPlace(): void {
  const { pathname, search } = window.location
  // From the settings one comes back to the settings.
  if (pathname.startsWith('/settings')) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ href: pathname + search, at: Date.now() } satisfies Place))
  } catch {
    // Without storage the way back ends at the billing page, which says what to do next.
  }
}

/** Null when nobody left from anywhere. */
export function takePlace(): string | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { href, at } = JSON.parse(kept ?? '{}') as Partial<Place>
    const isFresh = at !== undefined && Date.now() - at < keptMs
    return isFresh && href ? safeNext(href) : null
  } catch {
    return null
  }
}

/** Leaves for a page of the payment provider. */
export function leaveForCheckout({ url }: { url: string }): void {
  rememberPlace()
  window.location.assign(url)
}

/** Where a started plan is put to use, for people who did not come from anywhere. */
export const afterCheckout = paths.contacts()
