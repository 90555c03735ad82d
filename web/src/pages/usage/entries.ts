import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { plural } from '../../shared/format.ts'

export type CreditEntry = Reply<'listCreditEntries'>['data'][number]
export type EntryKind = CreditEntry['kind']

export const kindNames: Record<EntryKind, string> = {
  spend: 'Reveals',
  grant: 'Grants',
  expire: 'Credits expired',
  refund: 'Refunds',
  adjust: 'Adjustments',
}

/** What a line of the statement was, and why the balance moved by it. */
export function describeEntry({ kind, amount, contact_ids: ids, reason }: CreditEntry): { what: string; why: string } {
  switch (kind) {
    case 'spend':
      return {
        what: `Revealed ${plural(ids.length || -amount, 'contact')}`,
        why: 'One credit each. Opening them again is free.',
      }
    case 'grant':
      return { what: reason ?? 'Credits for the period', why: 'Added to the account’s shared credits.' }
    case 'expire':
      return { what: 'Unused credits expired', why: 'Unused credits do not carry over.' }
    case 'refund':
      return {
        what: `Refund${ids.length > 0 ? ` for ${plural(ids.length, 'contact')}` : ''}`,
        why: reason ?? 'Refunded. The contacts stay revealed.',
      }
    case 'adjust':
      return {
        what: amount < 0 ? 'Correction, removed' : 'Correction, added',
        why: reason ?? 'Made by the operator of this service.',
      }
  }
}

export const statementKey = ['listCreditEntries']

export const statementQuery = (kind: EntryKind | null) =>
  infiniteQueryOptions({
    queryKey: [...statementKey, kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listCreditEntries', {
        signal,
        query: { limit: 50, ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
