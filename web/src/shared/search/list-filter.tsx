import { useQuery } from '@tanstack/react-query'
import { PlainSelect } from '../../ui/field.tsx'
import { listsOf, listsQuery, unknownList } from '../lists/lists.ts'
import type { SearchParams } from '../search-params.ts'
import { firstOf } from '../search-params.ts'
import type { Filter } from './filters.ts'

/** Only the stores of a list, or the people who work there. */
export function ListFilter({
  filter,
  search,
  onChange,
}: {
  filter: Filter
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  const { data } = useQuery(listsQuery)
  const lists = listsOf('stores', data) ?? []
  const chosen = firstOf(search[filter.key])
  if (lists.length === 0 && chosen === undefined) return null
  return (
    <div className="mt-2">
      <PlainSelect
        aria-label={filter.label}
        value={chosen ?? ''}
        onChange={(event) => onChange({ [filter.key]: event.target.value || undefined })}
      >
        <option value="">Any list of stores</option>
        {chosen !== undefined && !lists.some(({ id }) => id === chosen) && (
          <option value={chosen}>{unknownList}</option>
        )}
        {lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
