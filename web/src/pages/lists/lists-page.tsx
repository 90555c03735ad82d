import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount, formatDay } from '../../shared/format.ts'
import { ListDialog } from '../../shared/lists/list-dialogs.tsx'
import { type List, listsQuery } from '../../shared/lists/lists.ts'
import { useActorName } from '../../shared/members.ts'
import { paths } from '../../shared/paths.ts'
import { NewCount } from '../../shared/watches/new-marks.tsx'
import { useWatches } from '../../shared/watches/watches.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ListMenu } from './list-menu.tsx'

/** All lists of contacts and of stores: one's own, and those that colleagues share. */
export function ListsPage() {
  const { data, error, isPending, refetch } = useQuery(listsQuery)
  const [isNaming, setNaming] = useState(false)
  const navigate = useNavigate()
  const nameOf = useActorName()
  const { data: watches } = useWatches()
  const columns: Column<List>[] = [
    {
      head: 'Name',
      cell: ({ id, name }) => (
        <span className="inline-flex items-center gap-2">
          <Link to={paths.list(id)} className="font-medium wrap-anywhere hover:underline">
            {name}
          </Link>
          <NewCount count={watches?.data.find(({ list_id }) => list_id === id)?.new_matches ?? 0} />
        </span>
      ),
    },
    {
      head: 'Holds',
      isWideOnly: true,
      cell: ({ kind }) => (
        <span className="inline-flex items-center gap-1.5 text-ink-soft">
          <Icon name={kind} size={14} className="text-ink-faint" />
          {kind === 'contacts' ? 'Contacts' : 'Stores'}
        </span>
      ),
    },
    { head: 'Items', isNumber: true, cell: ({ items }) => formatCount(items) },
    { head: 'Owner', isWideOnly: true, cell: (list) => nameOf(list.created_by) },
    { head: 'Seen by', isWideOnly: true, cell: (list) => (list.private ? 'Only you' : 'Everyone') },
    {
      head: 'Created',
      isWideOnly: true,
      cell: (list) => <span className="figures whitespace-nowrap">{formatDay(list.created_at)}</span>,
    },
    { head: '', isNumber: true, cell: (list) => <ListMenu list={list} /> },
  ]
  const lists = data?.data ?? []
  return (
    <Page
      title="Lists"
      isWide
      actions={
        <Button icon="plus" onClick={() => setNaming(true)}>
          New list
        </Button>
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-60 rounded-panel!" />}
      {data && lists.length === 0 && (
        <EmptyState
          icon="list"
          title="No lists yet"
          action={<Button onClick={() => setNaming(true)}>Create the first list</Button>}
        >
          Use lists to group contacts or stores for a campaign or a colleague. Contacts need not be revealed.
        </EmptyState>
      )}
      {lists.length > 0 && <DataTable label="Lists" columns={columns} rows={lists} keyOf={({ id }) => id} />}
      {isNaming && (
        <ListDialog onDone={({ id }) => void navigate({ to: paths.list(id) })} onClose={() => setNaming(false)} />
      )}
    </Page>
  )
}
