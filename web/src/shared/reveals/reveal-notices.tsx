import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Toast, toast } from '../../ui/toast.tsx'
import { BillingButton, MoreCredits } from '../billing/billing-action.tsx'
import { askSomebody, describeNoCredits, keptForLater, useMayPay, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { plural } from '../format.ts'
import { useUsage } from '../use-usage.ts'
import { dismissEnd, type RevealState, readRevealState } from './reveal-run.ts'
import type { Outcome } from './run-machine.ts'

/** Says the outcome when a run has ended. What was selected stays so: the next step is for it. */
export function useAnnounceReveals({ finished }: RevealState): void {
  const wasFinished = useRef(finished !== null)
  useEffect(() => {
    if (finished && !wasFinished.current) toast(describeEnd(finished))
    wasFinished.current = finished !== null
  }, [finished])
}

function describeEnd(finished: Outcome): Toast {
  if ([...readRevealState().rows.values()].some((row) => typeof row === 'object')) {
    return { title: 'Some contacts couldn’t be revealed.', detail: 'Use Retry on each row.', look: 'danger' }
  }
  return { title: outcomeOf(finished), look: finished.contacts > 0 ? 'success' : 'plain' }
}

function outcomeOf({ contacts, spent }: Outcome): string {
  if (contacts === 0) return 'None of these contacts can be revealed. No credits spent.'
  return spent > 0 ? `Revealed. ${plural(spent, 'credit')} spent.` : 'Already revealed. No credits spent.'
}

/** Out of credits, or of a limit: the way on, not a dead end. */
export function RefusalDialog({ reveals: { refusal, spent } }: { reveals: RevealState }) {
  const isAllowed = useMayPay()
  const { data: usage } = useUsage()
  if (!refusal) return null
  const { code, message, action } = refusal
  const isOwnLimit = code.endsWith('_credit_limit_reached')
  const isPlanOver = code === 'api_access_required'
  const own = usage?.limits.find(({ of }) => of === 'member')
  return (
    <Dialog
      title={
        isOwnLimit ? 'You’ve reached your credit limit' : isPlanOver ? 'Your plan has ended' : 'Not enough credits'
      }
      onClose={dismissEnd}
      footer={
        <>
          <Button onClick={dismissEnd}>Close</Button>
          {isAllowed && !isOwnLimit && !isPlanOver && usage ? (
            <MoreCredits usage={usage} />
          ) : (
            action && isAllowed && <BillingButton action={action} />
          )}
        </>
      }
    >
      <p className="figures">
        {isPlanOver
          ? keptForLater
          : isOwnLimit && own
            ? `You may spend ${plural(own.limit, 'credit')} in this period, and ${plural(own.remaining, 'is', 'are')} left.`
            : code === 'insufficient_contact_credits' && usage
              ? describeNoCredits(usage)
              : message}
      </p>
      {isOwnLimit && <p className="mt-2">{whoRaisesLimits}</p>}
      {action && !isAllowed && <p className="mt-2">{askSomebody}</p>}
      <p className="figures mt-2 text-table">
        {spent > 0
          ? `${plural(spent, 'contact was', 'contacts were')} revealed before that.`
          : 'Nothing was revealed, and no credits were spent.'}
      </p>
    </Dialog>
  )
}
