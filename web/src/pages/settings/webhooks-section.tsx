import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { ago, formatMoment } from '../../shared/format.ts'
import type { Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Address } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { Deliveries } from './webhook-deliveries.tsx'
import { NewSecret, WebhookDialog } from './webhook-dialogs.tsx'
import { HowToVerify } from './webhook-verification.tsx'
import { deliveriesKey, type Webhook, webhooksQuery } from './webhooks.ts'

/** Addresses that events are sent to, what was sent, and how to check that it came from here. */
export function WebhooksSection({ profile }: { profile: Profile }) {
  const mayManage = profile.scopes.includes('webhooks:manage')
  const isOpen = mayManage && profile.api_access.enabled
  const { data, error, isPending, refetch } = useQuery({ ...webhooksQuery, enabled: isOpen })
  const [isAdding, setAdding] = useState(false)
  if (!mayManage) return <p className="text-ink-soft">An owner or admin can set up webhooks.</p>
  if (!profile.api_access.enabled) return <p className="text-ink-soft">You need a plan to set up webhooks.</p>
  const webhooks = data?.data ?? []
  return (
    <>
      <Section
        title="Webhooks"
        note="Events are sent to your address as they happen: reveals, credits, opt-outs, jobs."
        actions={
          <Button icon="plus" onClick={() => setAdding(true)}>
            New webhook
          </Button>
        }
      >
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton className="h-24 rounded-panel!" />}
        {data && webhooks.length === 0 && (
          <EmptyState
            icon="external"
            title="No webhooks yet"
            action={<Button onClick={() => setAdding(true)}>Create a webhook</Button>}
          >
            Give the address of a server of yours. Each delivery is listed here, with its body and the reply.
          </EmptyState>
        )}
        {webhooks.length > 0 && (
          <Panel>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Panel>
        )}
      </Section>
      <HowToVerify />
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </>
  )
}

type OpenDialog = 'edit' | 'rotate' | 'delete'

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, types, status, failing_since: failing, last_success_at: success } = webhook
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const [isShown, setShown] = useState(false)
  const close = () => setAsked(null)
  const refresh = [webhooksQuery.queryKey, deliveriesKey(id)]
  const params = { webhook_id: id }
  const test = useAction(() => call('testWebhook', { params, body: {} }), {
    done: ({ outcome, status_code: code, response }) =>
      outcome === 'succeeded'
        ? { title: `The test event arrived: ${code}.`, look: 'success' }
        : { title: `The test event failed${code ? `: ${code}` : ''}.`, detail: response, look: 'danger' },
  })
  const remove = useAction(() => call('deleteWebhook', { params }), { refresh, done: 'Webhook deleted.' })
  const rotate = useAction(() => call('rotateWebhookSecret', { params, body: {} }), { refresh })
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-40 flex-1 max-sm:basis-full">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">
              <Address text={url} />
            </span>
            {status === 'disabled' ? <Tag>Disabled</Tag> : failing ? <Tag>Failing</Tag> : <Tag>Enabled</Tag>}
          </p>
          <p className="text-small text-ink-faint">
            {types === null ? 'Every event' : types.join(', ')}
            {failing
              ? ` · failing since ${formatMoment(failing)}`
              : success
                ? ` · last delivered ${ago(success)}`
                : ' · nothing delivered yet'}
          </p>
        </div>
        <Button size="small" isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
          Send test
        </Button>
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          Deliveries
        </Button>
        <WebhookMenu webhook={webhook} onAsk={setAsked} />
      </div>
      {isShown && <Deliveries webhookId={id} />}
      {asked === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && !rotate.data && (
        <ConfirmDialog
          title="Rotate the secret?"
          action="Rotate"
          isBusy={rotate.isPending}
          onConfirm={() => rotate.mutate(undefined)}
          onClose={close}
        >
          <p>
            You get a new secret. For {limits.webhookOldSecretHours} hours every event is signed with both, so that you
            can change over.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'rotate' && rotate.data && (
        <NewSecret
          secret={rotate.data.secret}
          onClose={() => {
            close()
            rotate.reset()
            toast({ title: `The old secret signs for ${limits.webhookOldSecretHours} hours more.` })
          }}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete webhook"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p className="wrap-anywhere">
            Nothing is sent to <Address text={url} /> any more. Events stay in the feed.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function WebhookMenu({ webhook, onAsk }: { webhook: Webhook; onAsk: (asked: OpenDialog) => void }) {
  const { id, url, status } = webhook
  const params = { webhook_id: id }
  const refresh = [webhooksQuery.queryKey]
  const change = useAction(
    (next: 'enabled' | 'disabled') => call('updateWebhook', { params, body: { status: next } }),
    {
      refresh,
      done: ({ status: now }) => ({ title: now === 'enabled' ? 'Enabled.' : 'Disabled.', look: 'success' }),
    },
  )
  return (
    <MoreMenu label={`Change ${url}`}>
      <MenuItem icon="pencil" onSelect={() => onAsk('edit')}>
        Edit
      </MenuItem>
      <MenuItem icon="retry" onSelect={() => onAsk('rotate')}>
        Rotate the secret
      </MenuItem>
      <MenuItem
        icon={status === 'enabled' ? 'pause' : 'play'}
        onSelect={() => change.mutate(status === 'enabled' ? 'disabled' : 'enabled')}
      >
        {status === 'enabled' ? 'Disable' : 'Enable'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash" onSelect={() => onAsk('delete')}>
        Delete
      </MenuItem>
    </MoreMenu>
  )
}
