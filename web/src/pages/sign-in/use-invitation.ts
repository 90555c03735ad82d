import { useQuery } from '@tanstack/react-query'
import { callAuth, SignInError } from '../../api/sign-in.ts'
import { invitationIn, safeNext } from '../../shared/paths.ts'
import type { Profile } from '../../shared/profile.ts'

export type Invitation = {
  account_id: string
  account_name: string
  inviter_name: string
  email: string
  role: Profile['role']
}

export const roleNames: Record<Invitation['role'], string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
}

/** The invitation that somebody is on the way to, before they have signed in. `isOver` when it can't be accepted. */
export function useInvitation(next: string | undefined): { invitation: Invitation | undefined; isOver: boolean } {
  const token = invitationIn(safeNext(next))
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callAuth<Invitation>('/invitation', { token }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { invitation: data, isOver: error instanceof SignInError && error.status === 404 }
}
