import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, download } from '../api/call.ts'
import { RevealedChannels } from '../contacts/channels.tsx'
import { SearchFailed } from '../contacts/reveal-notices.tsx'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { formatDay } from '../figures.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { EmptyState, Skeleton } from '../ui/small-parts.tsx'
import { toast } from '../ui/toast.tsx'

const pageRows = 50

const columns: Column<RevealedContact>[] = [
  {
    head: 'Name',
    cell: (contact) => (
      <span className="block max-w-50">
        <span className="block truncate font-medium">
          {contact.full_name ?? [contact.first_name, contact.last_name].filter(Boolean).join(' ')}
        </span>
        <span className="block truncate text-small text-ink-faint">{contact.title}</span>
      </span>
    ),
  },
  {
    head: 'Store',
    isWideOnly: true,
    cell: ({ store }) => (
      <span className="block max-w-50">
        <Link to={paths.store(store.domain)} className="block truncate hover:underline">
          {store.domain}
        </Link>
        <span className="block truncate text-small text-ink-faint">{store.name}</span>
      </span>
    ),
  },
  {
    head: 'Channels',
    cell: (contact) => (
      <span className="block w-60">
        <RevealedChannels contact={contact} />
      </span>
    ),
  },
  { head: 'Revealed', isNumber: true, isWideOnly: true, cell: (contact) => formatDay(contact.revealed_at) },
]

export function RevealedPage() {
  const results = useInfiniteQuery({
    queryKey: ['listRevealedContacts'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listRevealedContacts', { signal, query: { limit: pageRows, ...(pageParam && { cursor: pageParam }) } }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
  const exporting = useMutation({
    mutationFn: () => download('listRevealedContacts'),
    onSuccess: (file) => saveFile(file, 'revealed-contacts.csv'),
    onError: (error) => toast({ title: error.message, look: 'danger' }),
  })
  const contacts = results.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Page
      title="Revealed"
      isWide
      actions={
        contacts.length > 0 && (
          <Button icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
            Export CSV
          </Button>
        )
      }
    >
      {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <Skeleton className="h-120 rounded-panel!" />}
      {results.isSuccess && contacts.length === 0 && (
        <EmptyState
          icon="revealed"
          title="What you reveal is kept here"
          action={
            <Link to={paths.contacts()} className={buttonClass('primary')}>
              Find contacts
            </Link>
          }
        >
          Every contact that this account has revealed, with all channels, to copy and to export. Opening one again
          costs nothing.
        </EmptyState>
      )}
      {contacts.length > 0 && (
        <DataTable label="Revealed contacts" columns={columns} rows={contacts} keyOf={({ id }) => id} />
      )}
      {results.hasNextPage && (
        <Button className="mt-4" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  )
}
