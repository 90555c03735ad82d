import {
  type QueryClient,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, call, type Reply } from '../../api/call.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { formatCount } from '../../shared/format.ts'
import { useLabelOf } from '../../shared/labels.tsx'
import { AddToListMenu } from '../../shared/lists/add-to-list-menu.tsx'
import { paths } from '../../shared/paths.ts'
import { StoreMark } from '../../shared/stores/store-mark.tsx'
import { TechnologyList } from '../../shared/stores/technology-list.tsx'
import { FollowButton } from '../../shared/watches/follow-button.tsx'
import { workQuery } from '../../shared/work/work.ts'
import { WorkPanel } from '../../shared/work/work-panel.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { SimilarStores } from './similar-stores.tsx'
import { StoreContacts } from './store-contacts.tsx'
import { searchOf, storePeopleQuery } from './store-people.ts'
import { StoreTimeline } from './store-timeline.tsx'

type Store = Omit<Reply<'getStore'>, 'request_id'>

/** A search that led here has the whole store: it is shown at once, and everything about it is asked for at the same time. */
function findInSearches(client: QueryClient, domain: string): { store: Store; at: number } | undefined {
  for (const { state } of client.getQueryCache().findAll({ queryKey: ['searchStores'] })) {
    const { pages = [] } = (state.data ?? {}) as { pages?: Reply<'searchStores'>[] }
    const store = pages.flatMap(({ data }) => data).find((found) => found.domain === domain)
    if (store) return { store, at: state.dataUpdatedAt }
  }
  return undefined
}

export function StorePage() {
  const { domain = '' } = useParams({ strict: false }) as { domain?: string }
  const client = useQueryClient()
  const {
    data: store,
    error,
    refetch,
  } = useQuery<Store>({
    queryKey: ['getStore', domain],
    queryFn: ({ signal }) => call('getStore', { params: { domain }, signal }),
    staleTime: 5 * 60_000,
    initialData: () => findInSearches(client, domain)?.store,
    initialDataUpdatedAt: () => findInSearches(client, domain)?.at,
  })
  useTitle(store?.name ?? domain)
  return (
    <main className="hairline-scroll h-full overflow-y-auto">
      <div className="max-w-320 px-4 py-4">
        <Link
          to={paths.stores()}
          className="mb-2 inline-flex min-h-8 items-center gap-1 text-table text-ink-faint hover:text-ink"
        >
          <Icon name="chevronRight" size={14} className="rotate-180" /> Stores
        </Link>
        {error instanceof ApiError && error.code === 'store_not_found' ? (
          <EmptyState
            icon="stores"
            isPage
            title="This store is not in the catalogue"
            action={<ButtonLink to={paths.stores()}>Search stores</ButtonLink>}
          >
            <span className="break-all">{domain}</span> was not found. Check the spelling, or search all stores.
          </EmptyState>
        ) : store ? (
          // What was chosen at one store is not for the next.
          <StoreProfile key={store.domain} store={store} />
        ) : error ? (
          <SearchFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </main>
  )
}

function StoreProfile({ store }: { store: Store }) {
  // Asked for before the page is drawn: the server is at work meanwhile.
  usePrefetchInfiniteQuery(storePeopleQuery(searchOf(store.domain)))
  usePrefetchQuery(workQuery({ kind: 'store', id: store.id }))
  const { technologies, contacts_summary: contacts } = store
  const labelOf = useLabelOf()
  const { name: themeName, type: themeType } = technologies.theme
  const themeKind = themeType && labelOf('theme_types', themeType)
  // A theme of its own may be called anything: the name alone says nothing.
  const theme = themeName && themeKind ? `${themeName} (${themeKind.toLowerCase()})` : (themeName ?? themeKind)
  const facts: [string, ReactNode][] = [
    ['Lead fit score', <ScoreBar key="score" score={store.lead_fit_score} />],
    ['Monthly visits', store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'],
    ['Monthly revenue', store.revenue_tier ? labelOf('revenue_tiers', store.revenue_tier) : '–'],
    ['Country', store.country ? labelOf('countries', store.country) : '–'],
    ['Category', store.category ? labelOf('categories', store.category) : '–'],
    ['Theme', theme ?? '–'],
    ['Contacts', formatCount(contacts.total)],
    ['With email', formatCount(contacts.verified_email_count)],
  ]
  const inShort = [
    store.country && labelOf('countries', store.country),
    store.category && labelOf('categories', store.category),
    store.traffic_tier && `${labelOf('traffic_tiers', store.traffic_tier)} visits a month`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StoreMark name={store.name} domain={store.domain} size={40} />
        <div className="min-w-0 flex-1 basis-50">
          <h1 className="flex flex-wrap items-center gap-x-2 text-title font-semibold tracking-[-0.01em]">
            <span className="min-w-0 wrap-anywhere">{store.name}</span>
            {store.shopify_plus && <Tag>Shopify Plus</Tag>}
          </h1>
          <p className="flex items-center text-ink-faint">
            <span className="min-w-0 wrap-anywhere">{store.domain}</span>
            <CopyButton text={store.domain} label="Copy the domain" />
          </p>
          {/* In one column the facts stand below all the people. */}
          <p className="text-table text-ink-soft min-[1000px]:hidden">{inShort}</p>
        </div>
        <FollowButton domain={store.domain} name={store.name} />
        <AddToListMenu kind="stores" ids={[store.id]} side="bottom" />
        <a
          href={`https://${store.domain}`}
          target="_blank"
          rel="noreferrer noopener"
          className={buttonClass('secondary')}
        >
          <Icon name="external" /> <span className="max-sm:sr-only">Open store</span>
        </a>
      </header>
      <div className="mt-5 grid grid-cols-1 items-start gap-8 min-[1000px]:grid-rows-[auto_1fr] min-[1000px]:grid-cols-[minmax(0,1fr)_304px] lg:grid-cols-[minmax(0,1fr)_320px]">
        <StoreContacts domain={store.domain} expected={contacts.total} roles={contacts.roles} />
        <div className="flex flex-col gap-8 min-[1000px]:col-start-2 min-[1000px]:row-span-2 min-[1000px]:row-start-1">
          <section aria-labelledby="facts">
            <h2 id="facts" className="mb-2 font-semibold">
              Facts
            </h2>
            <dl className="divide-y rounded-panel border bg-surface px-4">
              {facts.map(([name, value]) => (
                <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1.5 text-table">
                  <dt className="text-ink-faint">{name}</dt>
                  <dd className="figures text-right font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <WorkPanel item={{ kind: 'store', id: store.id }} />
          <section aria-labelledby="technologies">
            <h2 id="technologies" className="mb-2 font-semibold">
              Technologies
            </h2>
            <TechnologyList apps={technologies.apps} pixels={technologies.pixels} />
          </section>
          <StoreTimeline domain={store.domain} firstSeenAt={store.first_seen_at} />
        </div>
        {/* Last where all stands in one column: content that loads later must not move content that is being read. */}
        <SimilarStores domain={store.domain} />
      </div>
    </>
  )
}

const ProfileSkeleton = () => (
  <div>
    <Skeleton className="h-7 w-64" />
    <Skeleton className="mt-5 h-18 w-full rounded-panel!" />
    <Skeleton className="mt-8 h-5 w-32" />
    <Skeleton className="mt-3 h-16 w-full" />
  </div>
)
