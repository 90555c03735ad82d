import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { profileQuery } from '../api/queries.ts'

const HasAccess = createContext(false)

/** Asked once for a page: every row of a table wants to know, and to follow the profile in each costs more than to draw it. */
export function AccessProvider({ children }: { children: ReactNode }) {
  const { data: profile } = useQuery(profileQuery)
  return <HasAccess value={profile?.api_access.enabled === true}>{children}</HasAccess>
}

/** Whether the account has a plan that answers requests. */
export const useHasAccess = (): boolean => useContext(HasAccess)
