import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { type Exclusion, exclusionsQuery } from '../../shared/exclusions/exclusions.ts'
import { formatCount, formatDay, plural } from '../../shared/format.ts'
import type { Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { describeKinds, ExclusionDialog, searchKeys } from './exclusion-dialog.tsx'

/** Whom the account knows already: left out of searches, never charged. */
export function ExclusionsSection({ profile }: { profile: Profile }) {
  const isOpen = profile.api_access.enabled
  const { data, error, isPending, refetch } = useQuery({ ...exclusionsQuery, enabled: isOpen })
  const [asked, setAsked] = useState<{ label: string } | null>(null)
  const [deleting, setDeleting] = useState<Exclusion | null>(null)
  const remove = useAction((label: string) => call('deleteExclusion', { params: { label } }), {
    refresh: [exclusionsQuery.queryKey, ...searchKeys],
    done: 'Exclusion list deleted.',
  })
  if (!isOpen) return <p className="text-ink-soft">You need a plan to exclude people and stores.</p>
  const lists = data?.data ?? []
  return (
    <Section
      title="Exclusions"
      note="People and stores that you know already: customers, competitors, colleagues. Searches leave them out, and reveals never charge them."
      actions={
        <Button icon="plus" onClick={() => setAsked({ label: '' })}>
          New exclusion list
        </Button>
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-24 rounded-panel!" />}
      {data && lists.length === 0 && (
        <EmptyState
          icon="minus"
          title="Nobody is excluded"
          action={<Button onClick={() => setAsked({ label: '' })}>Exclude your customers</Button>}
        >
          Paste emails, domains or LinkedIn profiles, or drop a CSV. They are kept as hashes and can’t be read back.
        </EmptyState>
      )}
      {lists.length > 0 && (
        <DataTable
          label="Exclusion lists"
          keyOf={({ label }) => label}
          rows={lists}
          columns={columnsOf({ onAdd: setAsked, onDelete: setDeleting })}
        />
      )}
      {asked && <ExclusionDialog label={asked.label} onClose={() => setAsked(null)} />}
      {deleting && (
        <ConfirmDialog
          title={`Delete “${deleting.label}”?`}
          action="Delete list"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(deleting.label, { onSuccess: () => setDeleting(null) })}
          onClose={() => setDeleting(null)}
        >
          <p className="figures">
            Its {plural(deleting.counts.total, 'entry', 'entries')} are gone, and searches find these people and stores
            again.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function columnsOf({
  onAdd,
  onDelete,
}: {
  onAdd: (list: Exclusion) => void
  onDelete: (list: Exclusion) => void
}): Column<Exclusion>[] {
  return [
    { head: 'Reason', cell: ({ label }) => <span className="font-medium wrap-anywhere">{label}</span> },
    { head: 'Entries', isNumber: true, cell: ({ counts }) => formatCount(counts.total) },
    { head: 'Kinds', isWideOnly: true, cell: ({ counts }) => describeKinds(counts) },
    {
      head: 'Ends',
      isWideOnly: true,
      cell: ({ expires_at: end }) => (
        <span className="figures whitespace-nowrap">{end ? formatDay(end) : 'Never'}</span>
      ),
    },
    {
      head: 'Updated',
      isWideOnly: true,
      cell: (list) => <span className="figures whitespace-nowrap">{formatDay(list.updated_at)}</span>,
    },
    {
      head: '',
      isNumber: true,
      cell: (list) => (
        <span className="flex justify-end">
          <IconButton icon="plus" label={`Add to ${list.label}`} onClick={() => onAdd(list)} />
          <IconButton icon="trash" label={`Delete ${list.label}`} onClick={() => onDelete(list)} />
        </span>
      ),
    },
  ]
}
