import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatDay } from '../../shared/format.ts'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ConnectAgent } from './connect-agent.tsx'
import { type Connection, ConnectionLimitDialog } from './connection-limit-dialog.tsx'
import { limitText } from './credit-limit.ts'
import { meaningOf } from './scope-fields.tsx'

/** By an owner or admin: then it is not the member's to change. */
const isImposed = ({ limit_set_by: by, member }: Connection): boolean => by !== null && by.id !== member.id

export function ConnectionsSection({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['listConnections'],
    queryFn: ({ signal }) => call('listConnections', { signal }),
  })
  const [limiting, setLimiting] = useState<Connection | null>(null)
  const [ending, setEnding] = useState<Connection | null>(null)
  const end = useAction((connection: Connection) => call('disconnect', { params: { connection_id: connection.id } }), {
    refresh: [['listConnections']],
    done: 'Disconnected.',
  })
  return (
    <>
      <Section title="Connections" note="Integrations and agents that people here have connected to this account.">
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-32 rounded-panel!" />}
        {data && data.data.length === 0 && (
          <p className="rounded-panel border bg-surface px-4 py-6 text-center text-ink-faint">
            No connections yet. Agents and integrations that you connect appear here, with their credit limits.
          </p>
        )}
        {data && data.data.length > 0 && (
          <DataTable
            label="Connections"
            columns={columnsOf({ profile, onLimit: setLimiting, onEnd: setEnding })}
            rows={data.data}
            keyOf={({ id }) => id}
          />
        )}
        {limiting && <ConnectionLimitDialog connection={limiting} onClose={() => setLimiting(null)} />}
        {ending && (
          <ConfirmDialog
            title={`Disconnect ${ending.client.name}?`}
            action="Disconnect"
            isBusy={end.isPending}
            onConfirm={() => end.mutate(ending, { onSettled: () => setEnding(null) })}
            onClose={() => setEnding(null)}
          >
            It loses access immediately. To use it again, you will have to reconnect it.
          </ConfirmDialog>
        )}
      </Section>
      <ConnectAgent />
    </>
  )
}

function columnsOf({
  profile,
  onLimit,
  onEnd,
}: {
  profile: Profile
  onLimit: (one: Connection) => void
  onEnd: (one: Connection) => void
}): Column<Connection>[] {
  return [
    {
      head: 'Integration',
      cell: ({ client, member }) => (
        <span className="block">
          <span className="block font-medium">{client.name}</span>
          <span className="block text-small text-ink-faint">for {member.name}</span>
        </span>
      ),
    },
    {
      head: 'Access',
      isWideOnly: true,
      cell: ({ scopes }) => (
        <ul className="py-1.5 text-small text-ink-faint">
          {scopes.map((scope) => (
            <li key={scope}>{meaningOf(scope)}</li>
          ))}
        </ul>
      ),
    },
    {
      head: 'Credits',
      isWideOnly: true,
      isNumber: true,
      cell: (one) => (
        <span className="block">
          <span className="block">{limitText(one.credits_spent, one.credit_limit)}</span>
          {isImposed(one) && (
            <span className="block text-small text-ink-faint">limit set by {one.limit_set_by?.name}</span>
          )}
        </span>
      ),
    },
    { head: 'Since', isWideOnly: true, cell: (one) => formatDay(one.created_at) },
    {
      head: '',
      isNumber: true,
      cell: (one) => (
        <span className="flex justify-end gap-1">
          {(mayManage(profile, 'members:manage') || !isImposed(one)) && (
            <Button size="small" look="quiet" onClick={() => onLimit(one)}>
              Set limit
            </Button>
          )}
          <Button size="small" look="quiet" onClick={() => onEnd(one)}>
            Disconnect
          </Button>
        </span>
      ),
    },
  ]
}
