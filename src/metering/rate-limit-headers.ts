import type { CounterState, WindowState } from './request-counters.ts'

/** The headers of draft-ietf-httpapi-ratelimit-headers-11, on every metered response. */
export function rateLimitHeaders({ minute, day }: CounterState, now: Date): Record<string, string> {
  const windows: [number, WindowState][] = [[60, minute]]
  if (day) windows.push([86_400, day])
  return {
    'RateLimit-Policy': windows.map(([seconds, { name, limit }]) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: windows
      .map(
        ([seconds, window]) =>
          `"${window.name}";r=${remaining(window)};t=${Math.min(seconds, secondsLeft(window, now))}`,
      )
      .join(', '),
  }
}

const remaining = ({ limit, used }: WindowState): number => Math.max(0, limit - used)

const secondsLeft = ({ resetsAt }: WindowState, now: Date): number =>
  Math.max(0, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000))
