import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../api/call.ts'
import { plural } from '../figures.ts'

export type CreditEntry = Reply<'listCreditEntries'>['data'][number]
export type Door = CreditEntry['door']

export const doorNames: Record<Door, string> = {
  web: 'Web application',
  api_key: 'API',
  oauth: 'Integration',
  mcp: 'Agent (MCP)',
  operator: 'Operator',
  billing: 'Billing',
  system: 'Prospector',
}

/** What a line of the statement says it was. */
export function describeEntry({ kind, amount, contact_ids: ids, reason }: CreditEntry): string {
  switch (kind) {
    case 'spend':
      return `Revealed ${plural(ids.length || -amount, 'contact')}`
    case 'grant':
      return reason ?? 'Credits of the period'
    case 'expire':
      return 'Unused credits expired'
    case 'refund':
      return reason ? `Refund: ${reason}` : 'Refund'
    case 'adjust':
      return reason ? `Adjustment: ${reason}` : 'Adjustment'
  }
}

export const statementQuery = infiniteQueryOptions({
  queryKey: ['listCreditEntries'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) =>
    call('listCreditEntries', { signal, query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  staleTime: 0,
})

/** Enough for a busy month; a chart of more says where it begins. */
const spendPagesMax = 10

/** All spends since the period began, newest first, and whether any are missing. */
export const spendsQuery = (since: string) =>
  queryOptions({
    queryKey: ['spends', since],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const spends: CreditEntry[] = []
      let cursor: string | undefined
      for (let page = 0; page < spendPagesMax; page++) {
        const reply = await call('listCreditEntries', {
          signal,
          query: { kind: 'spend', limit: 100, ...(cursor && { cursor }) },
        })
        spends.push(...reply.data.filter(({ created_at: at }) => at >= since))
        const isPast = reply.data.at(-1) === undefined || reply.data.at(-1)!.created_at < since
        if (!reply.next_cursor || isPast) return { spends, isWhole: true }
        cursor = reply.next_cursor
      }
      return { spends, isWhole: false }
    },
  })
