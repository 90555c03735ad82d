import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { noticeSessionEnd } from '../api/queries.ts'
import { BillingButton } from '../billing/billing-action.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Field } from '../ui/field.tsx'
import { readLimit } from './credit-limit.ts'

/** Two steps: what the key is for, then the key itself, shown this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [limit, setLimit] = useState('')
  const [expires, setExpires] = useState('')
  const read = readLimit(limit)
  const create = useMutation({
    mutationFn: () =>
      call('createKey', {
        body: {
          name: name.trim(),
          ...('limit' in read && read.limit !== null && { credit_limit: read.limit }),
          ...(expires && { expires_at: new Date(`${expires}T23:59:59Z`).toISOString() }),
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['listKeys'] }),
    onError: (error: Error) => noticeSessionEnd(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('limit' in read) create.mutate()
  }

  if (create.data) {
    return (
      <Dialog
        title="Copy the key now"
        onClose={onClose}
        footer={
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <p>This is the only time it is shown. Keep it where passwords are kept; who has it can spend your credits.</p>
        <p className="mt-3 flex items-center gap-2 rounded-control border bg-sunken py-1.5 pr-1.5 pl-3">
          <code data-testid="new-key" className="min-w-0 flex-1 font-mono text-small break-all text-ink">
            {create.data.api_key}
          </code>
          <CopyButton text={create.data.api_key} label="Copy the key" />
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="New API key"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="new-key" look="primary" isBusy={create.isPending}>
            Create the key
          </Button>
        </>
      }
    >
      <form id="new-key" onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field
          label="Name"
          placeholder="What uses it"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Credit limit a month"
          inputMode="numeric"
          hint="Empty: no limit but the account's own."
          error={'error' in read ? read.error : undefined}
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
        <Field
          label="Expires"
          type="date"
          hint="Empty: never."
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
        />
        {create.error && <ErrorNotice error={create.error} />}
        {create.error instanceof ApiError && create.error.billing && <BillingButton action={create.error.billing} />}
      </form>
    </Dialog>
  )
}
