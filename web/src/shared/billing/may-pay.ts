import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { mayManage } from '../profile.ts'

/** For those who may not. */
export const askSomebody = 'An owner or admin can fix this in Settings, Billing.'

export function useMayPay(): boolean {
  const { data: profile } = useQuery(profileQuery)
  return !!profile && mayManage(profile, 'billing:manage')
}
