import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { taxonomyQuery } from '../../api/queries.ts'
import { paths } from '../paths.ts'
import type { SearchParams } from '../search-params.ts'
import { filtersOf } from './filter-params.ts'
import type { FilterGroup } from './filters.ts'
import { changeOf, channelIn, domainIn, labelsOf, understand } from './understand.ts'

/** Another way to read what was typed, how to take it, and what of the text stays a name. */
type Suggestion = { label: string; take: () => void; rest: string }

/** What a typed text means beyond a name: filters that it spells out, a pasted address, or an email of somebody revealed. */
export function useSuggestion(
  text: string,
  groups: readonly FilterGroup[],
  search: SearchParams,
  onChange: (change: SearchParams) => void,
): Suggestion | null {
  const { data: taxonomy } = useQuery(taxonomyQuery)
  const router = useRouter()
  return useMemo(() => {
    const typed = text.trim()
    const query = filtersOf(groups).find(({ kind }) => kind === 'query')
    if (!query || !taxonomy || typed.length < 2) return null
    const channel = channelIn(typed)
    if (channel) {
      const go = () => void router.navigate({ href: paths.revealedWith(channel) })
      return { label: `Find ${channel} in Revealed`, take: go, rest: '' }
    }
    const meaning = understand(typed, groups, taxonomy)
    if (meaning.found.length > 0 || meaning.store) {
      const take = () => onChange(changeOf(meaning, query.key, search))
      return { label: `Filter by ${labelsOf(meaning)}`, take, rest: meaning.rest }
    }
    const domain = domainIn(typed)
    if (!domain) return null
    return query.block === 'store'
      ? { label: `Open ${domain}`, take: () => void router.navigate({ href: paths.store(domain) }), rest: '' }
      : { label: `Contacts at ${domain}`, take: () => onChange({ [query.key]: undefined, domain: [domain] }), rest: '' }
  }, [text, groups, search, onChange, taxonomy, router])
}
