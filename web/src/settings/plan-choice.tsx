import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import type { BillingStatus } from '../billing/plan-notices.tsx'
import { formatCount } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { useAction } from './use-action.ts'

type Plan = BillingStatus['plans'][number]

/** Ahead of a checkout. The link lives for minutes, so it is made when it is asked for. */
export function PlanChoice({ currentId, plans }: { currentId: string; plans: Plan[] }) {
  const [planId, setPlanId] = useState(currentId)
  const chosen = plans.find(({ id }) => id === planId)
  const open = useAction(() => call('createSubscriptionLink', { body: { plan: planId } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open.mutate(undefined, { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <SelectField
        label="Plan"
        className="min-w-48"
        value={planId}
        hint={chosen && describePlan(chosen)}
        onChange={(event) => setPlanId(event.target.value)}
      >
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary" isBusy={open.isPending || open.isSuccess}>
        Continue to checkout
      </Button>
    </form>
  )
}

function describePlan({ price_label, credits_per_month, trial }: Plan): string {
  const first = trial ? ` The first ${trial.days} days are a trial with ${formatCount(trial.credits)} credits.` : ''
  return `${price_label}, ${formatCount(credits_per_month)} credits a month.${first}`
}
