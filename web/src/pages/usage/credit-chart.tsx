import { type KeyboardEvent, useState } from 'react'
import { doors } from '../../shared/doors.ts'
import { formatCount, formatUtcDay, plural } from '../../shared/format.ts'
import { type Day, roundUp, spendingDoors, sumBy, sumOf } from './credit-history.ts'

const height = 160

/** Credits by day, stacked by door. Hovering or focusing a day gives its lines; the arrow keys move between days. */
export function CreditChart({ days }: { days: Day[] }) {
  const top = roundUp(Math.max(...days.map(({ total }) => total)))
  const [at, setAt] = useState<number | null>(null)
  // Where days are narrow, gaps would leave nothing of them.
  const gap = days.length > 45 ? 'sm:px-px' : 'px-px sm:px-0.5'
  const [keyed, setKeyed] = useState(days.length - 1)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const last = days.length - 1
    const to = { ArrowLeft: keyed - 1, ArrowRight: keyed + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), last)
    setKeyed(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="flex gap-4 sm:gap-6">
      <div className="relative min-w-0 flex-1 pt-2">
        <Grid top={top} />
        <div
          role="group"
          aria-label="Credits by day. Use the arrow keys to move between days."
          className="relative flex items-end pl-8"
          style={{ height }}
          onMouseLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={onKeyDown}
        >
          {days.map((day, index) => (
            <button
              key={day.date}
              type="button"
              tabIndex={index === keyed ? 0 : -1}
              aria-label={`${formatUtcDay(day.date)}: ${inWords(day)}`}
              onMouseEnter={() => setAt(index)}
              onFocus={() => {
                setKeyed(index)
                setAt(index)
              }}
              className={`flex h-full min-w-0 flex-1 flex-col-reverse outline-offset-0 ${gap} ${index === at ? 'bg-hover' : ''}`}
            >
              <Stack day={day} top={top} />
            </button>
          ))}
        </div>
        <div className="figures mt-1.5 flex justify-between pl-8 text-tiny text-ink-faint">
          <span>{formatUtcDay(days[0]!.date)}</span>
          <span>Today</span>
        </div>
        {at !== null && <DayCard day={days[at]!} place={at / Math.max(1, days.length - 1)} />}
      </div>
      <TotalByDoor days={days} />
    </div>
  )
}

function Stack({ day: { byDoor }, top }: { day: Day; top: number }) {
  return spendingDoors.map(({ door, tone }) => {
    const count = byDoor.get(door) ?? 0
    return (
      count > 0 && (
        <span
          key={door}
          className={`w-full border-t border-surface last:rounded-t-small ${tone}`}
          style={{ height: Math.max(3, (count / top) * height) }}
        />
      )
    )
  })
}

/** Three lines with their numbers: nothing, half, and the top. */
function Grid({ top }: { top: number }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-2" style={{ height }}>
      {[1, 0.5, 0].map((share) => (
        <div
          key={share}
          className={`absolute inset-x-0 left-8 border-t ${share === 0 ? 'border-line-strong' : ''}`}
          style={{ bottom: share * height }}
        >
          <span className="figures absolute -left-8 w-6 -translate-y-1/2 text-right text-tiny text-ink-faint">
            {formatCount(top * share)}
          </span>
        </div>
      ))}
    </div>
  )
}

/**
 * Which tone is which door, and how much came through it on all days. No bar: next to the axis of single days it would be
 * read by it.
 */
function TotalByDoor({ days }: { days: Day[] }) {
  const spends = days.flatMap((day) => day.spends)
  const byDoor = sumBy(spends, ({ door }) => door)
  return (
    <div className="w-29 shrink-0 pt-2 sm:w-36">
      <ul aria-label="Credits by source" className="figures flex flex-col-reverse text-small">
        {spendingDoors
          .filter(({ door }) => byDoor.has(door))
          .map(({ door, label, tone }) => (
            <li key={door} className="flex h-6 items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-small ${tone}`} />
              <span className="min-w-0 flex-1 truncate text-ink-soft">{label}</span>
              <span>{formatCount(byDoor.get(door)!)}</span>
            </li>
          ))}
      </ul>
      <p className="figures mt-1 flex justify-between border-t pt-1.5 text-small">
        <span className="text-ink-soft">All days</span>
        <span className="font-medium">{formatCount(sumOf(spends))}</span>
      </p>
    </div>
  )
}

/** Floats over the chart, so nothing moves. What it says, the day's button says as well. */
function DayCard({ day, place }: { day: Day; place: number }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-10 w-64 rounded-control max-sm:inset-x-0! max-sm:top-auto max-sm:bottom-full max-sm:w-auto bg-raised px-3 py-2 text-small shadow-float"
      style={place < 0.5 ? { left: `calc(${place * 100}% + 48px)` } : { right: `calc(${(1 - place) * 100}% + 16px)` }}
    >
      <p className="figures flex justify-between gap-3 font-medium">
        <span>{formatUtcDay(day.date)}</span>
        <span>{plural(day.total, 'credit')}</span>
      </p>
      {day.spends.map(({ door, actor, spent }) => (
        <p key={`${door} ${actor.id}`} className="figures mt-1 flex justify-between gap-3 text-ink-soft">
          <span className="truncate">
            {actor.name ?? 'Unknown'}, {doors[door].name}
          </span>
          <span>{formatCount(spent)}</span>
        </p>
      ))}
    </div>
  )
}

function inWords({ total, spends }: Day): string {
  if (total === 0) return 'nothing spent'
  const lines = spends.map(
    ({ door, actor, spent }) => `${actor.name ?? 'unknown'} through ${doors[door].name} ${spent}`,
  )
  return `${plural(total, 'credit')}. ${lines.join(', ')}`
}
