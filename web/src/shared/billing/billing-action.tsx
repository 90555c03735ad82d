import { useMutation } from '@tanstack/react-query'
import { ApiError, type BillingAction, call, type Reply } from '../../api/call.ts'
import { noticeSessionEnd } from '../../api/queries.ts'
import { Button, ButtonLink, type ButtonSize } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { paths } from '../paths.ts'
import { leaveForCheckout, rememberPlace } from './checkout-return.ts'
import { askSomebody, useMayPay } from './may-pay.ts'

type BillingActionName = BillingAction['action']

/** Where more credits come from, for an account whose plan is in force: the end of the trial, a pack, or another plan; or who can get them. */
export const MoreCredits = ({
  usage: { plan },
  size = 'medium',
  isWide = false,
  look = 'gold',
}: {
  usage: Reply<'getUsage'>
  size?: ButtonSize
  isWide?: boolean
  look?: 'gold' | 'secondary'
}) => {
  const isAllowed = useMayPay()
  const isTrial = plan.status === 'trialing'
  if (!isAllowed) return <p className="text-small text-ink-soft">{askSomebody}</p>
  return (
    <ButtonLink
      to={isTrial ? paths.settings('billing') : paths.addCredits()}
      look={look}
      size={size}
      className={isWide ? 'w-full' : ''}
      onClick={rememberPlace}
    >
      {isTrial ? labels.end_trial_to_unlock_pro_credits : 'Add credits'}
    </ButtonLink>
  )
}

const labels: Record<BillingActionName, string> = {
  create_subscription_link: 'Choose a plan',
  manage_billing: 'Manage billing',
  end_trial_to_unlock_pro_credits: 'End trial now',
}

const subscribe = () => call('createSubscriptionLink')

/** An account that the operator made has no customer at the provider yet: subscribing makes one. */
const openPortal = () =>
  call('createPortalLink').catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'billing_customer_not_found') return subscribe()
    throw error
  })

/** The way out that an error offers. The links live for minutes, so one is made when it is asked for. */
export function BillingButton({
  action,
  label = labels[action],
  size = 'medium',
  isWide = false,
  look = 'primary',
}: {
  action: BillingActionName
  label?: string
  size?: ButtonSize
  isWide?: boolean
  look?: 'primary' | 'secondary'
}) {
  const open = useMutation({
    mutationFn: () => (action === 'create_subscription_link' ? subscribe() : openPortal()),
    onSuccess: leaveForCheckout,
    onError: (error) => {
      noticeSessionEnd(error)
      toast({ title: error.message, look: 'danger' })
    },
  })
  const className = isWide ? 'w-full' : ''
  if (action === 'end_trial_to_unlock_pro_credits') {
    return (
      <ButtonLink to={paths.settings('billing')} look="gold" size={size} className={className} onClick={rememberPlace}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <Button
      look={look}
      size={size}
      className={className}
      isBusy={open.isPending || open.isSuccess}
      onClick={() => open.mutate()}
    >
      {label}
    </Button>
  )
}
