import { memo, type ReactNode } from 'react'
import { formatCount, plural } from '../../shared/format.ts'
import { type LabelOf, useLabelOf } from '../../shared/labels.tsx'
import { RowStoreLink } from '../../shared/stores/row-store-link.tsx'
import { CountryCode, StoreMark } from '../../shared/stores/store-mark.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import type { Paging } from '../../ui/table/endless-table.tsx'
import { RowCheckbox, SelectableRow, type SelectableRowProps } from '../../ui/table/selectable-row.tsx'
import { rowHeights, SelectableTable } from '../../ui/table/selectable-table.tsx'
import { gridClass } from '../../ui/table/table-head.tsx'
import type { TableLayout } from '../../ui/table/table-layout.ts'
import { Tag } from '../../ui/tag.tsx'
import type { Store } from './store-facts.ts'

const cardHeight = 64

type StoreTableProps = {
  stores: readonly Store[]
  layout: TableLayout
  total: number
  selection: ReadonlyMap<string, Store>
  current: number
  isCard: boolean
  paging: Paging
  onSelect: (index: number, isRange: boolean) => void
  onSelectAll: () => void
  onOpen: (index: number) => void
}

export function StoreTable(props: StoreTableProps) {
  const { stores, layout, total, selection, current, isCard, paging, onSelect, onSelectAll, onOpen } = props
  return (
    <SelectableTable
      label="Stores"
      cardLabel="Store"
      rows={stores}
      total={total}
      layout={layout}
      cardHeight={cardHeight}
      isCard={isCard}
      selection={selection}
      paging={paging}
      current={current}
      onSelectAll={onSelectAll}
      skeletons={<StoreSkeletons count={3} />}
    >
      {(store, index, fitted) => (
        <StoreRow
          store={store}
          layout={fitted}
          index={index}
          isSelected={selection.has(store.id)}
          isCurrent={index === Math.max(current, 0)}
          isOpen={false}
          isCard={isCard}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
    </SelectableTable>
  )
}

type StoreRowProps = SelectableRowProps & { store: Store; layout: TableLayout }

const StoreRow = memo(function StoreRow(props: StoreRowProps) {
  const { store, layout, isCard } = props
  const labelOf = useLabelOf()
  const checkbox = <RowCheckbox label={`Select ${store.domain}`} {...props} />
  return (
    <SelectableRow
      {...props}
      className={isCard ? 'flex min-h-16 items-center gap-3 px-4 py-2' : `${gridClass} py-1`}
      {...(!isCard && { minHeight: rowHeights[layout.density] })}
    >
      <div role="gridcell" className={isCard ? '' : 'flex justify-center'}>
        {checkbox}
      </div>
      {isCard ? (
        <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1">{cells.store!(store, labelOf, true)}</span>
          <span className="figures text-right text-small whitespace-nowrap text-ink-faint">
            {plural(store.contacts_summary.total, 'contact')}
          </span>
        </div>
      ) : (
        layout.columns.map(({ id, isNumber }) => (
          <div key={id} role="gridcell" className={`min-w-0 ${isNumber ? 'text-right' : ''}`}>
            {cells[id]?.(store, labelOf, layout.density === 'comfortable')}
          </div>
        ))
      )}
    </SelectableRow>
  )
})

const cells: Record<string, (store: Store, labelOf: LabelOf, isRoomy: boolean) => ReactNode> = {
  store: (store, _, isRoomy) => (
    <span className="flex items-center gap-2.5">
      <StoreMark name={store.name} domain={store.domain} size={isRoomy ? 28 : 22} />
      <span className="min-w-0">
        <span className="block font-medium">
          {store.synthetic ? (
            <>
              {store.domain} <Tag>Example</Tag>
            </>
          ) : (
            <RowStoreLink domain={store.domain} />
          )}
        </span>
        {isRoomy && (
          <span className="flex min-w-0 gap-1.5 text-small text-ink-faint">
            <span className="truncate">{store.name}</span>
            {store.shopify_plus && <span className="shrink-0 font-medium text-ink-soft">Plus</span>}
          </span>
        )}
      </span>
    </span>
  ),
  category: ({ category }, labelOf) => (
    <span className="block truncate text-ink-soft">{category ? labelOf('categories', category) : '–'}</span>
  ),
  country: ({ country }, labelOf) =>
    country ? (
      <span className="flex items-center gap-1.5 text-ink-soft">
        <CountryCode code={country} name="" />
        <span className="truncate">{labelOf('countries', country)}</span>
      </span>
    ) : (
      '–'
    ),
  visits: (store, labelOf) => (
    <span className="figures block truncate text-ink-soft">
      {store.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'}
    </span>
  ),
  revenue: (store, labelOf) => (
    <span className="figures block truncate text-ink-soft">
      {store.revenue_tier ? labelOf('revenue_tiers', store.revenue_tier) : '–'}
    </span>
  ),
  apps: ({ technologies }) => (
    <span className="block truncate text-ink-soft" title={technologies.apps.join(', ')}>
      {technologies.apps.join(', ') || '–'}
    </span>
  ),
  score: (store) => <ScoreBar score={store.lead_fit_score} />,
  contacts: ({ contacts_summary: contacts }, _, isRoomy) => (
    <span className="figures block">
      {formatCount(contacts.total)}
      {isRoomy && contacts.verified_email_count > 0 && (
        <span className="block text-small whitespace-nowrap text-ink-faint">
          {formatCount(contacts.verified_email_count)} with email
        </span>
      )}
    </span>
  ),
}

export const StoreSkeletons = ({ count }: { count: number }) => (
  <SkeletonRows count={count} className="flex h-12 items-center gap-6 border-b px-5">
    <Skeleton className="size-4" />
    <Skeleton className="h-3.5 w-1/4" />
    <Skeleton className="h-3.5 w-1/6" />
    <Skeleton className="h-3.5 w-1/6" />
    <Skeleton className="h-3.5 w-1/6" />
  </SkeletonRows>
)
