import type { Body } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { formatCount, plural } from '../format.ts'
import { createJob } from '../jobs/jobs.ts'
import { ListChoice } from '../lists/add-to-list-menu.tsx'
import { type List, listItemsKey, listsQuery } from '../lists/lists.ts'
import { toRequest } from '../search/filter-params.ts'
import type { Search } from '../search/use-search.ts'
import { useAction } from '../use-action.ts'
import { useUsage } from '../use-usage.ts'
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
  const { data: usage } = useUsage()
  const rowsLeft = usage?.web_search_rows.remaining ?? count
  const most = Math.min(count, rowsLeft)
  const start = useAction(
    (list: List | null) => {
      const sort = serverSort.current as StoreSort | null
      const body = {
        kind: 'export' as const,
        search: { ...toRequest(groups, search), ...(sort && { sort }) },
        max: most,
      }
      return createJob({ ...body, ...(list && { add_to_list_id: list.id }) }, crypto.randomUUID()).then(() => list)
    },
    {
      refresh: [listsQuery.queryKey, listItemsKey],
      done: (list) => ({
        title: list
          ? `Adding ${plural(most, 'store')} to “${list.name}”. You can close this tab.`
          : `Exporting ${plural(most, 'store')}. The file will be in the navigation.`,
      }),
    },
  )
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
