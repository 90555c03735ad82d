import type { Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { paths, safeNext } from '../paths.ts'

/**
 * Where somebody was when they left for a checkout, or for the page where credits are bought, and what they had selected
 * there, in this tab. The provider knows one address only: the billing page.
 */
const key = 'prospector.before-checkout'
/** As long as a checkout link lives, and a while on its page; older ones belong to another attempt. */
const keptMs = (limits.checkoutMinutes + 15) * 60_000

/** `found`: how many it was where all that a search found was selected, of which only the loaded rows are kept. */
type Place = { href: string; at: number; selection: readonly SelectedContact[]; found: number | null }
/** Previews: no channel is ever kept in storage. */
type SelectedContact = Reply<'searchContacts'>['data'][number]

let selected: Pick<Place, 'selection' | 'found'> = { selection: [], found: null }
/** Where somebody was led back to: the page there asks for its selection a moment later. */
let returned: Place | null = null

/** What is selected on the page that somebody may leave to buy credits for it. */
export const noteSelection = (selection: readonly SelectedContact[], found: number | null = null): void => {
  selected = { selection, found }
}

/** What was selected on this page when somebody left it for credits, however they came back. */
export const selectionLeftHere = (): readonly SelectedContact[] => placeLeftHere()?.selection ?? []

/** Whether that was everything that the search found. */
export const wasAllSelectedHere = (): boolean => (placeLeftHere()?.found ?? null) !== null

function placeLeftHere(): Place | null | undefined {
  const here = currentHref()
  return [returned, readPlace()].find((place) => place?.href === here)
}

/** They are back on a page that selects: later purchases belong to what is selected then. */
export function forgetPlace(): void {
  returned = null
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to forget.
  }
}

const currentHref = (): string => window.location.pathname + window.location.search

export function rememberPlace(): void {
  const href = currentHref()
  // From the settings one comes back to the settings.
  if (href.startsWith('/settings')) return
  try {
    const place: Place = { href, at: Date.now(), ...selected }
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    // Without storage the way back ends at the billing page, which says what to do next.
  }
}

/** Null when nobody left from anywhere. */
export function readPlace(): Place | null {
  try {
    const { href, at, selection = [], found = null } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Place>
    if (at === undefined || Date.now() - at >= keptMs || !href) return null
    return { href: safeNext(href), at, selection, found }
  } catch {
    return null
  }
}

/** For the way back; once. */
export function takePlace(): string | null {
  const place = readPlace()
  forgetPlace()
  returned = place
  return place?.href ?? null
}

/** Leaves for a page of the payment provider. */
export function leaveForCheckout({ url }: { url: string }): void {
  rememberPlace()
  window.location.assign(url)
}

/** Where a started plan is put to use, for people who did not come from anywhere. */
export const afterCheckout = paths.contacts()
