import { type AskedChange, writeChange } from '../search/change-params.ts'
import { filtersOf, modeKey } from '../search/filter-params.ts'
import type { Filter, FilterGroup, Mode } from '../search/filters.ts'
import type { SearchParams } from '../search-params.ts'

const modes: Mode[] = ['any', 'all', 'none']

/** A saved query as parameters of the address: what `toRequest` did, undone. What no filter knows is left out. */
export function searchOf(groups: readonly FilterGroup[], query: object): SearchParams {
  const blocks = query as Record<string, Record<string, unknown> | undefined>
  return Object.assign({}, ...filtersOf(groups).map((filter) => paramsOf(filter, blocks[filter.block]?.[filter.name])))
}

function paramsOf(filter: Filter, value: unknown): SearchParams {
  if (value === undefined || value === null) return {}
  switch (filter.kind) {
    case 'any_of':
    case 'domains':
    case 'tags':
    case 'member':
      return { [filter.key]: textsOf(value) }
    case 'any_all_none':
      return Object.fromEntries(modes.map((mode) => [modeKey(filter, mode), textsOf(partOf(value, mode))]))
    case 'flag':
      return { [filter.key]: value === true ? 'yes' : 'no' }
    case 'words':
    case 'list':
    case 'query':
    case 'within':
      return { [filter.key]: String(value) }
    case 'changes':
      return { [filter.key]: ((partOf(value, 'any') ?? []) as AskedChange[]).map(writeChange) }
    case 'range':
      return Object.fromEntries(
        ['min', 'max'].map((bound) => [`${filter.key}.${bound}`, textsOf(partOf(value, bound))?.[0]]),
      )
  }
}

const partOf = (value: unknown, name: string): unknown => (value as Record<string, unknown>)[name]

const textsOf = (value: unknown): string[] | undefined =>
  value === undefined || value === null ? undefined : [value].flat().map(String)
