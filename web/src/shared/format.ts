/** How numbers and dates are shown. */
const whole = new Intl.NumberFormat('en-US')
const inFull = { day: 'numeric', month: 'short', year: 'numeric' } as const
const day = new Intl.DateTimeFormat('en-GB', inFull)
const utcDay = new Intl.DateTimeFormat('en-GB', { ...inFull, timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const formatCount = (value: number): string => whole.format(value)
export const formatDay = (iso: string): string => day.format(new Date(iso))
/** A day of the calendar, such as 2026-01-31, and the last day of what ends with a day in UTC: the same wherever one reads it. */
export const formatUtcDay = (iso: string): string => utcDay.format(new Date(iso))
/** For narrow columns: the year only where it is another one. */
export const formatShortDay = (iso: string, now = new Date()): string =>
  (new Date(iso).getFullYear() === now.getFullYear() ? dayOfYear : day).format(new Date(iso))
export const formatMoment = (iso: string): string => moment.format(new Date(iso))
/** From when something counts: by the minute on its first day, which holds what was before, too. */
export const formatSince = (iso: string, now = new Date()): string =>
  new Date(iso).toDateString() === now.toDateString()
    ? `since ${timeOfDay.format(new Date(iso))} today`
    : `since ${formatShortDay(iso, now)}`

/** A share of a whole. A value above zero is never shown as zero. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`

/** A rounded total; 0 stands for fewer than a hundred. */
export const aboutTotal = (total: number): string => (total === 0 ? 'Fewer than 100' : `About ${formatCount(total)}`)

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

export const dayMs = 24 * 60 * 60_000

/** Days from now, a part of one counted as one: a trial of 14 days that began a moment ago has 14 left. */
export const daysUntil = (iso: string): number => Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / dayMs))

/** `today`, `tomorrow` as the calendar has it, and otherwise `in 14 days`. */
export function inDays(iso: string): string {
  const then = new Date(iso).toDateString()
  if (then === new Date().toDateString() || daysUntil(iso) === 0) return 'today'
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  return then === tomorrow.toDateString() ? 'tomorrow' : `in ${plural(daysUntil(iso), 'day')}`
}

/** `today`, `yesterday`, `12 days ago`, and in longer steps what is longer ago. */
export function ago(iso: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(iso)) / dayMs)
  if (days < 1) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 60) return `${days} days ago`
  if (days < 700) return `${Math.round(days / 30.4)} months ago`
  return `${plural(Math.round(days / 365.25), 'year')} ago`
}
