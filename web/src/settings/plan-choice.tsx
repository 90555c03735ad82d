import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { useAction } from './use-action.ts'

/** The plans that every installation sells; what each costs and holds, the checkout says in the operator's words. */
const plans = { pro: 'Pro', business: 'Business', enterprise: 'Enterprise' }

/** Ahead of a checkout. The link lives for minutes, so it is made when it is asked for. */
export function PlanChoice({ current }: { current: { id: string; name: string } }) {
  const [plan, setPlan] = useState(current.id)
  const open = useAction(() => call('createSubscriptionLink', { body: { plan } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open.mutate(undefined, { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <SelectField label="Plan" className="w-48" value={plan} onChange={(event) => setPlan(event.target.value)}>
        {Object.entries({ ...plans, [current.id]: current.name }).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary" isBusy={open.isPending || open.isSuccess}>
        Go to checkout
      </Button>
    </form>
  )
}
