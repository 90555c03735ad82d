import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../api/call.ts'
import { profileQuery } from '../api/queries.ts'

export const membersQuery = queryOptions({
  queryKey: ['listMembers'],
  queryFn: ({ signal }) => call('listMembers', { signal }),
  staleTime: 5 * 60_000,
})

const unnamed = { nobody: 'Nobody', you: 'You', key: 'An API key', former: 'A former member', unknown: '…' }

/** A name that does not begin the sentence. */
export const withinSentence = (name: string): string =>
  Object.values(unnamed).includes(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** Who made or did something: a name, "You", or what else it was. `enabled`: whether there is anybody to name. */
export function useActorName(enabled = true): (id: string | null) => string {
  const { data: profile } = useQuery(profileQuery)
  const { data: members } = useQuery({ ...membersQuery, enabled })
  return (id) => nameActor(id, profile?.user.id, members?.data)
}

type Member = Pick<Reply<'listMembers'>['data'][number], 'user_id' | 'name' | 'email'>

/** `members`: undefined until they are known. */
export function nameActor(id: string | null, you: string | undefined, members: readonly Member[] | undefined): string {
  if (id === null) return unnamed.nobody
  if (id === you) return unnamed.you
  if (id.startsWith('key_')) return unnamed.key
  if (!members) return unnamed.unknown
  const member = members.find(({ user_id: userId }) => userId === id)
  return member ? member.name || member.email : unnamed.former
}
