import type { Body } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { formatCount, plural } from '../format.ts'
import { ListChoice } from '../lists/add-to-list-menu.tsx'
import { toRequest } from '../search/filter-params.ts'
import type { Search } from '../search/use-search.ts'
import { useFoundJob } from '../search-page/use-found-job.ts'
import { contactsOfFound } from './contacts-of-found.ts'

type StoreSort = NonNullable<Body<'searchStores'>['sort']>

/** Everything that a search of stores found: counted, priced in search rows, and worked on by the server. */
export function FoundStores({
  found: { groups, search, serverSort },
  count,
  onClear,
}: {
  found: Search<'searchStores'>
  count: number
  onClear: () => void
}) {
  const sort = serverSort.current as StoreSort | null
  const whole = { ...toRequest(groups, search), ...(sort && { sort }) }
  const { start, most, rowsLeft } = useFoundJob(whole, count, 'store')
  const people = contactsOfFound(search)
  const isShort = most < count
  return (
    <Bar>
      <p
        data-testid="quote"
        className="figures flex min-w-0 flex-1 flex-wrap gap-x-2 text-table text-ink-soft max-md:basis-full md:min-w-48"
      >
        <span className="font-medium text-ink">{formatCount(count)} selected</span>
        <span className={isShort ? 'text-danger' : ''}>
          {isShort
            ? `only ${plural(rowsLeft, 'search row')} left`
            : `an export or a list uses ${plural(count, 'search row')} of ${formatCount(rowsLeft)}`}
          {count > limits.listItemsMax && ` · a list holds ${formatCount(limits.listItemsMax)}`}
        </span>
      </p>
      {people && (
        <ButtonLink to={people} look="primary">
          Contacts at these stores
        </ButtonLink>
      )}
      {count > limits.listItemsMax ? (
        <Button icon="list" disabled>
          Add to list
        </Button>
      ) : (
        <ListChoice kind="stores" count={most} isBusy={start.isPending} onChoose={(list) => start.mutate(list)} />
      )}
      <Button icon="download" disabled={most === 0} isBusy={start.isPending} onClick={() => start.mutate(null)}>
        <span className="max-sm:sr-only">{isShort ? `Export the first ${formatCount(most)}` : 'Export CSV'}</span>
      </Button>
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </Bar>
  )
}
