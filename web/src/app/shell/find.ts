import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiError, call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { profileQuery, taxonomyQuery } from '../../api/queries.ts'
import { formatCount, plural } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { useRested } from '../../ui/use-rested.ts'
import type { Command, Commands } from './commands.ts'
import { useGo } from './commands.ts'

/** Answers take a few milliseconds: this only keeps fast typists from asking about every letter. */
const restMs = 70
const technologiesMax = 3

type FindReply = Reply<'findAnything'>
type FindResult = {
  commands: Commands
  /** The commands are those of an earlier text. */
  isStale: boolean
  error: ApiError | null
}

/** Stores and people of the catalogue by name, as somebody types. */
export function useFinding(typed: string): FindResult {
  const text = typed.trim().slice(0, limits.valueLengthMax)
  const { value: asked } = useRested(text, restMs)
  const { data: profile } = useQuery(profileQuery)
  const hasPlan = profile?.api_access.enabled ?? false
  const isAsking = hasPlan && isEnough(asked)
  const { data, error, isPlaceholderData, isPending } = useQuery<FindReply, ApiError>({
    queryKey: ['findAnything', asked],
    queryFn: ({ signal }) => call('findAnything', { body: { text: asked }, signal }),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  const found = isAsking && !error ? data : undefined
  const technologies = useTechnologies(text)
  const catalogue = useFound(found)
  const counts = useWithoutPlan(hasPlan ? '' : text)
  return {
    commands: { ...catalogue, ...counts, ...technologies },
    isStale: hasPlan && (isEnough(text) || isAsking) && (text !== asked || isPlaceholderData || (isPending && !error)),
    error: isAsking ? error : null,
  }
}

/** One letter begins too many names; one ideograph is a word. */
const isEnough = (text: string): boolean => text.length > 1 || /[^\p{ASCII}]/u.test(text)

function useFound(found: FindReply | undefined): Commands {
  const go = useGo()
  return useMemo((): Commands => {
    if (!found) return {}
    const { stores, people, owned } = found
    const isListed = new Set(owned.data.map(({ id }) => id))
    const others = people.data.filter(({ id }) => !isListed.has(id))
    return {
      revealed: owned.data.map(
        (one): Command => ({ ...personLine(one), run: go(paths.revealedContact(one.name, one.id)) }),
      ),
      stores: withAll(
        stores.data.map(
          ({ domain, name, country }): Command => ({
            id: domain,
            label: name,
            detail: domain,
            note: country ?? undefined,
            icon: 'stores',
            run: go(paths.store(domain)),
          }),
        ),
        { total: stores.total, noun: 'store', run: go(paths.storesNamed(stores.searched_as)) },
      ),
      people: withAll(
        others.map((one): Command => ({ ...personLine(one), run: openPerson(go, one, people) })),
        {
          total: people.total,
          noun: 'person',
          nouns: 'people',
          shown: people.data.length,
          run: go(paths.contactsNamed(people.searched_as, { store: people.at_store })),
        },
      ),
    }
  }, [found, go])
}

type Person = FindReply['people']['data'][number]

const personLine = ({ id, name, title, owned, store }: Person): Omit<Command, 'run'> => ({
  id,
  label: name,
  detail: [title, store.name].filter(Boolean).join(', '),
  note: owned ? 'Revealed' : undefined,
  icon: 'user',
})

/** Among those that the same search finds; of another store, if it is none of them. */
const openPerson = (
  go: ReturnType<typeof useGo>,
  { id, name, owned, store }: Person,
  { searched_as: searchedAs, at_store: atStore }: FindReply['people'],
) => {
  if (owned) return go(paths.revealedContact(name, id))
  return go(atStore === null ? paths.contactsNamed(searchedAs, { open: id }) : paths.contactAt(store.domain, id))
}

/** The line that leads to all of them, where there are more. */
function withAll(
  commands: Command[],
  all: { total: number; noun: string; nouns?: string; shown?: number; run: () => void },
): Command[] {
  const { total, noun, nouns, shown = commands.length, run } = all
  if (total <= shown) return commands
  return [...commands, { id: `all-${noun}`, label: `See all ${plural(total, noun, nouns)}`, icon: 'search', run }]
}

/** Apps and pixels by name: the stores that use them. */
function useTechnologies(text: string): Commands {
  const go = useGo()
  const { data: taxonomy } = useQuery(taxonomyQuery)
  return useMemo((): Commands => {
    const wanted = text.toLowerCase()
    const listed = (['app', 'pixel'] as const).flatMap((kind) =>
      (taxonomy?.[`${kind}s`] ?? []).map((value) => ({ kind, ...value })),
    )
    const found = wanted.length < 2 ? [] : listed.filter(({ label }) => label.toLowerCase().startsWith(wanted))
    const commands = found
      .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
      .slice(0, technologiesMax)
      .map(
        ({ kind, value, label, count }): Command => ({
          id: `${kind}-${value}`,
          label: `Stores using ${label}`,
          detail: kind === 'app' ? 'App' : 'Pixel',
          note: formatCount(count ?? 0),
          icon: 'stores',
          run: go(paths.storesUsing(value, kind)),
        }),
      )
    return { technologies: commands }
  }, [text, taxonomy, go])
}

/** Without a plan rows can't be listed, but their number can. */
function useWithoutPlan(text: string): Commands {
  const go = useGo()
  if (!isEnough(text)) return {}
  return {
    counts: [
      { id: 'count-contacts', label: `Contacts named “${text}”`, icon: 'contacts', run: go(paths.contactsNamed(text)) },
      { id: 'count-stores', label: `Stores named “${text}”`, icon: 'stores', run: go(paths.storesNamed(text)) },
    ],
  }
}
