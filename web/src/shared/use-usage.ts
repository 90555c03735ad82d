import { useQuery } from '@tanstack/react-query'
import { profileQuery, usageQuery } from '../api/queries.ts'

/** Asked only with API access: without it the server refuses, which a browser reports as an error. */
export function useUsage({ staleTime }: { staleTime?: number } = {}) {
  const { data: profile } = useQuery(profileQuery)
  const hasPlan = profile?.api_access.enabled ?? false
  return { ...useQuery({ ...usageQuery, enabled: hasPlan, ...(staleTime !== undefined && { staleTime }) }), hasPlan }
}
