import { ApiError } from '../api/call.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icons.tsx'

/** What happened, what to do, and the request id to copy. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
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
            Request <code className="font-mono">{requestId}</code>
            <CopyButton text={requestId} label="Copy the request id" />
          </p>
        )}
      </div>
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
      title: 'Something went wrong on this page.',
      advice: 'Reload it. If that does not help, tell us what you did.',
    }
  }
  if (error.status === 0) return { title: 'You seem to be offline.', advice: error.message }
  if (error.status === 429) {
    const wait = error.retryAfterSeconds
    return {
      title: error.message,
      advice: wait ? `It works again in ${duration(wait)}.` : 'Wait a moment, then try again.',
    }
  }
  if (error.status === 503) return { title: 'The service is starting or busy.', advice: 'Try again in a few seconds.' }
  if (error.status >= 500) {
    return { title: 'The server failed.', advice: 'Try again; if it stays, pass the request id on to support.' }
  }
  return { title: error.message, advice: adviceFor(error) }
}

/** What to do about a refusal. Only where the request itself is at fault does it help to change it. */
function adviceFor({ status, billing, param }: ApiError): string {
  if (billing) return 'Settings, Billing has what helps.'
  if (status === 403) return 'Ask an owner of the account.'
  if (status === 404) return 'It may have been removed meanwhile. Reload the page.'
  return param ? `It is about ${param}.` : 'Change what you entered and try again.'
}

const duration = (seconds: number): string =>
  seconds < 90
    ? `${seconds} seconds`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3_600)} hours`
