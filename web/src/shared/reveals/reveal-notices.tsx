import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Toast, toast } from '../../ui/toast.tsx'
import { BillingButton, MoreCredits } from '../billing/billing-action.tsx'
import { askSomebody, describeNoCredits, keptForLater, useMayPay, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { plural } from '../format.ts'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { useUsage } from '../use-usage.ts'
import { dismissEnd, type RevealState, readRevealState, retryList } from './reveal-run.ts'
import type { Outcome, RunList } from './run-machine.ts'

/** Says the outcome when a run has ended. What was selected stays so: the next step is for it. */
export function useAnnounceReveals({ finished }: RevealState): void {
  const wasFinished = useRef(finished !== null)
  const navigate = useNavigate()
  useEffect(() => {
    if (finished && !wasFinished.current) {
      // Messages are outside of the pages, where the router's links do not work.
      toast(describeEnd(finished, (listId) => void navigate({ to: paths.revealed(listId) })))
    }
    wasFinished.current = finished !== null
  }, [finished, navigate])
}

function describeEnd(finished: Outcome, openList: (listId: string) => void): Toast {
  if ([...readRevealState().rows.values()].some((row) => typeof row === 'object')) {
    return { title: 'Some contacts couldn’t be revealed.', detail: 'Use Retry on each row.', look: 'danger' }
  }
  const { list } = finished
  if (list && list.unlisted.length > 0)
    return { title: outcomeOf(finished), detail: <Unlisted list={list} />, look: 'danger' }
  return {
    title: outcomeOf(finished),
    detail: list?.id && (
      <button type="button" className={linkClass} onClick={() => openList(list.id!)}>
        Open “{list.name}”
      </button>
    ),
    look: finished.contacts > 0 ? 'success' : 'plain',
  }
}

const linkClass = 'min-h-6 underline hover:text-ink'

/** Revealed and paid for, but not where they were wanted: why, and the second attempt. */
export function Unlisted({ list: { name, unlisted, problem } }: { list: RunList }) {
  const retry = useAction(retryList)
  return (
    <>
      {plural(unlisted.length, 'contact is', 'contacts are')} not in “{name}”. {problem}{' '}
      <button type="button" className={linkClass} disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
        Add to the list
      </button>
    </>
  )
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
