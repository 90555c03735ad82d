import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Body, call, type Reply } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { profileQuery } from '../../api/queries.ts'

export type Exclusion = Reply<'listExclusions'>['data'][number]
export type ExclusionEntry = Body<'putExclusion'>['entries'][number]

export const exclusionsQuery = queryOptions({
  queryKey: ['listExclusions'],
  queryFn: ({ signal }) => call('listExclusions', { signal }),
  staleTime: 5 * 60_000,
})

/** Whether searches leave anybody out. */
export function useHasExclusions(): boolean {
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery({ ...exclusionsQuery, enabled: profile?.api_access.enabled === true })
  return data?.data.some(({ counts }) => counts.total > 0) ?? false
}

/** One request after the other: the first one says whether the list starts over. Without `expires_at` it ends when it did before. */
export async function saveExclusion(
  label: string,
  entries: readonly ExclusionEntry[],
  { mode, ...end }: { mode: 'add' | 'replace'; expires_at?: string | null },
): Promise<Reply<'putExclusion'>> {
  let saved: Reply<'putExclusion'> | undefined
  for (let at = 0; at === 0 || at < entries.length; at += perRequest.putExclusion.entries) {
    saved = await call('putExclusion', {
      params: { label },
      body: { entries: entries.slice(at, at + perRequest.putExclusion.entries), mode: at === 0 ? mode : 'add', ...end },
    })
  }
  return saved!
}
