import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { profileQuery } from '../api/queries.ts'

export const membersQuery = queryOptions({
  queryKey: ['listMembers'],
  queryFn: ({ signal }) => call('listMembers', { signal }),
  staleTime: 5 * 60_000,
})

const unnamed = { nobody: 'Nobody', you: 'You', key: 'An API key', former: 'A former member' }

/** A name that does not begin the sentence. */
export const withinSentence = (name: string): string =>
  Object.values(unnamed).includes(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** Who made or did something: a name, "You", or what else it was. `enabled`: whether there is anybody to name. */
export function useActorName(enabled = true): (id: string | null) => string {
  const { data: profile } = useQuery(profileQuery)
  const { data: members } = useQuery({ ...membersQuery, enabled })
  return (id) => {
    if (id === null) return unnamed.nobody
    if (id === profile?.user.id) return unnamed.you
    const member = members?.data.find(({ user_id }) => user_id === id)
    return member ? member.name || member.email : id.startsWith('key_') ? unnamed.key : unnamed.former
  }
}
