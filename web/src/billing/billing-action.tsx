import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, type BillingAction, call } from '../api/call.ts'
import { noticeSessionEnd } from '../api/queries.ts'
import { formatCount } from '../figures.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

const labels = {
  create_subscription_link: 'Choose a plan',
  manage_billing: 'Manage billing',
  end_trial_to_unlock_pro_credits: 'End trial, start plan',
} as const

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
  label = labels[action.action],
  isWide = false,
}: {
  action: BillingAction
  label?: string
  isWide?: boolean
}) {
  const open = useMutation({
    mutationFn: () => (action.action === 'create_subscription_link' ? subscribe() : openPortal()),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      noticeSessionEnd(error)
      toast({ title: error.message, look: 'danger' })
    },
  })
  const className = isWide ? 'w-full' : ''
  if (action.action === 'end_trial_to_unlock_pro_credits') {
    return (
      <Link to={paths.settings('billing')} className={`${buttonClass('gold')} ${className}`}>
        {label}
      </Link>
    )
  }
  return (
    <Button
      look="primary"
      className={className}
      isBusy={open.isPending || open.isSuccess}
      onClick={() => open.mutate()}
    >
      {label}
    </Button>
  )
}

export function describeBillingAction(action: BillingAction): string {
  switch (action.action) {
    case 'end_trial_to_unlock_pro_credits':
      return `The trial's credits are used up. End the trial now and the plan's ${formatCount(action.paid_plan_limit ?? 0)} credits a month are yours at once.`
    case 'create_subscription_link':
      return 'Stores and contacts need a plan.'
    case 'manage_billing':
      return 'Billing has the details and the way back.'
  }
}
