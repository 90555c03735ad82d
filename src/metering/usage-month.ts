/** A usage month: from the subscription's start, the same day each month, the last day where the month is shorter. UTC. */
type Month = { start: Date; end: Date }

export function usageMonth(anchor: Date, now: Date): Month {
  const count = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const inThisMonth = addMonths(anchor, count)
  return inThisMonth > now
    ? { start: addMonths(anchor, count - 1), end: inThisMonth }
    : { start: inThisMonth, end: addMonths(anchor, count + 1) }
}

/** Always counted from the anchor, so that a 31st comes back after a February. */
export function addMonths(anchor: Date, count: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
