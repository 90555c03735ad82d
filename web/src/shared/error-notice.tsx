import type { ReactNode } from 'react'
import { ApiError } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { formatCount, formatDay, formatMoment, plural } from './format.ts'

/** What happened, what to do, and the request id to copy. Where a retry can't help, something else may. */
export function ErrorNotice({ error, onRetry, action }: { error: unknown; onRetry?: () => void; action?: ReactNode }) {
  const { title, advice } = explain(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert" className="flex flex-wrap items-start gap-3 rounded-panel border bg-surface px-4 py-3">
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-ink-soft">{advice}</p>
        {requestId && (
          <p className="mt-1 flex items-center gap-1 text-small text-ink-faint">
            Request <code className="min-w-0 font-mono wrap-anywhere">{requestId}</code>
            <CopyButton text={requestId} label="Copy request ID" />
          </p>
        )}
      </div>
      {action}
      {onRetry && (
        <Button icon="retry" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function explain(error: unknown): { title: string; advice: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      advice: 'Reload the page. If it happens again, contact support.',
    }
  }
  if (error.code === 'no_answer') return { title: 'The server did not answer', advice: 'Try again in a moment.' }
  if (error.status === 0) return { title: 'You appear to be offline', advice: error.message }
  if (error.status === 429) return explainLimit(error)
  if (error.status === 503) return { title: 'The service is starting or busy', advice: 'Try again in a few seconds.' }
  if (error.status >= 500) {
    return { title: 'The server failed', advice: 'Try again. If it keeps failing, send support the request ID below.' }
  }
  return { title: error.message, advice: adviceFor(error) }
}

/** What to do about a refusal. Only where the request itself is at fault does it help to change it. */
function adviceFor({ code, status, billing, param }: ApiError): string {
  if (billing) return 'You can fix this in Settings, Billing.'
  if (code === 'account_suspended') return 'Nobody in this account can change that.'
  if (status === 403) return 'Ask an account owner.'
  if (status === 404) return 'It may have been removed. Reload the page.'
  return param ? `Check the value of ${param}.` : 'Check what you entered and try again.'
}

/** Which limit ran out, when it renews, and what to do until then. */
function explainLimit({ limit, retryAfterSeconds = 60 }: ApiError): { title: string; advice: string } {
  switch (limit?.name) {
    case 'web_search_rows_per_month':
      return {
        title: `You’ve used all ${formatCount(limit.limit)} search rows for this period`,
        advice: `Rows renew on ${formatDay(limit.resets_at)}. A larger plan includes more.`,
      }
    case 'requests_per_day':
      return {
        title: `You’ve used all ${formatCount(limit.limit)} requests for today`,
        advice: `Requests renew ${formatMoment(limit.resets_at)}.`,
      }
    case 'exports_at_once':
      return {
        title: `${formatCount(limit.limit)} exports are already running`,
        advice: 'Try again when one has finished.',
      }
    default:
      return { title: 'Too many requests', advice: `Try again in ${plural(retryAfterSeconds, 'second')}.` }
  }
}
