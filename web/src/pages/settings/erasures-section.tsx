import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { limits, perRequest } from '../../api/limits.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatDay, plural } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'

type Erasure = Reply<'listErasures'>['data'][number]

const erasuresKey = ['listErasures']

/** Contacts that were erased after the account revealed them: its own copies have to go, and somebody has to say so. */
export function ErasuresSection() {
  const erasures = useInfiniteQuery({
    queryKey: erasuresKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listErasures', { signal, query: { limit: limits.pageRowsMax, ...(pageParam && { cursor: pageParam }) } }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const confirm = useAction((contactIds: string[]) => call('confirmErasures', { body: { contact_ids: contactIds } }), {
    refresh: [erasuresKey],
    done: ({ contact_ids: ids }) => ({ title: `Confirmed for ${plural(ids.length, 'contact')}.`, look: 'success' }),
  })
  const rows = erasures.data?.pages.flatMap((page) => page.data) ?? []
  const waiting = rows
    .flatMap((row) => (row.confirmed_at === null ? [row.contact_id] : []))
    .slice(0, perRequest.confirmErasures.contact_ids)
  return (
    <Section
      title="Erasures"
      note="People whom you revealed and who had their data erased. Delete your own copies, in your CRM and everywhere else, then confirm it here."
      actions={
        waiting.length > 1 && (
          <Button isBusy={confirm.isPending} onClick={() => confirm.mutate(waiting)}>
            All {waiting.length} deleted in our systems
          </Button>
        )
      }
    >
      {erasures.error && <ErrorNotice error={erasures.error} onRetry={() => void erasures.refetch()} />}
      {erasures.isPending && <Skeleton className="h-24 rounded-panel!" />}
      {erasures.isSuccess && rows.length === 0 && (
        <EmptyState icon="check" title="Nobody was erased">
          If a person whom you revealed has their data erased, you are told here, by the event contact.erased and by
          mail.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Erased contacts"
          keyOf={(row) => row.contact_id}
          rows={rows}
          columns={[
            { head: 'Contact', cell: (row) => <code className="text-small wrap-anywhere">{row.contact_id}</code> },
            { head: 'Revealed', isWideOnly: true, cell: (row) => <Day at={row.revealed_at} /> },
            { head: 'Erased', isWideOnly: true, cell: (row) => <Day at={row.told_at} /> },
            {
              head: 'Your copies',
              isNumber: true,
              cell: (row) => (
                <Standing row={row} isBusy={confirm.isPending} onConfirm={() => confirm.mutate([row.contact_id])} />
              ),
            },
          ]}
        />
      )}
      {erasures.hasNextPage && (
        <Button size="small" isBusy={erasures.isFetchingNextPage} onClick={() => void erasures.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  )
}

const Day = ({ at }: { at: string | null }) => (
  <span className="figures whitespace-nowrap">{at === null ? '–' : formatDay(at)}</span>
)

function Standing({ row, isBusy, onConfirm }: { row: Erasure; isBusy: boolean; onConfirm: () => void }) {
  if (row.confirmed_at === null) {
    return (
      <Button size="small" isBusy={isBusy} aria-label={`Deleted in our systems: ${row.contact_id}`} onClick={onConfirm}>
        Deleted in our systems
      </Button>
    )
  }
  return (
    <span className="text-ink-faint">
      Deleted {formatDay(row.confirmed_at)}
      {row.confirmed_by && `, ${row.confirmed_by}`}
    </span>
  )
}
