import { limits } from '../../api/limits.ts'
import { Field } from '../../ui/field.tsx'
import { LimitField } from './limit-field.tsx'

type KeyDraft = { name: string; limit: string; expires: string }

/** A key works to the end of the day that was chosen. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59Z`).toISOString()

/** What can be said of a key when it is made, and changed later. */
export function KeyFields({ draft, onChange }: { draft: KeyDraft; onChange: (draft: KeyDraft) => void }) {
  return (
    <>
      <Field
        label="Name"
        placeholder="For example: CRM sync"
        required
        maxLength={limits.nameLengthMax}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <LimitField value={draft.limit} onChange={(limit) => onChange({ ...draft, limit })} />
      <Field
        label="Expires"
        type="date"
        hint="Leave empty to never expire."
        value={draft.expires}
        onChange={(event) => onChange({ ...draft, expires: event.target.value })}
      />
    </>
  )
}
