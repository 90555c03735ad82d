import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { billingStatusQuery } from '../../api/queries.ts'
import { askSomebody, useMayPay } from '../../shared/billing/may-pay.ts'
import { PlanButton } from '../../shared/billing/plan-notices.tsx'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatDay, formatUtcDay } from '../../shared/format.ts'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { limitText } from './credit-limit.ts'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Key = Reply<'listKeys'>['data'][number]

const KeyName = ({ apiKey: key }: { apiKey: Key }) => (
  <span className="block">
    <span className="flex items-center gap-2 font-medium">
      <span className="wrap-anywhere">{key.name}</span>
      {key.mode === 'test' && <Tag>Test</Tag>}
      {key.revoked_at && (
        <span className="shrink-0">
          <Tag look="danger">Revoked</Tag>
        </span>
      )}
    </span>
    <code className="font-mono text-small text-ink-faint">{key.prefix}…</code>
  </span>
)

export function KeysSection({ profile }: { profile: Profile }) {
  const isAllowed = mayManage(profile, 'keys:manage')
  const { data, error, refetch } = useQuery({
    queryKey: ['listKeys'],
    queryFn: ({ signal }) => call('listKeys', { signal }),
    enabled: isAllowed,
  })
  const [creating, setCreating] = useState<'live' | 'test' | null>(null)
  const [editing, setEditing] = useState<Key | null>(null)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const revoke = useAction((key: Key) => call('revokeKey', { params: { key_id: key.id } }), {
    refresh: [['listKeys']],
    done: 'Key revoked.',
  })
  if (!isAllowed) return <p className="text-ink-soft">Only owners and admins can manage API keys.</p>
  const keys = data?.data ?? []
  return (
    <Section
      title="API keys"
      note="For your own programs. Keys spend from the account’s shared credits, up to their limit. Test keys are free: they reach invented contacts, with test credits."
      actions={
        <>
          <Button icon="plus" onClick={() => setCreating('test')}>
            New test key
          </Button>
          {profile.api_access.enabled && (
            <Button look="primary" icon="plus" onClick={() => setCreating('live')}>
              New key
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 rounded-panel!" />}
      {data && !profile.api_access.enabled && (
        <KeysNeedPlan hasKeys={keys.some((key) => !key.revoked_at && key.mode === 'live')} />
      )}
      {data && profile.api_access.enabled && keys.length === 0 && (
        <EmptyState icon="key" title="No keys yet">
          Create a key to search, enrich and reveal from your own programs.
        </EmptyState>
      )}
      {keys.length > 0 && (
        <DataTable
          label="API keys"
          columns={columnsOf({ onEdit: setEditing, onRevoke: setRevoking })}
          rows={keys}
          keyOf={({ id }) => id}
        />
      )}
      {creating && <NewKeyDialog mode={creating} onClose={() => setCreating(null)} />}
      {editing && <EditKeyDialog apiKey={editing} onClose={() => setEditing(null)} />}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          action="Revoke key"
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking, { onSettled: () => setRevoking(null) })}
          onClose={() => setRevoking(null)}
        >
          Programs using it lose access immediately. This can’t be undone.
        </ConfirmDialog>
      )}
    </Section>
  )
}

function columnsOf({ onEdit, onRevoke }: { onEdit: (key: Key) => void; onRevoke: (key: Key) => void }): Column<Key>[] {
  return [
    {
      head: 'Key',
      cell: (key) => <KeyName apiKey={key} />,
    },
    {
      head: 'Credits',
      isNumber: true,
      isWideOnly: true,
      cell: (key) => limitText(key.credits_spent, key.credit_limit),
    },
    { head: 'Last used', isWideOnly: true, cell: (key) => (key.last_used_at ? formatDay(key.last_used_at) : 'Never') },
    { head: 'Expires', isWideOnly: true, cell: (key) => (key.expires_at ? formatUtcDay(key.expires_at) : 'Never') },
    {
      head: '',
      isNumber: true,
      cell: (key) =>
        !key.revoked_at && (
          <span className="flex justify-end gap-1">
            <Button size="small" look="quiet" onClick={() => onEdit(key)}>
              Edit
            </Button>
            <Button size="small" look="quiet" onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </span>
        ),
    },
  ]
}

/** Where the button for a new key would be refused: the way to a plan. */
function KeysNeedPlan({ hasKeys }: { hasKeys: boolean }) {
  const { data: status } = useQuery(billingStatusQuery)
  const isAllowed = useMayPay()
  return (
    <EmptyState icon="key" title="API keys need a plan" action={status && isAllowed && <PlanButton status={status} />}>
      {hasKeys
        ? 'Existing keys don’t work, and new ones can’t be created, until you have a plan.'
        : 'With a plan, your own programs can search, enrich and reveal.'}{' '}
      {!isAllowed && askSomebody}
    </EmptyState>
  )
}
