import type { Reply } from '../../api/call.ts'
import { ScoreBar } from '../../ui/score-bar.tsx'
import type { Column, TableSpec } from '../../ui/table/table-spec.ts'
import { Tag } from '../../ui/tag.tsx'
import { Age } from '../age.tsx'
import { formatCount, plural } from '../format.ts'
import { Label } from '../labels.tsx'
import { NewMark } from '../watches/new-marks.tsx'
import { WorkCell } from '../work/row-work.tsx'
import { LastChange } from './change-text.tsx'
import { StoreCell } from './store-cell.tsx'
import { CountryCode } from './store-mark.tsx'

export type Store = Reply<'searchStores'>['data'][number] & {
  /** An invented example, as shown without a plan. */
  synthetic?: true
}

const columns: Column<Store>[] = [
  {
    id: 'store',
    label: 'Store',
    share: 2,
    min: 180,
    isFixed: true,
    sort: { name: 'name', isAscending: true },
    cell: (store, isRoomy) => <StoreWithPlus store={store} isRoomy={isRoomy} />,
  },
  {
    id: 'category',
    label: 'Category',
    share: 1,
    min: 108,
    leaves: 1,
    cell: ({ category }) => <Label list="categories" value={category} />,
  },
  {
    id: 'country',
    label: 'Country',
    share: 0.9,
    // As wide as "United Arab Emirates".
    min: 164,
    leaves: 5,
    cell: ({ country }) => (
      <span className="flex items-center gap-1.5">
        {country && <CountryCode code={country} name="" />}
        <Label list="countries" value={country} />
      </span>
    ),
  },
  {
    id: 'visits',
    label: 'Monthly visits',
    share: 0.6,
    min: 92,
    leaves: 3,
    sort: { name: 'visits' },
    cell: (store) => <Label list="traffic_tiers" value={store.traffic_tier} />,
  },
  {
    id: 'revenue',
    label: 'Monthly revenue',
    share: 0.6,
    min: 98,
    leaves: 2,
    sort: { name: 'revenue' },
    cell: (store) => <Label list="revenue_tiers" value={store.revenue_tier} />,
  },
  {
    id: 'apps',
    label: 'Apps',
    share: 1.4,
    min: 140,
    isExtra: true,
    cell: ({ technologies }) => (
      <span className="block truncate text-ink-soft" title={technologies.apps.join(', ')}>
        {technologies.apps.join(', ') || '–'}
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    share: 0.6,
    min: 104,
    leaves: 0,
    cell: ({ id, synthetic }, isRoomy) => !synthetic && <WorkCell kind="stores" id={id} isRoomy={isRoomy} />,
  },
  {
    id: 'change',
    label: 'Last change',
    share: 1,
    min: 120,
    leaves: 4,
    sort: { name: 'last_change' },
    cell: ({ last_change: last }, isRoomy) => <LastChange last={last} isRoomy={isRoomy} />,
  },
  {
    id: 'first-seen',
    label: 'First seen',
    share: 0.6,
    min: 104,
    isExtra: true,
    sort: { name: 'newest' },
    cell: ({ first_seen_at: at }) => <Age at={at} />,
  },
  {
    id: 'score',
    label: 'Score',
    share: 0.4,
    min: 80,
    isNumber: true,
    cell: (store) => <ScoreBar score={store.lead_fit_score} />,
  },
  {
    id: 'contacts',
    label: 'Contacts',
    share: 0.4,
    min: 92,
    isNumber: true,
    sort: { name: 'contacts' },
    cell: ({ contacts_summary: contacts }, isRoomy) => (
      <span className="figures block">
        {formatCount(contacts.total)}
        {isRoomy && contacts.verified_email_count > 0 && (
          <span className="block text-small whitespace-nowrap text-ink-faint">
            {formatCount(contacts.verified_email_count)} with email
          </span>
        )}
      </span>
    ),
  },
]

export const storeTable: TableSpec<Store> = {
  label: 'Stores',
  columns,
  selectLabel: ({ domain }) => `Select ${domain}`,
  card: (store) => (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <StoreWithPlus store={store} isRoomy />
      </span>
      <span className="figures text-right text-small whitespace-nowrap text-ink-faint">
        {plural(store.contacts_summary.total, 'contact')}
      </span>
    </div>
  ),
  cardLabel: 'Store',
  cardHeight: 64,
  skeleton: ['w-1/4', 'w-1/6', 'w-1/6', 'w-1/6'],
}

const StoreWithPlus = ({ store, isRoomy }: { store: Store; isRoomy: boolean }) => (
  <StoreCell
    store={store}
    isRoomy={isRoomy}
    isExample={store.synthetic}
    note={store.shopify_plus && <span className="shrink-0 font-medium text-ink-soft">Plus</span>}
  >
    {store.synthetic && <Tag>Example</Tag>}
    <NewMark id={store.id} />
  </StoreCell>
)
