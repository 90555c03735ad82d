/** Filters as parameters of the address, and as a request. */
import { limits } from '../../api/limits.ts'
import { firstOf, listOf, type SearchParams } from '../search-params.ts'
import { daysOf, readChange } from './change-params.ts'
import type { Facet, Filter, FilterGroup, Mode } from './filters.ts'

export const filtersOf = (groups: readonly FilterGroup[]): Filter[] => groups.flatMap(({ filters }) => filters)

/** The parameters of the address that a filter writes. */
export function keysOf(filter: Filter): string[] {
  switch (filter.kind) {
    case 'any_all_none':
      return [filter.key, `${filter.key}.all`, `${filter.key}.none`]
    case 'range':
      return [`${filter.key}.min`, `${filter.key}.max`]
    default:
      return [filter.key]
  }
}

export const modeKey = (filter: Filter, mode: Mode): string => (mode === 'any' ? filter.key : `${filter.key}.${mode}`)

/** Only what these filters know: the rest of an address is somebody's typo or another page's. */
export function pickFilters(groups: readonly FilterGroup[], search: SearchParams): SearchParams {
  const known = filtersOf(groups).flatMap(keysOf)
  return Object.fromEntries(known.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])))
}

/** The change that takes every filter away. */
export const withoutFilters = (groups: readonly FilterGroup[]): SearchParams =>
  Object.fromEntries(
    filtersOf(groups)
      .flatMap(keysOf)
      .map((key) => [key, undefined]),
  )

function requestValue(filter: Filter, search: SearchParams): unknown {
  switch (filter.kind) {
    case 'any_of':
    case 'domains':
    case 'tags':
    case 'member':
      return nonEmpty(listOf(search[filter.key]))
    case 'any_all_none': {
      const lists = (['any', 'all', 'none'] as const).flatMap((mode) => {
        const values = nonEmpty(listOf(search[modeKey(filter, mode)]))
        return values ? [[mode, values] as const] : []
      })
      return lists.length > 0 ? Object.fromEntries(lists) : undefined
    }
    case 'flag': {
      const said = firstOf(search[filter.key])
      return said === 'yes' ? true : said === 'no' ? false : undefined
    }
    case 'words':
    case 'list':
    case 'query':
      return firstOf(search[filter.key])?.trim() || undefined
    case 'within':
      return daysOf(firstOf(search[filter.key])) ?? undefined
    case 'changes': {
      const any = listOf(search[filter.key]).flatMap((written) => readChange(written) ?? [])
      return any.length > 0 ? { any: any.slice(0, limits.changesPerSearchMax) } : undefined
    }
    case 'range': {
      const bounds = (['min', 'max'] as const).flatMap((bound) => {
        const value = Number(firstOf(search[`${filter.key}.${bound}`]) ?? Number.NaN)
        return value >= 0 && value <= 100 ? [[bound, value] as const] : []
      })
      return bounds.length > 0 ? Object.fromEntries(bounds) : undefined
    }
  }
}

const nonEmpty = (values: string[]): string[] | undefined => (values.length > 0 ? values : undefined)

/** The address as a search request, without its page. */
export function toRequest(
  groups: readonly FilterGroup[],
  search: SearchParams,
): Record<string, Record<string, unknown>> {
  const request: Record<string, Record<string, unknown>> = {}
  for (const filter of filtersOf(groups)) {
    const value = requestValue(filter, search)
    if (value === undefined) continue
    request[filter.block] ??= {}
    request[filter.block]![filter.name] = value
  }
  return request
}

/** A text such as "?" names nobody, and no score lies between 90 and 10: the API refuses both, and people are told that nothing was found. */
export function findsNothing({
  person,
  store,
}: {
  person?: FilterBlock | undefined
  store?: FilterBlock | undefined
}): boolean {
  const { min = 0, max = 100 } = store?.lead_fit_score ?? {}
  return min > max || [person?.query, person?.title, store?.query].some((text) => text && !hasWord(text))
}
type FilterBlock = { query?: string; title?: string; lead_fit_score?: { min?: number; max?: number } }

/** Only letters and digits are searched for. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** What a search counts: the values of its filters, and the weeks that the charts show. */
export const facetsOf = (groups: readonly FilterGroup[]): Facet[] => [
  ...filtersOf(groups).flatMap((filter) => ('facet' in filter && filter.facet ? [filter.facet] : [])),
  'change_week',
]

/** Without a plan nobody filters by domain, name or title, nor by what the account revealed or works on. */
export const withoutNames = (groups: readonly FilterGroup[]): FilterGroup[] =>
  groups
    .map((group) => ({ ...group, filters: group.filters.filter(isInSample) }))
    .filter(({ filters }) => filters.length > 0)

const namesSomebody: readonly Filter['kind'][] = ['words', 'domains', 'list', 'query']
const isInSample = ({ kind, name, block }: Filter): boolean =>
  block !== 'work' && !namesSomebody.includes(kind) && name !== 'revealed'
