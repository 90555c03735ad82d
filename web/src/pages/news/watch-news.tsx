import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { Age } from '../../shared/age.tsx'
import { nameOf } from '../../shared/contacts/contact-preview.ts'
import { dayMs, formatDay, plural } from '../../shared/format.ts'
import { useLabelOf } from '../../shared/labels.tsx'
import { PagedTable } from '../../shared/paged-table.tsx'
import { paths } from '../../shared/paths.ts'
import { addressOf, savedSearchesQuery } from '../../shared/saved-searches/saved-searches.ts'
import { describeChange } from '../../shared/stores/change-text.tsx'
import { NewMark } from '../../shared/watches/new-marks.tsx'
import { NewsPreview } from '../../shared/watches/news-preview.tsx'
import { markMatches, noteVisit } from '../../shared/watches/visit.ts'
import { NewsSelect } from '../../shared/watches/watch-menu.tsx'
import type { Watch, WatchSource } from '../../shared/watches/watches.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'

type Match = Reply<'listWatchMatches'>['data'][number]

const matchesQuery = (watchId: string) =>
  infiniteQueryOptions({
    queryKey: ['listWatchMatches', watchId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listWatchMatches', {
        signal,
        params: { watch_id: watchId },
        query: { limit: 50, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })

/** The news of one watch, newest first. Reading it makes it known: its count goes, its marks stay while the tab is open. */
export function WatchNews({ watch }: { watch: Watch }) {
  const results = useInfiniteQuery(matchesQuery(watch.id))
  useSeen(watch, results.data?.pages)
  const source =
    watch.saved_search_id === null ? { list_id: watch.list_id! } : { saved_search_id: watch.saved_search_id }
  return (
    <section aria-labelledby="watch" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-50">
          <h2 id="watch" className="font-semibold wrap-anywhere">
            {watch.name}
          </h2>
          <p className="text-small text-ink-faint">
            {results.data ? describeTotal(watch, results.data.pages[0]!.total) : ' '}
          </p>
        </div>
        <NewsSelect source={source} name={watch.name} />
        <OpenSource watch={watch} />
      </div>
      <PagedTable
        label={`News of ${watch.name}`}
        columns={useColumns(watch.kind)}
        results={results as never}
        rowsOf={(matches: Row[]) => matches.map((match, at) => ({ ...match, id: String(at) }))}
        empty={<NothingYet source={source} kind={watch.kind} />}
      />
    </section>
  )
}

/** The matches that it would have reported before it was made show what to expect of it. */
const NothingYet = ({ source, kind }: { source: WatchSource; kind: Watch['kind'] }) => (
  <>
    <p className="mb-2">Nothing yet. New matches and changes appear here.</p>
    <NewsPreview of={source} kind={kind} />
  </>
)

/** Before it was made, a watch has reported nothing, although its preview shows matches. */
function describeTotal({ created_at: made }: Watch, total: number): string {
  const days = limits.watchMatchDays
  const isOlder = Date.now() - Date.parse(made) > days * dayMs
  if (total === 0 && !isOlder) return `Watched since ${formatDay(made)}. Earlier news is not listed.`
  return `${plural(total, 'match', 'matches')} ${isOlder ? `in ${days} days` : `since ${formatDay(made)}`}`
}

type Row = Match & { id: string }

/** Marks what is new, then tells the server that it was seen. */
function useSeen(watch: Watch, pages: readonly { data: Match[] }[] | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!pages) return
    markMatches(pages.flatMap(({ data }) => data))
    if (watch.new_matches > 0) void noteVisit(client, watch.id)
  }, [client, watch.id, watch.new_matches, pages])
}

function OpenSource({ watch }: { watch: Watch }) {
  const { data } = useQuery(savedSearchesQuery)
  const saved = data?.data.find(({ id }) => id === watch.saved_search_id)
  const address = watch.list_id === null ? saved && addressOf(saved) : paths.list(watch.list_id)
  return (
    address && (
      <ButtonLink to={address} look="secondary">
        {watch.list_id === null ? 'Open search' : 'Open list'}
      </ButtonLink>
    )
  )
}

function useColumns(kind: Watch['kind']): Column<Row>[] {
  const labelOf = useLabelOf()
  const why = ({ changes }: Match): string =>
    changes.length === 0 ? 'Begins to match' : changes.map((change) => describeChange(change, labelOf)).join(', ')
  return [
    {
      head: kind === 'contacts' ? 'Contact' : 'Store',
      cell: (match) => <Subject match={match} />,
    },
    { head: 'What is new', isWideOnly: true, cell: (match) => <span className="wrap-anywhere">{why(match)}</span> },
    { head: 'When', isWideOnly: true, cell: ({ matched_at: at }) => <Age at={at} /> },
  ]
}

function Subject({ match: { contact, store } }: { match: Match }) {
  const { domain, name } = (contact?.store ?? store)!
  return (
    <span className="block py-1">
      <span className="flex items-center gap-2">
        <Link
          to={contact ? paths.contactAt(domain, contact.id) : paths.store(domain)}
          className="min-w-0 font-medium wrap-anywhere hover:underline"
        >
          {contact ? nameOf(contact, undefined) : name}
        </Link>
        <NewMark id={(contact ?? store)!.id} />
      </span>
      <span className="block text-small wrap-anywhere text-ink-faint">
        {contact ? [contact.title, name].filter(Boolean).join(' · ') : domain}
      </span>
    </span>
  )
}
