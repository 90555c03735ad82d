import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatMoment, plural } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Snippet } from './snippet.tsx'
import { type Delivery, deliveriesKey, readBody } from './webhooks.ts'

/** What was sent, the newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const results = useInfiniteQuery({
    queryKey: deliveriesKey(webhookId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listWebhookDeliveries', {
        signal,
        params: { webhook_id: webhookId },
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
  const deliveries = results.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <div className="mt-3 rounded-panel border">
      <div className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3">
        <h3 className="text-small font-medium text-ink-faint">
          Deliveries of the last {limits.webhookDeliveryDays} days
        </h3>
        <Button size="small" look="quiet" icon="retry" onClick={() => void results.refetch()}>
          Refresh
        </Button>
      </div>
      {results.error && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <Skeleton className="m-3 h-16" />}
      {results.isSuccess && deliveries.length === 0 && (
        <p className="px-3 py-4 text-table text-ink-faint">
          Nothing yet. The next event is listed here; a test event is not.
        </p>
      )}
      <ul className="divide-y">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.event_id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      {results.hasNextPage && (
        <div className="border-t p-2">
          <Button size="small" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

const looks: Record<Delivery['outcome'], { word: string; icon: IconName; tone: string }> = {
  succeeded: { word: 'Delivered', icon: 'check', tone: 'text-success' },
  failed: { word: 'Failed', icon: 'alert', tone: 'text-danger' },
  pending: { word: 'Waiting', icon: 'retry', tone: 'text-ink-faint' },
}

function DeliveryLine({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { event_id: eventId, outcome, status_code: code, attempt, attempted_at: at, next_attempt_at: next } = delivery
  const { word, icon, tone } = looks[outcome]
  const [isShown, setShown] = useState(false)
  const resend = useAction(
    () => call('resendWebhookEvents', { params: { webhook_id: webhookId }, body: { event_ids: [eventId] } }),
    { refresh: [deliveriesKey(webhookId)], done: 'It will be sent again in a moment.' },
  )
  return (
    <li className="px-3 py-2 text-table">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon name={icon} className={tone} />
        <span className="figures min-w-40 flex-1">
          {word}
          {code !== null && ` · ${code}`}
          <span className="text-ink-faint">
            {at && ` · ${formatMoment(at)}`}
            {attempt > 1 && ` · ${plural(attempt, 'attempt')}`}
            {next && ` · again ${formatMoment(next)}`}
          </span>
        </span>
        <Button size="small" look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate(undefined)}>
          Resend
        </Button>
      </div>
      {isShown && <Exchange delivery={delivery} />}
    </li>
  )
}

/** What went out, and what came back. */
function Exchange({ delivery: { event_id: eventId, response } }: { delivery: Delivery }) {
  const { data: body, error } = useQuery({
    queryKey: ['webhookBody', eventId],
    queryFn: ({ signal }) => readBody(eventId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="mt-2 flex flex-col gap-2">
      <p className="text-small text-ink-faint">Body of {eventId}</p>
      {error ? (
        <ErrorNotice error={error} />
      ) : body === null ? (
        <p className="text-small">The feed no longer holds this event.</p>
      ) : (
        <Snippet text={body ?? '…'} label="Copy the body" />
      )}
      <p className="text-small text-ink-faint">Reply</p>
      <Snippet text={response || '(empty)'} label="Copy the reply" />
    </div>
  )
}
