import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** Entries that are read page by page, newest first, in all their states. */
export function PagedTable<Entry extends { id: string }, Row extends { id: string } = Entry>({
  label,
  columns,
  results,
  rowsOf,
  empty,
}: {
  label: string
  columns: Column<Row>[]
  results: UseInfiniteQueryResult<{ pages: { data: Entry[] }[] }>
  /** A row can be made of several entries. */
  rowsOf: (entries: Entry[]) => Row[]
  empty: ReactNode
}) {
  const rows = rowsOf(results.data?.pages.flatMap((page) => page.data) ?? [])
  // The entries that are there may not make a row yet.
  const isLoading = results.isPending || (results.hasNextPage && rows.length === 0 && !results.error)
  return (
    <>
      {results.error && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
      {isLoading && <Skeleton className="h-60 rounded-panel!" />}
      {results.isSuccess && rows.length === 0 && !results.hasNextPage && (
        <div className="rounded-panel border bg-surface px-4 py-10 text-center text-ink-faint">{empty}</div>
      )}
      {rows.length > 0 && (
        <div className={results.isPlaceholderData ? 'opacity-50' : ''}>
          <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
      {results.hasNextPage && (
        <Button className="mt-4" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
