import { useEffect, useRef, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { PlainInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { firstOf, type SearchParams } from '../search-params.ts'
import { filtersOf } from './filter-params.ts'
import type { Filter, FilterGroup } from './filters.ts'
import { useSuggestion } from './use-suggestion.ts'

/** Short enough to feel immediate, long enough that a fast typist asks once or twice a word. */
const restMs = 120

/** What may be typed, by example: the field understands more than a name. */
const examples: Partial<Record<Filter['block'], string>> = {
  person: 'Name, or “founders germany”',
  store: 'Name, or “germany klaviyo”',
}

/** Finds by name as one types, at the top of a search. What means more than a name is offered below, and taken by Enter. */
export function NameField({
  groups,
  search,
  onChange,
}: {
  groups: readonly FilterGroup[]
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  const filter = filtersOf(groups).find(({ kind }) => kind === 'query')
  const current = (filter && firstOf(search[filter.key])) ?? ''
  const [typed, setTyped] = useState(current)
  const [isFocused, setFocused] = useState(false)
  const sent = useRef(current)
  useEffect(() => {
    // A change from elsewhere, such as the back button; what was typed here is there already.
    if (current === sent.current) return
    sent.current = current
    setTyped(current)
  }, [current])
  useEffect(() => {
    const wanted = typed.trim()
    if (!filter || wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onChange({ [filter.key]: wanted || undefined })
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed, filter, onChange])
  const reading = useSuggestion(typed, groups, search, onChange)
  const take = () => {
    if (!reading) return
    // The timer of the last letters ends with the text: it must not bring the whole of it back.
    sent.current = reading.rest
    setTyped(reading.rest)
    reading.take()
  }
  if (!filter) return null
  return (
    <div className="relative w-full md:w-64">
      <PlainInput
        type="search"
        data-search-field
        aria-label={filter.label}
        placeholder={examples[filter.block] ?? filter.label}
        maxLength={limits.valueLengthMax}
        autoComplete="off"
        value={typed}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !reading) return
          event.preventDefault()
          take()
        }}
      />
      {reading && isFocused && (
        <button
          type="button"
          // The field keeps the focus, or this would be gone before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={take}
          className="appear absolute top-full left-0 z-40 mt-0.5 flex min-h-10 w-max max-w-[min(420px,calc(100vw-32px))] items-center gap-2 rounded-panel bg-raised px-3 py-1.5 text-left text-table shadow-float hover:bg-hover"
        >
          <Icon name="search" className="text-ink-faint" />
          <span className="min-w-0 flex-1">{reading.label}</span>
          <Kbd>Enter</Kbd>
        </button>
      )}
    </div>
  )
}
