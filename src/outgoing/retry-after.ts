/** How long a reply asks to wait: seconds or a date. 0 if it does not say. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const until = /^\d+$/.test(header.trim()) ? now.getTime() + Number(header) * 1_000 : Date.parse(header)
  return Number.isFinite(until) ? Math.max(0, until - now.getTime()) : 0
}
