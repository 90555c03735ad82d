import { useMemo, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PlainInput } from '../../ui/field.tsx'
import { formatCount, withArticle } from '../format.ts'
import { meaningOf } from '../meanings.ts'
import type { SearchParams } from '../search-params.ts'
import { listOf } from '../search-params.ts'
import { modeKey } from './filter-params.ts'
import type { Mode, ValueFilter } from './filters.ts'
import { findValues } from './find-values.ts'
import type { FacetCounts } from './use-search.ts'

type Value = { value: string; label: string; count: number | null }

const shortListLength = 8
const longListLength = 12
const foundMax = 60
const modes = ['any', 'all', 'none'] as const

type Props = {
  filter: ValueFilter
  values: Value[]
  counts: FacetCounts | undefined
  areShares: boolean
  search: SearchParams
  onChange: (change: SearchParams) => void
}

/**
 * Each value with its count and a hair-thin bar, the most frequent first and those that would find nothing last. Closed
 * lists, such as tiers, keep their natural order.
 */
export function ValueFilterList({ filter, values, counts, areShares, search, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [isLong, setLong] = useState(false)
  const modeOf = readModes(filter, search)
  const isFindable = values.length > longListLength
  const ordered = useMemo(
    () => (counts && !isNatural(filter) ? byCount(values, counts) : values),
    [values, counts, filter],
  )
  const shown = pickShown(filter, ordered, modeOf, typed, isLong || !isFindable)
  const highest = Math.max(1, ...(counts?.values() ?? []))

  const setMode = (value: string, mode: Mode | undefined) => {
    const change: SearchParams = {}
    for (const one of filter.kind === 'any_of' ? (['any'] as const) : modes) {
      const key = modeKey(filter, one)
      const rest = listOf(search[key]).filter((other) => !isSame(other, value))
      const next = one === mode ? [...rest, value] : rest
      change[key] = next.length > 0 ? next : undefined
    }
    onChange(change)
  }

  return (
    <div>
      {isFindable && (
        <PlainInput
          aria-label={`Find ${withArticle(filter.label.toLowerCase())}`}
          placeholder={`Search ${formatCount(values.length)} ${filter.taxonomy.replaceAll('_', ' ')}`}
          className="mb-1.5 h-8!"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ul>
        {shown.map((value) => (
          <ValueRow
            key={value.value}
            value={value}
            meaning={meaningOf(filter.taxonomy, value.value)}
            // Only a facet says how many of the results have the value; the taxonomy counts the whole catalogue.
            // A share that is left out is a small one, not none.
            count={counts && (counts.get(value.value) ?? (areShares ? undefined : 0))}
            areShares={areShares}
            highest={highest}
            mode={modeOf.get(value.value.toLowerCase())}
            hasModes={filter.kind === 'any_all_none'}
            onMode={(mode) => setMode(value.value, mode)}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="py-1 text-table wrap-anywhere text-ink-faint">
          {typed.trim() ? `No ${filter.label.toLowerCase()} is called “${typed.trim()}”` : 'No matches'}
        </p>
      )}
      {isFindable && typed === '' && (
        <button
          type="button"
          className="mt-1 text-small text-ink-faint hover:text-ink"
          onClick={() => setLong(!isLong)}
        >
          {isLong ? 'Show fewer' : `Show all ${formatCount(values.length)}`}
        </button>
      )}
    </div>
  )
}

/** Tiers and seniorities mean something in their order. */
const isNatural = ({ taxonomy }: ValueFilter): boolean => /tiers$|^seniorities$/.test(taxonomy)

const byCount = (values: Value[], counts: FacetCounts): Value[] =>
  [...values].sort((one, other) => (counts.get(other.value) ?? 0) - (counts.get(one.value) ?? 0))

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function readModes(filter: ValueFilter, search: SearchParams): Map<string, Mode> {
  const read = new Map<string, Mode>()
  for (const mode of modes)
    for (const value of listOf(search[modeKey(filter, mode)])) read.set(value.toLowerCase(), mode)
  return read
}

function pickShown(
  { taxonomy }: ValueFilter,
  values: Value[],
  chosen: Map<string, Mode>,
  typed: string,
  isLong: boolean,
): Value[] {
  if (typed.trim()) return findValues(taxonomy, values, typed).slice(0, foundMax)
  if (isLong) return values
  return values.filter(({ value }, index) => index < shortListLength || chosen.has(value.toLowerCase()))
}

function ValueRow({
  value,
  meaning,
  count,
  areShares,
  highest,
  mode,
  hasModes,
  onMode,
}: {
  value: Value
  meaning: string | undefined
  count: number | undefined
  areShares: boolean
  highest: number
  mode: Mode | undefined
  hasModes: boolean
  onMode: (mode: Mode | undefined) => void
}) {
  const wouldFindNothing = count === 0 && mode === undefined
  return (
    <li className="group relative">
      <label
        className={`flex min-h-8 cursor-pointer items-center gap-2 text-table ${wouldFindNothing ? 'text-ink-faint' : 'text-ink'}`}
      >
        <Checkbox
          checked={mode === 'any' || mode === 'all'}
          isMixed={mode === 'none'}
          onChange={() => onMode(mode === undefined ? 'any' : undefined)}
        />
        <span
          className={`min-w-0 flex-1 truncate ${mode === 'none' ? 'line-through decoration-ink-faint' : ''}`}
          title={value.label}
        >
          {value.label}
          {meaning && <span className="block text-small whitespace-normal text-ink-faint">{meaning}</span>}
        </span>
        {count !== undefined && !(hasModes && mode) && (
          <span className="figures text-small text-ink-faint">{areShares ? `${count}%` : formatCount(count)}</span>
        )}
      </label>
      {hasModes && mode && (
        <fieldset className="absolute top-1 right-0 flex rounded-control border bg-sunken p-px">
          <legend className="sr-only">How {value.label} counts</legend>
          {modes.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              aria-label={`${one} of: ${value.label}`}
              onClick={() => onMode(one)}
              className="h-4.5 min-w-6 rounded-small px-1.5 text-tiny text-ink-faint hover:text-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse"
            >
              {one}
            </button>
          ))}
        </fieldset>
      )}
      {count !== undefined && (
        <span aria-hidden="true" className="pointer-events-none absolute right-0 bottom-0 left-6 h-px">
          <span
            // It takes its new length at once: seventy bars that grow cost more than the answer to a filter.
            className="block h-px origin-left bg-line-strong"
            style={{ transform: `scaleX(${count / highest})` }}
          />
        </span>
      )}
    </li>
  )
}
