import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, call, type Reply } from '../api/call.ts'
import { SearchFailed } from '../billing/without-plan.tsx'
import { TagList } from '../contacts/contact-drawer.tsx'
import { formatCount } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tag } from '../ui/tag.tsx'
import { StoreContacts } from './store-contacts.tsx'

export function StorePage() {
  const { domain = '' } = useParams({ strict: false }) as { domain?: string }
  const {
    data: store,
    error,
    refetch,
  } = useQuery({
    queryKey: ['getStore', domain],
    queryFn: ({ signal }) => call('getStore', { params: { domain }, signal }),
    staleTime: 5 * 60_000,
  })
  useTitle(store?.name ?? domain)
  return (
    <main className="hairline-scroll h-full overflow-y-auto">
      <div className="mx-auto max-w-260 px-4 py-6 md:px-8">
        <Link
          to={paths.stores()}
          className="mb-4 inline-flex items-center gap-1 text-table text-ink-faint hover:text-ink"
        >
          <Icon name="chevronRight" size={14} className="rotate-180" /> Stores
        </Link>
        {error instanceof ApiError && error.code === 'store_not_found' ? (
          <EmptyState
            icon="stores"
            title="This store is not in the catalogue"
            action={<ButtonLink to={paths.stores()}>Search stores</ButtonLink>}
          >
            <span className="break-all">{domain}</span> was not found. Check the spelling, or search all stores.
          </EmptyState>
        ) : error ? (
          <SearchFailed error={error} onRetry={() => void refetch()} />
        ) : store ? (
          <StoreProfile store={store} />
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </main>
  )
}

function StoreProfile({ store }: { store: Reply<'getStore'> }) {
  const { technologies, contacts_summary: contacts } = store
  const labelOf = useLabelOf()
  const facts: [string, ReactNode][] = [
    ['Lead fit score', store.lead_fit_score ?? '–'],
    ['Monthly visits', store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'],
    ['Monthly revenue', store.revenue_tier ? labelOf('revenue_tiers', store.revenue_tier) : '–'],
    ['Country', store.country ? labelOf('countries', store.country) : '–'],
    ['Category', store.category ? labelOf('categories', store.category) : '–'],
    ['Contacts', formatCount(contacts.total)],
  ]
  const theme = technologies.theme.name ?? (technologies.theme.type && labelOf('theme_types', technologies.theme.type))
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{store.name}</h1>
        <span className="flex items-center gap-1 text-ink-faint">
          {store.domain}
          <CopyButton text={store.domain} label="Copy the domain" />
        </span>
        {store.shopify_plus && <Tag>Shopify Plus</Tag>}
      </header>
      <dl className="mt-5 grid grid-cols-2 overflow-hidden rounded-panel border bg-surface sm:grid-cols-3 lg:grid-cols-6">
        {facts.map(([name, value]) => (
          <div key={name} className="-mt-px -ml-px border-t border-l px-4 py-3">
            <dt className="text-small text-ink-faint">{name}</dt>
            <dd className="figures mt-0.5 truncate font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="technologies" className="mt-8">
        <h2 id="technologies" className="font-semibold">
          Technologies
        </h2>
        {technologies.apps.length + technologies.pixels.length === 0 && !theme && (
          <p className="mt-1 text-ink-faint">None detected.</p>
        )}
        <TagList title={`Apps, ${technologies.apps.length}`} tags={technologies.apps} />
        <TagList title={`Pixels, ${technologies.pixels.length}`} tags={technologies.pixels} />
        <TagList title="Theme" tags={theme ? [theme] : []} />
      </section>
      <StoreContacts domain={store.domain} />
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
