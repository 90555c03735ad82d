import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { type Exclusion, exclusionsQuery, saveExclusion } from '../../shared/exclusions/exclusions.ts'
import { readEntries } from '../../shared/exclusions/read-entries.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { dayMs, formatCount, plural } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { PastedList } from '../../ui/pasted-list.tsx'

/** A search remembers whom it left out. */
export const searchKeys = [['searchContacts'], ['searchStores'], ['excludedTotal'], ['jobQuote']]

type Counts = Omit<Exclusion['counts'], 'total'>

const words: Record<keyof Counts, [one: string, many: string]> = {
  email: ['email', 'emails'],
  domain: ['domain', 'domains'],
  linkedin_url: ['profile', 'profiles'],
  email_sha256: ['hashed email', 'hashed emails'],
}
const kinds = Object.keys(words) as (keyof Counts)[]

export const describeKinds = (counts: Counts): string =>
  kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => plural(counts[kind], ...words[kind]))
    .join(', ')

/** When a list ends, in days, and in words. */
const ends = [
  ['kept', 'As it is'],
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['180', 'In 180 days'],
  ['365', 'In a year'],
] as const
type End = (typeof ends)[number][0]

function endOf(end: End): { expires_at?: string | null } {
  if (end === 'kept') return {}
  return { expires_at: end === 'never' ? null : new Date(Date.now() + Number(end) * dayMs).toISOString() }
}

/** Paste or a file; what was understood is counted before anything is sent. */
export function ExclusionDialog({ label: given, onClose }: { label: string; onClose: () => void }) {
  const [label, setLabel] = useState(given)
  const [text, setText] = useState('')
  const [mode, setMode] = useState<'add' | 'replace'>('add')
  const [end, setEnd] = useState<End>(given ? 'kept' : 'never')
  const { entries, unread } = readEntries(text)
  const save = useAction(() => saveExclusion(label.trim(), entries, { mode, ...endOf(end) }), {
    refresh: [exclusionsQuery.queryKey, ...searchKeys],
    done: ({ counts }) => ({
      title: `“${label.trim()}” excludes ${plural(counts.total, 'entry', 'entries')}.`,
      look: 'success',
    }),
    showsRefusal: true,
  })
  const countOf = (kind: keyof Counts) => entries.filter((entry) => entry[kind] !== undefined).length
  const counts = Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Counts
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
          maxLength={limits.nameLengthMax}
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
      <SelectField
        label="Ends"
        value={end}
        hint={
          end === 'never' || end === 'kept'
            ? undefined
            : 'The list is deleted then, and searches find these people and stores again.'
        }
        onChange={(event) => setEnd(event.target.value as End)}
      >
        {ends
          .filter(([one]) => given || one !== 'kept')
          .map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
      </SelectField>
      <p role="status" className="figures text-small text-ink-faint">
        {entries.length > 0 ? describeKinds(counts) : 'One a line. A domain excludes the store and everybody in it.'}
        {unread.length > 0 &&
          ` · ${plural(unread.length, 'line')} not understood: ${unread[0]!.slice(0, 60)}${unread.length > 1 ? ' and others' : ''}`}
      </p>
    </FormDialog>
  )
}
