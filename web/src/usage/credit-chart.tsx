import { useState } from 'react'
import { formatCount, formatDay, plural } from '../figures.ts'
import { type CreditEntry, type Door, doorNames } from './entries.ts'

const dayMs = 24 * 60 * 60_000
/** Doors that spend, from the bottom of a column to its top, in tones of the one colour that means credits. */
const doors: { door: Door; opacity: number }[] = [
  { door: 'web', opacity: 1 },
  { door: 'api_key', opacity: 0.68 },
  { door: 'oauth', opacity: 0.44 },
  { door: 'mcp', opacity: 0.26 },
]

type Day = { date: string; byDoor: Map<Door, number>; total: number }

function daysOf(spends: CreditEntry[], start: string, end: string): Day[] {
  const byDate = Map.groupBy(spends, ({ created_at: at }) => at.slice(0, 10))
  const days: Day[] = []
  const last = Math.min(Date.parse(end), Date.now())
  for (let at = Date.parse(start.slice(0, 10)); at <= last; at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10)
    const byDoor = new Map<Door, number>()
    for (const { door, amount } of byDate.get(date) ?? []) byDoor.set(door, (byDoor.get(door) ?? 0) - amount)
    days.push({ date, byDoor, total: [...byDoor.values()].reduce((sum, count) => sum + count, 0) })
  }
  return days
}

const height = 140
const gap = 2

/** Credits by day, stacked by door. Hovering or focusing a day gives its lines. */
export function CreditChart({ spends, start, end }: { spends: CreditEntry[]; start: string; end: string }) {
  const days = daysOf(spends, start, end)
  const highest = Math.max(1, ...days.map(({ total }) => total))
  const [at, setAt] = useState<number | null>(null)
  const shown = at === null ? null : days[at]
  // A place for every day of the period, also those to come.
  const width = 100 / Math.max(1, Math.ceil((Date.parse(end) - Date.parse(start)) / dayMs) + 1)
  const used = doors.filter(({ door }) => days.some(({ byDoor }) => byDoor.has(door)))
  return (
    <figure className="rounded-panel border bg-surface p-4">
      <figcaption className="mb-3 flex min-h-5 flex-wrap justify-between gap-x-4 text-small text-ink-faint">
        {shown ? (
          <span className="figures">
            <span className="font-medium text-ink">{formatDay(shown.date)}</span> · {plural(shown.total, 'credit')}
            {[...shown.byDoor].map(([door, count]) => ` · ${doorNames[door]} ${formatCount(count)}`)}
          </span>
        ) : (
          <span>Highest day: {plural(Math.max(0, ...days.map(({ total }) => total)), 'credit')}</span>
        )}
        <span className="flex gap-3">
          {used.map(({ door, opacity }) => (
            <span key={door} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-[2px] bg-gold" style={{ opacity }} />
              {doorNames[door]}
            </span>
          ))}
        </span>
      </figcaption>
      <ul
        aria-label="Credits by day"
        className="flex items-end border-b"
        style={{ height }}
        onMouseLeave={() => setAt(null)}
      >
        {days.map((day, index) => (
          <li key={day.date} className="flex h-full" style={{ width: `${width}%`, paddingInline: gap / 2 }}>
            <button
              type="button"
              aria-label={`${formatDay(day.date)}: ${plural(day.total, 'credit')}`}
              onMouseEnter={() => setAt(index)}
              onFocus={() => setAt(index)}
              className={`flex h-full w-full flex-col-reverse justify-start ${index === at ? 'bg-hover' : ''}`}
            >
              {doors.map(({ door, opacity }) => {
                const count = day.byDoor.get(door) ?? 0
                return (
                  count > 0 && (
                    <span
                      key={door}
                      className="w-full bg-gold last:rounded-t-[3px]"
                      style={{ height: Math.max(2, (count / highest) * (height - 8)), opacity }}
                    />
                  )
                )
              })}
            </button>
          </li>
        ))}
      </ul>
      <div className="figures mt-1.5 flex justify-between text-tiny text-ink-faint">
        <span>{days[0] && formatDay(days[0].date)}</span>
        <span>{formatDay(end)}</span>
      </div>
    </figure>
  )
}
