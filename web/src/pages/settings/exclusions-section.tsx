import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { type Exclusion, exclusionsQuery, saveExclusion } from '../../shared/exclusions/exclusions.ts'
import { readEntries } from '../../shared/exclusions/read-entries.ts'
import { formatCount, formatDay, plural } from '../../shared/format.ts'
import type { Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { PastedList } from '../../ui/pasted-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FormDialog } from './form-dialog.tsx'

/** A search remembers whom it left out. */
const searches = [['searchContacts'], ['searchStores'], ['excludedTotal'], ['jobQuote']]

/** Whom the account knows already: left out of searches, never charged. */
export function ExclusionsSection({ profile }: { profile: Profile }) {
  const isOpen = profile.api_access.enabled
  const { data, error, isPending, refetch } = useQuery({ ...exclusionsQuery, enabled: isOpen })
  const [asked, setAsked] = useState<{ label: string } | null>(null)
  const [deleting, setDeleting] = useState<Exclusion | null>(null)
  const remove = useAction((label: string) => call('deleteExclusion', { params: { label } }), {
    refresh: [exclusionsQuery.queryKey, ...searches],
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
          columns={[
            { head: 'Reason', cell: ({ label }) => <span className="font-medium wrap-anywhere">{label}</span> },
            { head: 'Entries', isNumber: true, cell: ({ counts }) => formatCount(counts.total) },
            { head: 'Of them', isWideOnly: true, cell: ({ counts }) => describeKinds(counts) },
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
                  <IconButton icon="plus" label={`Add to ${list.label}`} onClick={() => setAsked(list)} />
                  <IconButton icon="trash" label={`Delete ${list.label}`} onClick={() => setDeleting(list)} />
                </span>
              ),
            },
          ]}
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

const kinds = [
  ['email', 'email', 'emails'],
  ['domain', 'domain', 'domains'],
  ['linkedin_url', 'profile', 'profiles'],
  ['email_sha256', 'hashed email', 'hashed emails'],
] as const

const describeKinds = (counts: Omit<Exclusion['counts'], 'total'>): string =>
  kinds
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, one, many]) => plural(counts[kind], one, many))
    .join(', ')

/** Paste or a file; what was understood is counted before anything is sent. */
function ExclusionDialog({ label: given, onClose }: { label: string; onClose: () => void }) {
  const [label, setLabel] = useState(given)
  const [text, setText] = useState('')
  const [mode, setMode] = useState<'add' | 'replace'>('add')
  const { entries, unread } = readEntries(text)
  const save = useAction(() => saveExclusion(label.trim(), entries, mode), {
    refresh: [exclusionsQuery.queryKey, ...searches],
    done: ({ counts }) => ({
      title: `“${label.trim()}” excludes ${plural(counts.total, 'entry', 'entries')}.`,
      look: 'success',
    }),
    showsRefusal: true,
  })
  const counts = { email: 0, domain: 0, linkedin_url: 0, email_sha256: 0 }
  for (const entry of entries) counts[Object.keys(entry)[0] as keyof typeof counts] += 1
  return (
    <FormDialog
      title={given ? `Change “${given}”` : 'New exclusion list'}
      action={entries.length > 0 ? `Exclude ${formatCount(entries.length)}` : 'Exclude'}
      isBusy={save.isPending}
      isDisabled={entries.length === 0}
      error={save.error}
      onSubmit={() => label.trim() && save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {!given && (
        <Field
          label="Reason"
          required
          maxLength={100}
          placeholder="Customers"
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
      )}
      <PastedList
        label="Emails, domains or LinkedIn profiles"
        placeholder={'ada@shop.example\nharbour-tea.example\nlinkedin.com/in/ada'}
        value={text}
        onChange={setText}
      />
      {given && (
        <SelectField label="What to do" value={mode} onChange={(event) => setMode(event.target.value as typeof mode)}>
          <option value="add">Add to what is there</option>
          <option value="replace">Replace what is there</option>
        </SelectField>
      )}
      <p role="status" className="figures text-small text-ink-faint">
        {entries.length > 0 ? describeKinds(counts) : 'One a line. A domain excludes the store and everybody in it.'}
        {unread.length > 0 && ` · ${plural(unread.length, 'line')} not understood: ${unread[0]!.slice(0, 60)}`}
      </p>
    </FormDialog>
  )
}
