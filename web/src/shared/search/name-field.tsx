import { useEffect, useRef, useState } from 'react'
import { PlainInput } from '../../ui/field.tsx'
import { oneOf, type SearchParams } from '../search-params.ts'
import { filtersOf } from './filter-params.ts'
import type { FilterGroup } from './filters.ts'

/** Short enough to feel immediate, long enough that a fast typist asks once or twice a word. */
const restMs = 120

/** Finds by name as one types, at the top of a search. */
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
  const current = (filter && oneOf(search[filter.key])) ?? ''
  const [typed, setTyped] = useState(current)
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
  if (!filter) return null
  return (
    <div className="w-full md:w-64">
      <PlainInput
        type="search"
        data-search-field
        aria-label={filter.label}
        placeholder={filter.label}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
