import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Body, call, type Reply } from '../../api/call.ts'
import { profileQuery } from '../../api/queries.ts'
import { plural } from '../format.ts'

export type Hubspot = Reply<'getHubspot'>
export type HubspotRun = Reply<'listHubspotRuns'>['data'][number]
export type WhatToSend = Omit<Body<'createHubspotRun'>, 'dry_run'>

export const hubspotQuery = queryOptions({
  queryKey: ['getHubspot'],
  queryFn: ({ signal }) => call('getHubspot', { signal }),
})

/** The latest of them. */
export const runsShown = 20

/** Asked often while one is under way. */
export const hubspotRunsQuery = queryOptions({
  queryKey: ['listHubspotRuns'],
  queryFn: ({ signal }) => call('listHubspotRuns', { signal, query: { limit: runsShown } }),
  refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? 1_000 : false),
})

export const hubspotRunQuery = (runId: string) =>
  queryOptions({
    queryKey: ['getHubspotRun', runId],
    queryFn: ({ signal }) => call('getHubspotRun', { signal, params: { run_id: runId } }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : 1_000),
  })

export const startRun = (what: WhatToSend, isDryRun: boolean) =>
  call('createHubspotRun', { body: { ...what, dry_run: isDryRun } })

/** The connection; undefined without a plan, and until it is known. */
export function useHubspot(): Hubspot | undefined {
  const { data: profile } = useQuery(profileQuery)
  return useQuery({ ...hubspotQuery, enabled: profile?.api_access.enabled === true }).data
}

/** `12 new, 3 filled, 1 in conflict` */
export function describeCounts({ kind, counts, total }: Pick<HubspotRun, 'kind' | 'counts' | 'total'>): string {
  if (kind === 'exclusion')
    return `${plural(total, 'record')} read, ${plural(counts.exclude, 'entry', 'entries')} excluded`
  const parts = [
    [counts.create, 'new'],
    [counts.update, 'filled'],
    [counts.unchanged, 'unchanged'],
    [counts.conflict, 'in conflict'],
    [counts.skip, 'no longer available'],
    [counts.fail, 'refused'],
    [counts.delete, 'deleted'],
    [counts.clear, 'cleared'],
    [counts.absent, 'not there any more'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
  return told.length > 0 ? told.join(', ') : 'Nothing yet'
}
