import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Body, call, type Reply } from '../../api/call.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { didYouMean } from '../did-you-mean.ts'
import { plural } from '../format.ts'
import { paths } from '../paths.ts'
import { filtersOf, hasWord, toRequest, withoutFilters } from '../search/filter-params.ts'
import { splitsOf } from '../search/understand.ts'
import type { Search, SearchId } from '../search/use-search.ts'
import { useSuggestion } from '../search/use-suggestion.ts'
import { firstOf, type SearchParams } from '../search-params.ts'

/** Nothing matches: what was asked for, what else it could mean, and the way back. */
export function NothingFound<Id extends SearchId>({ search: found, noun }: { search: Search<Id>; noun: string }) {
  const { groups, search, change, isSample } = found
  // Without a plan nobody searches by name.
  const query = filtersOf(groups).find(({ kind }) => kind === 'query') ?? { key: 'q', block: null }
  const typed = firstOf(search[query.key]) ?? ''
  const reading = useSuggestion(typed, groups, search, change)
  const words = !isSample && hasWord(typed) ? typed : ''
  const isPeople = query.block === 'person'
  const split = useSplit(found, isPeople ? words : '')
  const revealed = useRevealed(isPeople ? words : '')
  const anything = useAnything(words)
  const corrected = useCorrected(found, words, anything)
  const people = anything?.people
  const hasOthers = Object.keys(search).some((key) => key !== query.key)
  const offers: ReactNode[] = [
    reading && (
      <Button key="reading" onClick={reading.take}>
        {reading.label}
      </Button>
    ),
    split && (
      <Button key="split" onClick={() => change({ [query.key]: split.person || undefined, store: split.store })}>
        {split.person ? `“${split.person}” at ` : 'At '}“{split.store}”: {plural(split.total, 'contact')}
      </Button>
    ),
    corrected && (
      <Button key="corrected" onClick={() => change({ [query.key]: corrected.text })}>
        “{corrected.text}”: {plural(corrected.total, noun)}
      </Button>
    ),
    !isPeople && people && people.total > 0 && (
      <ButtonLink
        key="people"
        to={paths.contactsNamed(people.searched_as, { store: people.at_store })}
        look="secondary"
      >
        In Contacts: {plural(people.total, 'contact')}
      </ButtonLink>
    ),
    // Found as it was typed, or else with a typo.
    ...(revealed.length > 0 || !isPeople ? revealed : ownedIn(anything)).map(({ id, name, store }) => (
      <ButtonLink key={id} to={paths.revealedContact(name, id)} look="secondary">
        {name}, {store}: revealed
      </ButtonLink>
    )),
  ].filter(Boolean)
  return (
    <EmptyState
      icon={typed ? 'search' : 'filter'}
      title={typed ? `No ${noun}s match “${typed}”` : `No ${noun}s match these filters`}
      action={
        <div className="flex flex-col items-center gap-2">
          {offers}
          {typed && hasOthers && (
            <Button onClick={() => change({ [query.key]: undefined })}>Search without “{typed}”</Button>
          )}
          <Button look={offers.length > 0 ? 'quiet' : 'secondary'} onClick={() => change(withoutFilters(groups))}>
            {typed && !hasOthers ? 'Clear the search' : 'Clear all filters'}
          </Button>
        </div>
      }
    >
      {offers.length > 0 ? didYouMean(offers.length) : adviceFor(typed !== '', hasOthers, noun)}
    </EmptyState>
  )
}

function adviceFor(isTyped: boolean, hasOthers: boolean, noun: string): string {
  if (!isTyped) return 'Remove a filter, or clear them all and start over.'
  const what =
    noun === 'contact'
      ? 'Try a first name, a title, or a name and a store. Last names are found only for contacts you have revealed.'
      : 'Try the beginning of a name, or a domain.'
  return hasOthers ? `Nothing matches it together with the other filters. ${what}` : what
}

/** Some words as a person and the others as a store, where they find somebody together. */
function useSplit<Id extends SearchId>({ groups, search }: Search<Id>, typed: string) {
  // The whole of it may be a store.
  const splits = typed
    ? [{ person: '', store: typed }, ...splitsOf(typed).filter((one) => hasWord(one.person) && hasWord(one.store))]
    : []
  const { data } = useQuery({
    queryKey: ['split', typed, search],
    enabled: splits.length > 0,
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      for (const { person, store } of splits) {
        const asked: SearchParams = { ...search, q: person || undefined, store }
        const body = { ...toRequest(groups, asked), limit: 1 } as Body<'searchContacts'>
        const { total } = await call('searchContacts', { signal, body })
        if (total > 0) return { person, store, total }
      }
      return null
    },
  })
  return data ?? null
}

/** Stores and people of this name, as the command menu finds them. */
function useAnything(typed: string): Reply<'findAnything'> | undefined {
  return useQuery({
    queryKey: ['findAnything', typed],
    enabled: typed !== '',
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => call('findAnything', { signal, body: { text: typed } }),
  }).data
}

/** What was probably meant, where it finds something with the same filters. */
function useCorrected<Id extends SearchId>(
  { id, groups, search }: Search<Id>,
  typed: string,
  anything: Reply<'findAnything'> | undefined,
) {
  const meant = id === 'searchStores' ? anything?.stores.searched_as : anything?.people.searched_as
  // A person at a store is offered as that.
  const text = meant === typed || anything?.people.at_store ? undefined : meant
  const { data } = useQuery({
    queryKey: ['corrected', id, text, search],
    enabled: text !== undefined,
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { ...toRequest(groups, { ...search, q: text }), limit: 1 } as Body<Id>
      const { total } = (await call(id, { signal, body })) as { total: number }
      return total > 0 ? { text: text!, total } : null
    },
  })
  return data ?? null
}

const revealedMax = 3

const ownedIn = (anything: Reply<'findAnything'> | undefined) =>
  (anything?.owned.data ?? []).slice(0, revealedMax).map(({ id, name, store }) => ({ id, name, store: store.name }))

/** Contacts that the account has revealed, whose last names the catalogue’s search does not know. */
function useRevealed(typed: string): { id: string; name: string; store: string }[] {
  const { data } = useQuery({
    queryKey: ['searchRevealedContacts', 'few', typed],
    enabled: typed !== '',
    retry: false,
    queryFn: ({ signal }) => call('searchRevealedContacts', { signal, query: { words: typed, limit: revealedMax } }),
  })
  return (data?.data ?? []).map(({ id, full_name: full, first_name: first, last_name: last, store }) => ({
    id,
    name: full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown'),
    store: store.name,
  }))
}
