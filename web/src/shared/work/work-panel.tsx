import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { limits, perRequest } from '../../api/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { formatDay, formatMoment } from '../format.ts'
import { membersQuery, useActorName } from '../members.ts'
import { useAction } from '../use-action.ts'
import {
  changeWork,
  didOf,
  lastStep,
  statuses,
  type Work,
  type WorkChange,
  type WorkItem,
  type WorkStatus,
  workKey,
  workQuery,
} from './work.ts'

/** Status, owner, tags and note of a contact or a store, and who wrote what when. */
export const WorkPanel = ({ item }: { item: WorkItem }) => (
  // What was typed of one of them is not for the next.
  <WorkOf key={item.id} item={item} />
)

function WorkOf({ item }: { item: WorkItem }) {
  const { data: work, error, refetch } = useQuery(workQuery(item))
  const change = useAction((next: WorkChange) => changeWork(item, next), { refresh: [workKey] })
  const [isHistory, setHistory] = useState(false)
  return (
    <section aria-label="Work" className="flex flex-col gap-3">
      <h3 className="font-semibold">Work</h3>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {/* As high as what comes where nobody has worked yet: content below must not move. */}
      {!work && !error && <Skeleton className="h-87" />}
      {work && (
        <>
          <LastChange work={work} />
          <StatusChoice status={work.status} onChoose={(status) => change.mutate({ status })} />
          <OwnerChoice ownerId={work.owner_id} onChoose={(owner_id) => change.mutate({ owner_id })} />
          <TagsField tags={work.tags} onChange={(tags) => change.mutateAsync({ tags })} />
          <NoteField note={work.note} isBusy={change.isPending} onChange={(note) => change.mutateAsync({ note })} />
          {work.history.length > 0 && (
            <Button size="small" look="quiet" aria-expanded={isHistory} onClick={() => setHistory(!isHistory)}>
              {isHistory ? 'Hide the history' : 'Show the history'}
            </Button>
          )}
          {isHistory && <History work={work} />}
        </>
      )}
    </section>
  )
}

/** "Tom wrote on 12 Nov": before somebody else does. */
function LastChange({ work }: { work: Work }) {
  const nameOf = useActorName()
  const change = lastStep(work) ?? work.history[0]
  if (!change) return <p className="text-small text-ink-faint">Nobody has worked on this yet.</p>
  return (
    <p className="figures text-small text-ink-faint">
      {nameOf(change.actor.id)} {didOf(change.changes.status ?? null)} on {formatDay(change.changed_at)}
    </p>
  )
}

function StatusChoice({ status, onChoose }: { status: Work['status']; onChoose: (status: WorkStatus | null) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="mb-1 text-table font-medium text-ink">Status</legend>
      {(Object.entries(statuses) as [WorkStatus, string][]).map(([value, label], at) => (
        <button
          key={value}
          type="button"
          aria-pressed={status === value}
          title={`Key ${at + 1}`}
          onClick={() => onChoose(status === value ? null : value)}
          className="h-8 rounded-control border px-2 text-table text-ink-soft hover:bg-hover aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

function OwnerChoice({ ownerId, onChoose }: { ownerId: string | null; onChoose: (id: string | null) => void }) {
  const { data: members } = useQuery(membersQuery)
  return (
    <SelectField label="Owner" value={ownerId ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
      <option value="">Nobody</option>
      {members?.data.map(({ user_id: id, name, email }) => (
        <option key={id} value={id}>
          {name || email}
        </option>
      ))}
    </SelectField>
  )
}

/** Calls the latest `leave` when the component goes: its field is left, though no event says so. */
function useLeaving(leave: () => void): void {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => () => latest.current(), [])
}

const tagsIn = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ].slice(0, perRequest.updateContactWork.tags)

/** Saved when the field is left, also by closing the panel or by going back, and with Enter. */
function TagsField({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => Promise<unknown> }) {
  const written = tags.join(', ')
  const [typed, setTyped] = useState(written)
  const sent = useRef(written)
  useEffect(() => {
    const before = sent.current
    sent.current = written
    // What was typed since then stays, and so does a comma after which somebody goes on.
    setTyped((text) => {
      const meant = tagsIn(text).join(', ')
      return meant === before && meant !== written ? written : text
    })
  }, [written])
  const commit = () => {
    const next = tagsIn(typed)
    const text = next.join(', ')
    if (text === sent.current) return
    sent.current = text
    onChange(next.map((tag) => tag.slice(0, limits.tagLengthMax))).catch(() => {
      sent.current = written
    })
  }
  useLeaving(commit)
  return (
    <Field
      label="Tags"
      value={typed}
      placeholder="spring, berlin"
      autoComplete="off"
      hint="Separated by commas."
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

/** Saved when the field is left, also by closing the panel or by opening another one. */
function NoteField({
  note,
  isBusy,
  onChange,
}: {
  note: string | null
  isBusy: boolean
  onChange: (note: string | null) => Promise<unknown>
}) {
  const known = note ?? ''
  const [typed, setTyped] = useState(known)
  const sent = useRef(known)
  useEffect(() => {
    const before = sent.current
    sent.current = known
    // What was typed since then stays.
    setTyped((text) => (text.trim() === before ? known : text))
  }, [known])
  const save = () => {
    const text = typed.trim()
    if (text === sent.current) return
    sent.current = text
    // A refusal is said where it is asked for; the same text may be sent again.
    onChange(text || null).catch(() => {
      sent.current = known
    })
  }
  useLeaving(save)
  return (
    <label className="flex flex-col gap-1.5">
      <span className="text-table font-medium text-ink">Note</span>
      <textarea
        value={typed}
        rows={3}
        maxLength={limits.noteLengthMax}
        className="w-full rounded-control border border-control/60 bg-surface px-2.5 py-2 text-table text-ink"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
      />
      {typed.trim() !== known && (
        <Button size="small" look="primary" isBusy={isBusy} onClick={save}>
          Save note
        </Button>
      )}
    </label>
  )
}

function History({ work }: { work: Work }) {
  const nameOf = useActorName()
  return (
    <ol className="flex flex-col gap-2 border-l pl-3 text-small">
      {work.history.map(({ changed_at: at, actor, changes }) => (
        <li key={at + actor.id}>
          <span className="figures text-ink-faint">
            {formatMoment(at)} · {nameOf(actor.id)}
          </span>
          <span className="block wrap-anywhere">{describeChange(changes, nameOf)}</span>
        </li>
      ))}
    </ol>
  )
}

type Changes = Work['history'][number]['changes']

function describeChange(changes: Changes, nameOf: (id: string | null) => string): string {
  const { status, owner_id: owner, tags, note } = changes
  const sentences: Record<keyof Changes, string | false> = {
    status: status !== undefined && (status ? `Status: ${statuses[status].toLowerCase()}` : 'Status taken away'),
    owner_id: owner !== undefined && `Owner: ${nameOf(owner)}`,
    tags: tags !== undefined && (tags.length > 0 ? `Tags: ${tags.join(', ')}` : 'Tags taken away'),
    note: note !== undefined && (note ? `Note: ${note}` : 'Note taken away'),
  }
  return Object.values(sentences).filter(Boolean).join(' · ')
}
