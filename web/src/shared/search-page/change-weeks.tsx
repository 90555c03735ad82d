import { dayMs, formatCount, formatShare, formatUtcDay } from '../format.ts'

/** As many as the facet counts: the current week and those before it. */
const weeksShown = 26
const height = 48

/** Mondays in UTC, as the facet names weeks, the earliest first. */
function mondaysUntil(now: number): string[] {
  const midnight = Math.floor(now / dayMs) * dayMs
  const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * dayMs
  return Array.from({ length: weeksShown }, (_, at) =>
    new Date(monday - (weeksShown - 1 - at) * 7 * dayMs).toISOString().slice(0, 10),
  )
}

/** How many of the result belong to stores that changed, week by week. The table says the same to those who do not see it. */
export function ChangeWeeks({
  counts,
  total,
}: {
  counts: { value: string; count: number }[]
  /** Null: the counts are shares in percent. */
  total: number | null
}) {
  const byMonday = new Map(counts.map(({ value, count }) => [value, count]))
  const weeks = mondaysUntil(Date.now()).map((monday) => ({ monday, count: byMonday.get(monday) ?? 0 }))
  const most = Math.max(...weeks.map(({ count }) => count))
  if (most === 0) return null
  const inFull = (count: number): string =>
    total === null ? formatShare(count / 100) : `${formatCount(count)} of ${formatCount(total)}`
  return (
    <div className="relative col-span-full min-w-0">
      <div className="mb-1 flex justify-between gap-3 text-small text-ink-faint">
        <h2 className="font-medium">Store changed, by week</h2>
        <span aria-hidden="true" className="figures">
          Highest: {inFull(most)}
        </span>
      </div>
      <div aria-hidden="true">
        <div className="flex items-end border-b border-line-strong" style={{ height }}>
          {weeks.map(({ monday, count }) => (
            <div
              key={monday}
              title={`Week of ${formatUtcDay(monday)}: ${inFull(count)}`}
              className="flex h-full min-w-0 flex-1 flex-col-reverse px-px hover:bg-hover"
            >
              {count > 0 && (
                <span className="rounded-t-small bg-bar" style={{ height: Math.max(2, (count / most) * height) }} />
              )}
            </div>
          ))}
        </div>
        <div className="figures mt-1 flex justify-between text-tiny text-ink-faint">
          <span>{formatUtcDay(weeks[0]!.monday)}</span>
          <span>This week</span>
        </div>
      </div>
      <table className="sr-only">
        <caption>Store changed, by week</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Results</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, count }) => (
            <tr key={monday}>
              <th scope="row">{formatUtcDay(monday)}</th>
              <td>{inFull(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
