import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatDay } from '../../shared/format.ts'
import { useLabelOf } from '../../shared/labels.tsx'
import { describeChange } from '../../shared/stores/change-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSeen } from '../../ui/use-seen.ts'

type Change = Reply<'listStoreChanges'>['data'][number]

const pageLength = 10
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
const monthOf = ({ observed_at: at }: Change): string => month.format(new Date(at))

/** What changed at a store, newest first, by month. */
export function StoreTimeline({ domain, firstSeenAt }: { domain: string; firstSeenAt: string | null }) {
  const labelOf = useLabelOf()
  const [place, isSeen] = useSeen()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['listStoreChanges', domain],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('listStoreChanges', {
        params: { domain },
        query: { limit: pageLength, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5 * 60_000,
    enabled: isSeen,
  })
  const changes = data?.pages.flatMap((page) => page.data) ?? []
  const months = Map.groupBy(changes, monthOf)
  return (
    <section ref={place} aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 font-semibold">
        What changed
      </h2>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && (isSeen ? <Skeleton className="h-24 rounded-panel!" /> : <div className="h-24" />)}
      {data && (
        <div className="rounded-panel border bg-surface px-4 py-2 text-table">
          {[...months].map(([title, ofMonth]) => (
            <div key={title} className="py-1.5">
              <h3 className="text-small text-ink-faint">{title}</h3>
              <ol className="mt-1 border-l pl-3">
                {ofMonth.map((change) => (
                  <li
                    key={`${change.observed_at} ${change.type} ${change.value ?? ''}`}
                    className="relative flex min-h-7 items-baseline justify-between gap-3 before:absolute before:top-2 before:-left-[15.5px] before:size-1.5 before:rounded-full before:bg-line-strong before:content-['']"
                  >
                    <span className="min-w-0 wrap-anywhere">{describeChange(change, labelOf)}</span>
                    <time dateTime={change.observed_at} className="figures shrink-0 text-small text-ink-faint">
                      {formatDay(change.observed_at)}
                    </time>
                  </li>
                ))}
              </ol>
            </div>
          ))}
          {changes.length === 0 && <p className="py-1.5 text-ink-faint">No change was recorded yet.</p>}
          {firstSeenAt && !hasNextPage && (
            <p className="py-1.5 text-small text-ink-faint">First seen on {formatDay(firstSeenAt)}</p>
          )}
          {hasNextPage && (
            <Button size="small" className="my-1.5" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
