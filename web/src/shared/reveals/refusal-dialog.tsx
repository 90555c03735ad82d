import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BillingButton, MoreCredits } from '../billing/billing-action.tsx'
import { askSomebody, useMayPay } from '../billing/may-pay.ts'
import { describeNoCredits, keptForLater, whoRaisesLimits } from '../billing/plan-notices.tsx'
import { plural } from '../format.ts'
import { useUsage } from '../use-usage.ts'
import { dismissEnd, type RevealState } from './reveal-run.ts'
import type { Refusal } from './run-machine.ts'

/** Any other refusal is said in the words of the API. */
const titles: Partial<Record<Refusal['code'], string>> = {
  insufficient_contact_credits: 'Not enough credits',
  member_credit_limit_reached: 'You’ve reached your credit limit',
  api_access_required: 'Your plan has ended',
}

/** Out of credits, or of a limit: the way on, not a dead end. */
export function RefusalDialog({ reveals: { refusal, spent } }: { reveals: RevealState }) {
  const isAllowed = useMayPay()
  const { data: usage } = useUsage()
  if (!refusal) return null
  const { code, message, action } = refusal
  const isOutOfCredits = code === 'insufficient_contact_credits'
  const isOwnLimit = code === 'member_credit_limit_reached'
  const isPlanOver = code === 'api_access_required'
  const own = usage?.limits.find(({ of }) => of === 'member')
  return (
    <Dialog
      title={titles[code] ?? 'This reveal was refused'}
      onClose={dismissEnd}
      footer={
        <>
          <Button onClick={dismissEnd}>Close</Button>
          {isAllowed && isOutOfCredits && usage ? (
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
            : isOutOfCredits && usage
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
