import { useEffect, useId, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PlainInput } from '../../ui/field.tsx'
import { formatCount } from '../format.ts'
import { listOf, type SearchParams } from '../search-params.ts'
import { type AskedChange, hasValue, readChange, usualDays, writeChange } from './change-params.ts'
import type { ChangesFilter as Filter } from './filters.ts'
import { findValues } from './find-values.ts'
import type { FacetCounts } from './use-search.ts'
import { DaysChoice } from './within-filter.tsx'

/** As many names as a list under a field is good for. */
const namesMax = 200
const offeredMax = 3

/**
 * Any of these happened recently: the types with how many results had each in the last days, one period, and perhaps one app or
 * pixel.
 */
export function ChangesFilter({
  filter,
  taxonomy,
  counts,
  areShares,
  search,
  onChange,
}: {
  filter: Filter
  taxonomy: Reply<'getTaxonomy'>
  counts: FacetCounts | undefined
  areShares: boolean
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  const asked = listOf(search[filter.key]).flatMap((written) => readChange(written) ?? [])
  const [days, setDays] = useState(asked[0]?.within_days ?? usualDays)
  const current = asked.find(({ value }) => value)?.value ?? ''
  const [name, setName] = useState(current)
  useEffect(() => setName(current), [current])
  const write = (changes: AskedChange[]) =>
    onChange({ [filter.key]: changes.length > 0 ? changes.map(writeChange) : undefined })
  const named = (change: AskedChange, wanted = name.trim()): AskedChange => {
    const { value: _before, ...rest } = change
    return wanted && hasValue(change.type) ? { ...rest, value: wanted } : rest
  }
  const toggle = (type: string) => {
    const others = asked.filter((one) => one.type !== type)
    write(others.length < asked.length ? others : [...asked, named({ type, within_days: days })])
  }
  const choosePeriod = (chosen: number | null) => {
    if (chosen === null) return
    setDays(chosen)
    if (asked.length > 0) write(asked.map((one) => ({ ...one, within_days: chosen })))
  }
  const commitName = (wanted = name.trim()) => {
    setName(wanted)
    if (wanted !== current && asked.some(({ type }) => hasValue(type))) write(asked.map((one) => named(one, wanted)))
  }
  const names = useId()
  return (
    <div>
      <DaysChoice label="Changed" days={days} isRequired onChoose={choosePeriod} />
      <ul className="mt-1.5">
        {taxonomy.change_types.map(({ value: type, label }) => {
          const isAsked = asked.some((one) => one.type === type)
          const count = counts && (counts.get(type) ?? (areShares ? undefined : 0))
          return (
            <li key={type}>
              <label
                className={`flex h-8 cursor-pointer items-center gap-2 text-table ${count === 0 && !isAsked ? 'text-ink-faint' : 'text-ink'}`}
              >
                <Checkbox
                  checked={isAsked}
                  disabled={!isAsked && asked.length >= limits.changesPerSearchMax}
                  onChange={() => toggle(type)}
                />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {count !== undefined && (
                  <span
                    className="figures text-small text-ink-faint"
                    title={`In the last ${limits.changeFacetDays} days`}
                  >
                    {areShares ? `${count}%` : formatCount(count)}
                  </span>
                )}
              </label>
            </li>
          )
        })}
      </ul>
      <PlainInput
        aria-label="App or pixel that was added or removed"
        placeholder="Only this app or pixel"
        className="mt-1 h-8!"
        list={names}
        maxLength={limits.valueLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => commitName()}
        onKeyDown={(event) => event.key === 'Enter' && commitName()}
      />
      <OfferedNames name={name.trim()} taxonomy={taxonomy} onTake={commitName} />
      <datalist id={names}>
        {[...taxonomy.apps.slice(0, namesMax), ...taxonomy.pixels].map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  )
}

/** Names that are not known find nothing: what may have been meant. */
function OfferedNames({
  name,
  taxonomy: { apps, pixels },
  onTake,
}: {
  name: string
  taxonomy: Reply<'getTaxonomy'>
  onTake: (name: string) => void
}) {
  const known = [...apps, ...pixels]
  if (name === '' || known.some(({ value }) => value.toLowerCase() === name.toLowerCase())) return null
  const offered = findValues('apps', known, name).slice(0, offeredMax)
  return (
    <p className="mt-1 flex flex-wrap gap-1 text-small text-ink-faint">
      {offered.length === 0 && `No app or pixel is called “${name}”`}
      {offered.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          // The field keeps the focus, or it would take its own text first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(value)}
          className="min-h-6 rounded-control border px-2 text-ink-soft hover:border-line-strong hover:text-ink max-md:min-h-8"
        >
          {label}
        </button>
      ))}
    </p>
  )
}
