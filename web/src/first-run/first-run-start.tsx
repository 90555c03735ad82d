import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../api/call.ts'
import { profileQuery } from '../api/queries.ts'
import { BillingButton } from '../billing/billing-action.tsx'
import { mayManage } from '../settings/profile.ts'
import { StepList } from './step-list.tsx'
import { stepsAfter } from './use-first-run.ts'

/** In place of a page that needs a plan: what comes, and the one button that leads there. */
export function FirstRunStart({ error }: { error: ApiError }) {
  const { data: profile } = useQuery(profileQuery)
  const isAllowed = profile && mayManage(profile, 'billing:manage')
  const steps = stepsAfter(['account'])
  return (
    <div className="mx-auto max-w-110 px-6 py-16">
      <h2 className="text-title font-semibold tracking-[-0.01em]">One step to your first contacts</h2>
      <p className="mt-1 mb-6 text-ink-soft">
        The trial opens every store and contact at once, with credits to reveal some. From here to the first reveal it
        takes about two minutes.
      </p>
      <div className="rounded-panel border bg-surface p-4 text-table">
        <StepList steps={steps} next={steps[1]}>
          {isAllowed && error.billing ? (
            <BillingButton action={error.billing} label="Start the trial" />
          ) : (
            <p className="text-ink-soft">An owner or admin of the account can start it.</p>
          )}
        </StepList>
      </div>
    </div>
  )
}
