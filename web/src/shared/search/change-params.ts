/** Changes of stores and numbers of days as they stand in the address: `app_added.30.Klaviyo`, `30`. */
import { limits } from '../../api/limits.ts'

/** Where nobody says since when. */
export const usualDays = limits.changeFacetDays

export type AskedChange = { type: string; within_days: number; value?: string }

export function daysOf(text: string | undefined): number | null {
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= limits.searchDaysMax ? days : null
}

/** The value comes last, as it may hold any character. */
export function readChange(written: string): AskedChange | null {
  const [, type, days, value] = /^([a-z_]+)\.(\d+)(?:\.(.+))?$/.exec(written) ?? []
  const within_days = daysOf(days)
  if (!type || within_days === null) return null
  return { type, within_days, ...(value && hasValue(type) && { value }) }
}

export const writeChange = ({ type, within_days, value }: AskedChange): string =>
  [type, within_days, ...(value && hasValue(type) ? [value] : [])].join('.')

/** Only apps and pixels have one. */
export const hasValue = (type: string): boolean => /^(app|pixel)_/.test(type)

export const lastDays = (days: number): string => (days === 1 ? 'last 24 hours' : `last ${days} days`)
