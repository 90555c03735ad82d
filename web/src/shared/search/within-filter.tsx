import { useEffect, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { PlainInput } from '../../ui/field.tsx'
import { firstOf, type SearchParams } from '../search-params.ts'
import { daysOf } from './change-params.ts'
import type { WithinFilter as Filter } from './filters.ts'

const presets: [days: number, label: string][] = [
  [1, '24 h'],
  [7, '7 d'],
  [30, '30 d'],
  [90, '90 d'],
]

/** How long ago something may be: one of a few, or any number of days. */
export function DaysChoice({
  label,
  days,
  isRequired,
  onChoose,
}: {
  label: string
  days: number | null
  /** A choice can be replaced, not taken away. */
  isRequired?: boolean
  onChoose: (days: number | null) => void
}) {
  const isPreset = presets.some(([preset]) => preset === days)
  const own = days === null || isPreset ? '' : String(days)
  const [typed, setTyped] = useState(own)
  useEffect(() => setTyped(own), [own])
  const commit = () => {
    if (typed !== own) onChoose(daysOf(typed) ?? (isRequired ? days : null))
    setTyped(own)
  }
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">{label}</legend>
      <span className="flex rounded-control border bg-sunken p-px">
        {presets.map(([preset, short]) => (
          <button
            key={preset}
            type="button"
            aria-pressed={days === preset}
            aria-label={`${label}: ${short}`}
            onClick={() => onChoose(days === preset && !isRequired ? null : preset)}
            className="figures h-5.5 rounded-small px-1.5 text-small whitespace-nowrap text-ink-faint hover:text-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse max-md:h-8 max-md:px-2.5"
          >
            {short}
          </button>
        ))}
      </span>
      <PlainInput
        aria-label={`${label}: own number of days`}
        title={`Own number of days, up to ${limits.searchDaysMax}`}
        className="figures h-7! w-12! px-1! text-center"
        inputMode="numeric"
        placeholder="days"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </fieldset>
  )
}

export function WithinFilter({
  filter,
  search,
  onChange,
}: {
  filter: Filter
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  return (
    <div className="mt-2">
      <p aria-hidden="true" className="mb-1 text-table text-ink-soft">
        {filter.label}
      </p>
      <DaysChoice
        label={filter.label}
        days={daysOf(firstOf(search[filter.key]))}
        onChoose={(days) => onChange({ [filter.key]: days === null ? undefined : String(days) })}
      />
    </div>
  )
}
