import type { CounterState, WindowState } from './request-counters.ts'

/** The headers of draft-ietf-httpapi-ratelimit-headers-11, on every metered response. */
export function rateLimitHeaders({ minute, day }: CounterState, now: Date): Record<string, string> {
  const windows = day ? [minute, day] : [minute]
  return {
    'RateLimit-Policy': windows.map(policyOf).join(', '),
    RateLimit: windows.map((window) => leftOf(window, now)).join(', '),
  }
}

const policyOf = ({ name, limit, seconds }: WindowState): string => `"${name}";q=${limit};w=${seconds}`

const leftOf = (window: WindowState, now: Date): string =>
  `"${window.name}";r=${remaining(window)};t=${Math.min(window.seconds, secondsLeft(window, now))}`

const remaining = ({ limit, used }: WindowState): number => Math.max(0, limit - used)

const secondsLeft = ({ resetsAt }: WindowState, now: Date): number =>
  Math.max(0, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000))
