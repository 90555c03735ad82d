import { formatCount } from '../../shared/format.ts'

/** What a limit field says: nothing is no limit, anything else must be a whole number. */
export function readLimit(text: string): { limit: number | null } | { error: string } {
  if (text.trim() === '') return { limit: null }
  return /^\d{1,9}$/.test(text.trim())
    ? { limit: Number(text) }
    : { error: 'Enter a whole number, or leave it empty for no limit.' }
}

export const writeLimit = (limit: number | null): string => (limit === null ? '' : String(limit))

export const limitText = (spent: number, limit: number | null): string =>
  limit === null ? `${formatCount(spent)} spent` : `${formatCount(spent)} of ${formatCount(limit)}`
