import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCount } from '../format.ts'
import { useLabelOf } from '../labels.tsx'
import { paths } from '../paths.ts'
import { EndlessTable, type Paging } from '../ui/endless-table.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Store } from './store-facts.ts'

const rowHeight = 44

const columns =
  'grid items-center gap-x-3 px-4 grid-cols-[minmax(0,1fr)_64px_48px] @min-[780px]:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1fr)_96px_96px_56px_96px]'
const wideOnly = 'hidden @min-[780px]:block'

const heads: { label: string; className: string }[] = [
  { label: 'Store', className: '' },
  { label: 'Category', className: wideOnly },
  { label: 'Country', className: wideOnly },
  { label: 'Visits', className: wideOnly },
  { label: 'Revenue', className: wideOnly },
  { label: 'Score', className: 'text-right' },
  { label: 'Contacts', className: 'text-right' },
]

export function StoreTable({ stores, total, paging }: { stores: Store[]; total: number; paging: Paging }) {
  return (
    <EndlessTable
      label="Stores"
      role="table"
      rows={stores}
      total={total}
      rowHeight={rowHeight}
      paging={paging}
      head={
        <div role="row" aria-rowindex={1} className={`${columns} h-9 border-b`}>
          {heads.map(({ label, className }) => (
            <div key={label} role="columnheader" className={className}>
              {label}
            </div>
          ))}
        </div>
      }
      skeletons={<StoreSkeletons count={3} />}
    >
      {(store, index) => <StoreRow store={store} index={index} />}
    </EndlessTable>
  )
}

const StoreRow = memo(function StoreRow({ store, index }: { store: Store; index: number }) {
  const { contacts_summary: contacts } = store
  const labelOf = useLabelOf()
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${columns} relative h-11 border-b bg-surface text-table hover:bg-hover`}
    >
      <div role="cell" className="min-w-0">
        <p className="flex items-center gap-2">
          {/* The link covers its row: one target, and it opens in a new tab like any other. */}
          <Link to={paths.store(store.domain)} className="truncate font-medium after:absolute after:inset-0">
            {store.domain}
          </Link>
          {store.shopify_plus && <Tag>Plus</Tag>}
        </p>
        <p className="truncate text-small text-ink-faint">{store.name}</p>
      </div>
      <div role="cell" className={`truncate text-ink-soft ${wideOnly}`}>
        {store.category ? labelOf('categories', store.category) : '–'}
      </div>
      <div role="cell" className={`truncate text-ink-soft ${wideOnly}`}>
        {store.country ? labelOf('countries', store.country) : '–'}
      </div>
      <div role="cell" className={`figures text-ink-soft ${wideOnly}`}>
        {store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'}
      </div>
      <div role="cell" className={`figures text-ink-soft ${wideOnly}`}>
        {store.revenue_tier ? labelOf('revenue_tiers', store.revenue_tier) : '–'}
      </div>
      <div role="cell" className="figures text-right font-medium">
        {store.lead_fit_score ?? '–'}
      </div>
      <div role="cell" className="figures text-right">
        {formatCount(contacts.total)}
        <span className={`text-small whitespace-nowrap text-ink-faint ${wideOnly}`}>
          {contacts.verified_email_count > 0 ? `${formatCount(contacts.verified_email_count)} with email` : ' '}
        </span>
      </div>
    </div>
  )
})

export const StoreSkeletons = ({ count }: { count: number }) => (
  <SkeletonRows count={count} className={`${columns} h-11 border-b`}>
    {heads.map(({ label, className }) => (
      <Skeleton key={label} className={`h-3.5 w-3/4 ${className}`} />
    ))}
  </SkeletonRows>
)
