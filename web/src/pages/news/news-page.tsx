import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { paths } from '../../shared/paths.ts'
import { firstOf, type SearchParams } from '../../shared/search-params.ts'
import { NewCount } from '../../shared/watches/new-marks.tsx'
import { useWatches, type Watch } from '../../shared/watches/watches.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WatchNews } from './watch-news.tsx'

/** What watched searches, lists and stores have told, and which of it is new since the last visit. */
export function NewsPage() {
  const { data, error, isPending, fetchStatus, refetch } = useWatches()
  const asked = firstOf((useSearch({ strict: false }) as SearchParams).watch)
  const watches = data?.data ?? []
  const chosen = useChosen(watches, asked)
  return (
    <Page title="News" isWide>
      {error && <SearchFailed error={error} onRetry={() => void refetch()} />}
      {isPending && fetchStatus === 'fetching' && <Skeleton className="h-60 rounded-panel!" />}
      {isPending && fetchStatus === 'idle' && <NothingWatched />}
      {data && watches.length === 0 && <NothingWatched />}
      {chosen && (
        <div className="grid grid-cols-1 items-start gap-6 min-[900px]:grid-cols-[240px_minmax(0,1fr)]">
          <WatchList watches={watches} chosen={chosen} />
          <WatchNews key={chosen.id} watch={chosen} />
        </div>
      )}
    </Page>
  )
}

/**
 * The one that the address asks for, or the first that had news when the page was opened: the visit takes its count away, and must
 * not go on to the next one.
 */
function useChosen(watches: readonly Watch[], asked: string | undefined): Watch | undefined {
  const [first, setFirst] = useState<string>()
  const find = (id: string | undefined) => watches.find((watch) => watch.id === id)
  const named = find(asked)
  const chosen = named ?? find(first) ?? watches.find((watch) => watch.new_matches > 0) ?? watches[0]
  const next = named ? undefined : chosen?.id
  if (next !== first) setFirst(next)
  return chosen
}

const NothingWatched = () => (
  <EmptyState
    icon="bell"
    title="Nothing is watched yet"
    action={<ButtonLink to={paths.contacts()}>Search contacts</ButtonLink>}
  >
    Save a search, watch a list or follow a store. What is new appears here once, and by email if you like.
  </EmptyState>
)

/** All of them, each with how many are new. */
const WatchList = ({ watches, chosen }: { watches: readonly Watch[]; chosen: Watch }) => (
  <nav aria-label="What is watched" className="rounded-panel border bg-surface p-1">
    <ul>
      {watches.map((watch) => (
        <li key={watch.id}>
          <Link
            to={paths.news(watch.id)}
            aria-current={watch.id === chosen.id ? 'true' : undefined}
            className="flex min-h-9 items-center gap-2 rounded-control px-2 py-1 text-table text-ink-soft hover:bg-hover hover:text-ink aria-[current=true]:bg-selected aria-[current=true]:text-ink"
          >
            <Icon name={watch.list_id === null ? 'bookmark' : 'list'} className="text-ink-faint" />
            <span className="min-w-0 flex-1 wrap-anywhere">{watch.name}</span>
            <NewCount count={watch.new_matches} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
