import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../ui/icons.tsx'
import { Tag } from '../../ui/tag.tsx'
import { plural } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { listsQuery, unknownList } from '../lists/lists.ts'
import { useActorName } from '../members.ts'
import type { SearchParams } from '../search-params.ts'
import { firstOf, listOf } from '../search-params.ts'
import { daysOf, lastDays, readChange } from './change-params.ts'
import { filtersOf, keysOf, modeKey, withoutFilters } from './filter-params.ts'
import type { Filter, FilterGroup } from './filters.ts'

type Chip = { id: string; label: string; change: SearchParams }
const domainChipsMax = 3

type LabelOf = (filter: Filter, value: string) => string

function useChips(groups: readonly FilterGroup[], search: SearchParams): Chip[] {
  const labelIn = useLabelOf()
  const asksFor = (wanted: Filter['kind']) =>
    filtersOf(groups).some(({ kind, key }) => kind === wanted && search[key] !== undefined)
  const { data: lists } = useQuery({ ...listsQuery, enabled: asksFor('list') })
  const nameOf = useActorName(asksFor('member'))
  const labelOf: LabelOf = (filter, value) => {
    if (filter.kind === 'changes') return labelIn('change_types', value)
    if (filter.kind === 'list') return lists ? (lists.data.find(({ id }) => id === value)?.name ?? unknownList) : '…'
    if (filter.kind === 'member') return nameOf(value)
    return 'taxonomy' in filter ? labelIn(filter.taxonomy, value) : value
  }
  return filtersOf(groups).flatMap((filter) => chipsOf(filter, search, labelOf))
}

/** Filters to read, where nothing is to be changed. */
export function FilterTags({ groups, search }: { groups: readonly FilterGroup[]; search: SearchParams }) {
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5">
      {useChips(groups, search).map(({ id, label }) => (
        <li key={id} className="max-w-full">
          <Tag>{label}</Tag>
        </li>
      ))}
    </ul>
  )
}

/** Active filters, each removable with one click. */
export function Chips({
  groups,
  search,
  onChange,
}: {
  groups: readonly FilterGroup[]
  search: SearchParams
  onChange: (change: SearchParams) => void
}) {
  const chips = useChips(groups, search)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex shrink-0 flex-wrap items-center gap-1.5 border-b px-4 py-1.5">
      {chips.map(({ id, label, change }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={`Remove the filter ${label}`}
            onClick={() => onChange(change)}
            className="group inline-flex h-6 max-w-70 items-center gap-1 rounded-control border bg-surface pr-1 pl-2 text-small text-ink-soft hover:border-line-strong hover:text-ink"
          >
            <span className="truncate">{label}</span>
            <Icon name="close" size={12} className="text-ink-faint group-hover:text-ink" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => onChange(withoutFilters(groups))}
          className="h-6 px-1 text-small text-ink-faint hover:text-ink"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}

function chipsOf(filter: Filter, search: SearchParams, labelOf: LabelOf): Chip[] {
  switch (filter.kind) {
    case 'domains': {
      const domains = listOf(search[filter.key])
      // As many as a lookup brings would fill the screen.
      return domains.length > domainChipsMax
        ? [{ id: filter.key, label: plural(domains.length, 'store'), change: { [filter.key]: undefined } }]
        : listChips(filter.key, search, (value) => value)
    }
    case 'list': {
      const list = firstOf(search[filter.key])
      return list
        ? [{ id: filter.key, label: `List: ${labelOf(filter, list)}`, change: { [filter.key]: undefined } }]
        : []
    }
    case 'member':
      return listChips(filter.key, search, (value) => `Owner: ${labelOf(filter, value)}`)
    case 'tags':
      return listChips(filter.key, search, (value) => `Tag: ${value}`)
    case 'any_of':
      return listChips(filter.key, search, (value) => labelOf(filter, value))
    case 'any_all_none':
      return [
        ...listChips(modeKey(filter, 'any'), search, (value) => labelOf(filter, value)),
        ...listChips(modeKey(filter, 'all'), search, (value) => `All: ${labelOf(filter, value)}`),
        ...listChips(modeKey(filter, 'none'), search, (value) => `Not ${labelOf(filter, value)}`),
      ]
    case 'flag': {
      const said = firstOf(search[filter.key])
      if (said !== 'yes' && said !== 'no') return []
      const label = said === 'yes' ? filter.label : filter.without
      return [{ id: filter.key, label, change: { [filter.key]: undefined } }]
    }
    case 'query': {
      const typed = firstOf(search[filter.key])
      return typed ? [{ id: filter.key, label: `“${typed}”`, change: { [filter.key]: undefined } }] : []
    }
    case 'words': {
      const words = firstOf(search[filter.key])
      return words
        ? [
            {
              id: filter.key,
              label: `${filter.block === 'store' ? 'Store' : 'Title'}: ${words}`,
              change: { [filter.key]: undefined },
            },
          ]
        : []
    }
    case 'within': {
      const days = daysOf(firstOf(search[filter.key]))
      if (days === null) return []
      return [{ id: filter.key, label: `${filter.said}: ${lastDays(days)}`, change: { [filter.key]: undefined } }]
    }
    case 'changes':
      return listChips(filter.key, search, (written) => {
        const change = readChange(written)
        if (!change) return written
        const what = [labelOf(filter, change.type), change.value].filter(Boolean).join(': ')
        return `${what}, ${lastDays(change.within_days)}`
      })
    case 'range': {
      const [least, most] = keysOf(filter).map((key) => firstOf(search[key]))
      if (least === undefined && most === undefined) return []
      const change = Object.fromEntries(keysOf(filter).map((key) => [key, undefined]))
      return [{ id: filter.key, label: `Score ${least ?? 0} to ${most ?? 100}`, change }]
    }
  }
}

const listChips = (key: string, search: SearchParams, label: (value: string) => string): Chip[] =>
  listOf(search[key]).map((value) => {
    const rest = listOf(search[key]).filter((other) => other !== value)
    return { id: `${key}-${value}`, label: label(value), change: { [key]: rest.length > 0 ? rest : undefined } }
  })
