import type { CounterState, WindowState } from './request-counters.ts'

/** The headers of draft-ietf-httpapi-ratelimit-headers-11, on every metered response. */
export function rateLimitHeaders({ minute, day }: CounterState, now: Date): Record<string, string> {
  const policy = policyOf(minute, 60)
  const left = leftOf(minute, 60, now)
  return {
    'RateLimit-Policy': day ? `${policy}, ${policyOf(day, 86_400)}` : policy,
    RateLimit: day ? `${left}, ${leftOf(day, 86_400, now)}` : left,
  }
}

const policyOf = ({ name, limit }: WindowState, seconds: number): string => `"${name}";q=${limit};w=${seconds}`

const leftOf = (window: WindowState, seconds: number, now: Date): string =>
  `"${window.name}";r=${remaining(window)};t=${Math.min(seconds, secondsLeft(window, now))}`

const remaining = ({ limit, used }: WindowState): number => Math.max(0, limit - used)

const secondsLeft = ({ resetsAt }: WindowState, now: Date): number =>
  Math.max(0, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000))
