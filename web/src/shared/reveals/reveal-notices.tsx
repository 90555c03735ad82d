import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usageQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { BillingButton, MoreCredits } from '../billing/billing-action.tsx'
import { askSomebody, describeNoCredits, keptForLater, useMayPay, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { plural } from '../format.ts'
import { paths } from '../paths.ts'
import { dismissRefusal, type Finished, type RevealState, readRevealState } from './reveal-run.ts'

/** Says the outcome when a run has ended. What was selected stays so: the next step is for it. */
export function useAnnounceReveals(reveals: RevealState): void {
  const { finished } = reveals
  const announced = useRef(finished)
  const navigate = useNavigate()
  useEffect(() => {
    if (finished && finished !== announced.current) {
      const hasFailures = [...readRevealState().rows.values()].some((row) => typeof row === 'object')
      toast(
        hasFailures
          ? { title: 'Some contacts couldn’t be revealed.', detail: 'Use Retry on each row.', look: 'danger' }
          : {
              title: outcomeOf(finished),
              // Messages stand outside of the pages, where the router's links do not work.
              detail: finished.listId && (
                <button
                  type="button"
                  className="min-h-6 underline hover:text-ink"
                  onClick={() => void navigate({ to: paths.revealed(finished.listId!) })}
                >
                  Open “{finished.listName}”
                </button>
              ),
              look: finished.contacts > 0 ? 'success' : 'plain',
            },
      )
    }
    announced.current = finished
  }, [finished, navigate])
}

function outcomeOf({ contacts, spent }: Finished): string {
  if (contacts === 0) return 'None of these contacts can be revealed. No credits spent.'
  return spent > 0 ? `Revealed. ${plural(spent, 'credit')} spent.` : 'You already own these contacts. No credits spent.'
}

/** Out of credits, or of a limit: the way on, not a dead end. */
export function RefusalDialog({ reveals: { refusal, spent } }: { reveals: RevealState }) {
  const isAllowed = useMayPay()
  const { data: usage } = useQuery(usageQuery)
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
      onClose={dismissRefusal}
      footer={
        <>
          <Button onClick={dismissRefusal}>Close</Button>
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
          ? `${plural(spent, 'contact was', 'contacts were')} revealed before that and ${spent === 1 ? 'is' : 'are'} yours.`
          : 'Nothing was revealed, and no credits were spent.'}
      </p>
    </Dialog>
  )
}
