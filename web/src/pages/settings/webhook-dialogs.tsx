import { useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useAction } from '../../shared/use-action.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { ShownOnce } from './shown-once.tsx'
import { type EventType, eventTypes, type Webhook, webhooksQuery } from './webhooks.ts'

/** Makes a webhook, whose secret is shown once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState<readonly EventType[] | null>((webhook?.types as EventType[] | null) ?? null)
  const save = useAction(
    async () => {
      const body = { url: url.trim(), types: types && [...types] }
      if (webhook) {
        await call('updateWebhook', { params: { webhook_id: webhook.id }, body })
        return null
      }
      return (await call('createWebhook', { body })).secret
    },
    { refresh: [webhooksQuery.queryKey], showsRefusal: true },
  )
  if (save.data) return <NewSecret secret={save.data} onClose={onClose} />
  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create webhook'}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(undefined, { onSuccess: (secret) => secret === null && onClose() })}
      onClose={onClose}
    >
      <Field
        label="Address"
        type="url"
        required
        placeholder="https://example.com/webhooks/prospector"
        autoComplete="off"
        value={url}
        hint={`A server of yours that answers 2xx within ${limits.webhookReplySeconds} seconds.`}
        onChange={(event) => setUrl(event.target.value)}
      />
      <label className="flex items-center gap-2.5 text-table text-ink">
        <Checkbox checked={types === null} onChange={(event) => setTypes(event.target.checked ? null : [])} />
        Every event, also those that are added later
      </label>
      {types !== null && <TypeFields chosen={types} onChange={setTypes} />}
    </FormDialog>
  )
}

function TypeFields({
  chosen,
  onChange,
}: {
  chosen: readonly EventType[]
  onChange: (chosen: readonly EventType[]) => void
}) {
  return eventTypes.map(([title, types]) => (
    <fieldset key={title}>
      <legend className="mb-1 text-small font-medium text-ink-faint">{title}</legend>
      {types.map(([type, meaning]) => (
        <label key={type} className="flex min-h-8 items-start gap-2.5 py-1 text-table text-ink">
          <Checkbox
            className="mt-0.5"
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
            }
          />
          <span>
            {meaning} <code className="font-mono text-small text-ink-faint">{type}</code>
          </span>
        </label>
      ))}
    </fieldset>
  ))
}

export const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    title="Copy the signing secret now"
    secret={secret}
    copyLabel="Copy the secret"
    testId="webhook-secret"
    onClose={onClose}
  >
    Your server checks with it that an event came from here.
  </ShownOnce>
)
