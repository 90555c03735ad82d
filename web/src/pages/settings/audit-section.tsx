import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { formatMoment } from '../../shared/format.ts'
import { PagedTable } from '../../shared/paged-table.tsx'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { type AuditAction, type AuditEntry, actionGroups, auditQuery, placeOf } from './audit-entries.ts'
import { describeAgent } from './describe-agent.ts'

const columns: Column<AuditEntry>[] = [
  {
    head: 'Date',
    isWideOnly: true,
    cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatMoment(at)}</span>,
  },
  {
    head: 'What',
    cell: ({ sentence }) => <span className="block py-2 wrap-anywhere">{sentence}</span>,
  },
  {
    head: 'From',
    isWideOnly: true,
    cell: ({ address, user_agent: agent, door }) => (
      <span className="block whitespace-nowrap">
        <span className="figures block">{address || placeOf(door)}</span>
        {agent && <span className="block text-small text-ink-faint">{describeAgent(agent)}</span>}
      </span>
    ),
  },
]

/** Who did what, newest first. For owners: it shows where their colleagues sign in. */
export function AuditSection({ profile }: { profile: Profile }) {
  if (mayManage(profile, 'audit:read')) return <AuditLog />
  return (
    <EmptyState icon="key" title="Only owners can see the audit log">
      Ask an owner of this account to look something up.
    </EmptyState>
  )
}

function AuditLog() {
  const [action, setAction] = useState<AuditAction | null>(null)
  const results = useInfiniteQuery({ ...auditQuery(action), placeholderData: keepPreviousData })
  const save = useAction(
    async () =>
      saveFile(new Blob(await download('listAuditEntries', { query: action ? { action } : {} })), 'audit-log.csv'),
    { refresh: [], done: 'Audit log exported.' },
  )
  return (
    <Section
      title="Audit log"
      note={`Sign-ins, keys, members, limits, connections, billing and exports. Entries can’t be changed and are kept for ${limits.auditDays} days.`}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <ActionChoice action={action} onChange={setAction} />
          <Button size="small" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
            Export CSV
          </Button>
        </div>
      }
    >
      <PagedTable
        label="Audit log"
        columns={columns}
        results={results}
        rowsOf={(entries) => entries}
        empty="Nothing recorded yet."
      />
    </Section>
  )
}

function ActionChoice({
  action,
  onChange,
}: {
  action: AuditAction | null
  onChange: (action: AuditAction | null) => void
}) {
  return (
    <select
      aria-label="Kind of entries"
      value={action ?? ''}
      onChange={(event) => onChange((event.target.value || null) as AuditAction | null)}
      className="h-7 rounded-control border border-control/60 bg-surface px-2 text-small text-ink"
    >
      <option value="">Everything</option>
      {actionGroups.map(([group, actions]) => (
        <optgroup key={group} label={group}>
          {actions.map(({ action: value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
