import type { Reply } from '../api/call.ts'

export type Store = Reply<'searchStores'>['data'][number]

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function countryName(code: string | null): string | null {
  return code && /^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code
}
