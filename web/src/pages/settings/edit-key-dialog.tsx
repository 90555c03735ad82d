import { useState } from 'react'
import { type Body, call, type Reply } from '../../api/call.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useAction } from '../../shared/use-action.ts'
import { readLimit, writeLimit } from './credit-limit.ts'
import { endOfDay, KeyFields } from './key-fields.tsx'

type Key = Reply<'listKeys'>['data'][number]

export function EditKeyDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const expiresNow = apiKey.expires_at?.slice(0, 10) ?? ''
  const [draft, setDraft] = useState({
    name: apiKey.name,
    limit: writeLimit(apiKey.credit_limit),
    expires: expiresNow,
  })
  const save = useAction((body: Body<'updateKey'>) => call('updateKey', { params: { key_id: apiKey.id }, body }), {
    refresh: [['listKeys']],
    done: 'Saved.',
    showsRefusal: true,
  })
  const submit = () => {
    const read = readLimit(draft.limit)
    if (!('limit' in read)) return
    save.mutate(
      {
        name: draft.name.trim(),
        // People with a limit of their own may rename a key, but not change what it may spend.
        ...(read.limit !== apiKey.credit_limit && { credit_limit: read.limit }),
        // An untouched day stays as it was, to the second; and a day that is over may not be set again.
        ...(draft.expires !== expiresNow && { expires_at: draft.expires === '' ? null : endOfDay(draft.expires) }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} />
      <p className="text-small text-ink-faint">
        Scopes: {apiKey.scopes.join(', ')}. To change them, create a new key and revoke this one.
      </p>
    </FormDialog>
  )
}
