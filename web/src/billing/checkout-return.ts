import type { Reply } from '../api/call.ts'
import { paths, safeNext } from '../paths.ts'

/**
 * Where somebody was when they left for a checkout, or for the page where credits are bought, and what they had selected
 * there, in this tab. The provider knows one address only: the billing page.
 */
const key = 'prospector.before-checkout'
/** A checkout link lives for half an hour; what is older belongs to another attempt. */
const keptMs = 45 * 60_000

type Place = { href: string; at: number; selection: readonly Selected[] }
/** Previews: no channel is ever kept in storage. */
type Selected = Reply<'searchContacts'>['data'][number]

let selected: readonly Selected[] = []
let returned: readonly Selected[] = []

/** What is selected on the page that somebody may leave to buy credits for it. */
export const noteSelection = (contacts: readonly Selected[]): void => {
  selected = contacts
}

/** What was selected when somebody left the page that they are back on; once. */
export function takeSelection(): readonly Selected[] {
  const taken = returned
  returned = []
  return taken
}

export function rememberPlace(): void {
  const { pathname, search } = window.location
  // From the settings one comes back to the settings.
  if (pathname.startsWith('/settings')) return
  try {
    const place: Place = { href: pathname + search, at: Date.now(), selection: selected }
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    // Without storage the way back ends at the billing page, which says what to do next.
  }
}

/** Null when nobody left from anywhere. */
export function takePlace(): string | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { href, at, selection = [] } = JSON.parse(kept ?? '{}') as Partial<Place>
    if (at === undefined || Date.now() - at >= keptMs || !href) return null
    returned = selection
    return safeNext(href)
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
