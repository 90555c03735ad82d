import { useQuery } from '@tanstack/react-query'
import { billingStatusQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { askSomebody, useMayPay } from '../billing/may-pay.ts'
import { describeStanding, PlanButton } from '../billing/plan-notices.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { FirstRunStart } from './first-run-start.tsx'

/** Accounts that had a plan before get the way back to it, not a trial. */
export function PlanOffer() {
  const { data: status, error, refetch } = useQuery({ ...billingStatusQuery, staleTime: 0 })
  const isAllowed = useMayPay()
  if (!status) {
    return (
      <div className="mx-auto max-w-110 px-6 py-16">
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
      </div>
    )
  }
  if (status.plan.status === 'none') return <FirstRunStart status={status} />
  return (
    <EmptyState
      icon="credit"
      title={`${status.plan.name} has ended`}
      action={isAllowed && <PlanButton status={status} />}
    >
      {describeStanding(status)} {!isAllowed && askSomebody}
    </EmptyState>
  )
}
