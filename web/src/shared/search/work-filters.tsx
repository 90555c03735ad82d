import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../api/limits.ts'
import { profileQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { PlainInput, PlainSelect } from '../../ui/field.tsx'
import { membersQuery, useActorName } from '../members.ts'
import { firstOf, listOf, type SearchParams } from '../search-params.ts'
import type { Filter } from './filters.ts'

type Props = { filter: Filter; search: SearchParams; onChange: (change: SearchParams) => void }

/** What one member works on: oneself first. */
export function OwnerFilter({ filter, search, onChange }: Props) {
  const { data: profile } = useQuery(profileQuery)
  const { data: members } = useQuery(membersQuery)
  const nameOf = useActorName()
  const chosen = firstOf(search[filter.key]) ?? ''
  const own = profile?.user.id ?? ''
  const ids = [own, ...(members?.data ?? []).map(({ user_id: id }) => id), chosen]
  return (
    <div className="mt-2">
      <PlainSelect
        aria-label={filter.label}
        value={chosen}
        onChange={(event) => onChange({ [filter.key]: event.target.value || undefined })}
      >
        <option value="">Any owner</option>
        {[...new Set(ids)].filter(Boolean).map((id) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}

/** Whatever has one of these tags. */
export function TagsFilter({ filter, search, onChange }: Props) {
  const current = listOf(search[filter.key])
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const added = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (added.length === 0) return
    onChange({ [filter.key]: [...new Set([...current, ...added])].slice(0, limits.valuesPerFilterMax) })
    setTyped('')
  }
  return (
    <form onSubmit={submit} className="mt-2 flex gap-1.5">
      <PlainInput
        aria-label={filter.label}
        placeholder="A tag, such as spring"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
