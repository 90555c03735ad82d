import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { rememberPlace } from '../billing/checkout-return.ts'
import { useMayPay } from '../billing/may-pay.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { paths } from '../paths.ts'

/** A search that was refused for lack of a plan, or of rows, offers a plan; everything else offers a retry. */
export function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isWithoutPlan(error)) return <PlanOffer />
  if (isOutOfRows(error)) return <NoRowsLeft error={error} />
  return (
    <div className="p-4">
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  )
}

export const isWithoutPlan = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'api_access_required'

const isOutOfRows = (error: unknown): boolean =>
  error instanceof ApiError && error.limit?.name === 'web_search_rows_per_month'

function NoRowsLeft({ error }: { error: unknown }) {
  const isAllowed = useMayPay()
  return (
    <div className="p-4">
      <ErrorNotice
        error={error}
        action={
          isAllowed && (
            <ButtonLink to={paths.settings('billing')} onClick={rememberPlace}>
              See plans
            </ButtonLink>
          )
        }
      />
    </div>
  )
}

// Loaded where there is no plan.
const LazyOffer = lazy(async () => ({ default: (await import('./plan-offer.tsx')).PlanOffer }))

const PlanOffer = () => (
  <Suspense fallback={<OfferSkeleton />}>
    <LazyOffer />
  </Suspense>
)

const OfferSkeleton = () => (
  <div className="mx-auto max-w-110 px-6 py-16">
    <Skeleton className="h-60" />
  </div>
)

/** A page without its filters and its table: there is nothing that they could show. */
export function PageWithoutPlan({ title }: { title: string }) {
  useTitle(title)
  return (
    <main className="hairline-scroll h-full overflow-y-auto">
      <h1 className="sr-only">{title}</h1>
      <PlanOffer />
    </main>
  )
}
