import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { PlainSelect } from '../../ui/field.tsx'
import { membersQuery, useActorName } from '../members.ts'
import { firstOf, type SearchParams } from '../search-params.ts'
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
