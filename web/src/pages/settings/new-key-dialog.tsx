import { useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { BillingButton } from '../../shared/billing/billing-action.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useAction } from '../../shared/use-action.ts'
import { readLimit } from './credit-limit.ts'
import { endOfDay, KeyFields } from './key-fields.tsx'
import { everyScope, ScopeFields, scopesOfNewKey } from './scope-fields.tsx'
import { ShownOnce } from './shown-once.tsx'

/** A key that leaks costs at most this much. */
const usualLimit = '100'

const inOneYear = (): string => {
  const day = new Date()
  day.setFullYear(day.getFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

/** Two steps: what the key is for, then the key itself, shown this once. */
export function NewKeyDialog({ mode, onClose }: { mode: 'live' | 'test'; onClose: () => void }) {
  // In test mode there is nothing to lose, and a program is to be tried as a whole.
  const isTest = mode === 'test'
  const [draft, setDraft] = useState({ name: '', limit: isTest ? '' : usualLimit, expires: inOneYear() })
  const [scopes, setScopes] = useState(isTest ? everyScope : scopesOfNewKey)
  const create = useAction(
    (limit: number | null) =>
      call('createKey', {
        body: {
          name: draft.name.trim(),
          mode,
          scopes,
          ...(limit !== null && { credit_limit: limit }),
          ...(draft.expires && { expires_at: endOfDay(draft.expires) }),
        },
      }),
    { refresh: [['listKeys']], showsRefusal: true },
  )
  const submit = () => {
    const read = readLimit(draft.limit)
    if ('limit' in read && scopes.length > 0) create.mutate(read.limit)
  }

  if (create.data) {
    const shown = { title: 'Copy your key now', secret: create.data.api_key, copyLabel: 'Copy the key' }
    return (
      <ShownOnce {...shown} testId="new-key" onClose={onClose}>
        {isTest
          ? 'It reaches test mode alone: invented contacts and test credits.'
          : 'Store it like a password: anyone who has it can spend your credits.'}
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title={isTest ? 'New test key' : 'New API key'}
      action="Create key"
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} />
      <ScopeFields chosen={scopes} onChange={setScopes} />
      {create.error instanceof ApiError && create.error.billing && (
        <BillingButton action={create.error.billing.action} />
      )}
    </FormDialog>
  )
}
