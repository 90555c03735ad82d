import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/call.ts'
import { profileQuery } from '../api/queries.ts'
import { FirstRunStart } from '../first-run/first-run-start.tsx'
import { mayManage } from '../settings/profile.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { BillingButton, describeBillingAction } from './billing-action.tsx'

export const askSomebody = 'An owner or admin of the account can mend that under Settings, Billing.'

export function useMayPay(): boolean {
  const { data: profile } = useQuery(profileQuery)
  return !!profile && mayManage(profile, 'billing:manage')
}

/** A search that was refused for lack of a plan offers the plan; everything else offers a retry. */
export function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isWithoutPlan(error)) return <PlanOffer error={error} />
  return (
    <div className="p-4">
      <ErrorNotice error={error} onRetry={onRetry} />
    </div>
  )
}

export const isWithoutPlan = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'api_access_required'

/** Who had a plan before gets the way back to it, and not the start with a trial. */
function PlanOffer({ error }: { error: ApiError }) {
  const isAllowed = useMayPay()
  if (error.billing?.action !== 'manage_billing') return <FirstRunStart error={error} />
  return (
    <EmptyState
      icon="credit"
      title="The plan needs your attention"
      action={isAllowed && <BillingButton action={error.billing} />}
    >
      {isAllowed ? describeBillingAction(error.billing) : askSomebody}
    </EmptyState>
  )
}

/** A page without its filters and its table: there is nothing that they could show. */
export const PageWithoutPlan = ({ title, error }: { title: string; error: ApiError }) => (
  <main className="hairline-scroll h-full overflow-y-auto">
    <h1 className="sr-only">{title}</h1>
    <PlanOffer error={error} />
  </main>
)
