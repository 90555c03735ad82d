import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useAction } from '../../shared/use-action.ts'
import { readLimit, writeLimit } from './credit-limit.ts'
import { LimitField } from './limit-field.tsx'

export type Connection = Reply<'listConnections'>['data'][number]

export function ConnectionLimitDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const [limit, setLimit] = useState(writeLimit(connection.credit_limit))
  const save = useAction(
    (creditLimit: number | null) =>
      call('updateConnection', { params: { connection_id: connection.id }, body: { credit_limit: creditLimit } }),
    { refresh: [['listConnections']], done: 'Saved.', showsRefusal: true },
  )
  const submit = () => {
    const read = readLimit(limit)
    if ('limit' in read) save.mutate(read.limit, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`Credit limit for ${connection.client.name}`}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <LimitField value={limit} onChange={setLimit} />
    </FormDialog>
  )
}
