import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BillingButton, MoreCredits } from '../billing/billing-action.tsx'
import { askSomebody, describeNoCredits, keptForLater, useMayPay, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { plural } from '../format.ts'
import { useUsage } from '../use-usage.ts'
import { dismissEnd, type RevealState } from './reveal-run.ts'

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
