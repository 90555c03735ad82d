import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../api/call.ts'
import type { ContactPreview } from '../../api/contacts.ts'
import { limits } from '../../api/limits.ts'
import type { ContactRow } from '../../shared/contacts/contact-columns.tsx'

const pageRows = limits.pageRowsMax
/** How many are loaded without asking: nearly every store has fewer, and only all of them can be put in order. */
const wholeMax = 300

/** Who decides comes first, and then whoever can be written to. */
const ranks: Record<ContactPreview['seniority'], number> = { executive: 0, decision_maker: 1, other: 2 }
const emailRank = ({ best_email: best }: ContactPreview): number =>
  best === null ? 2 : best.status === 'verified' ? 0 : 1

export const isDecider = ({ seniority }: Pick<ContactPreview, 'seniority'>): boolean => seniority !== 'other'

const inUsefulOrder = (one: ContactPreview, other: ContactPreview): number =>
  ranks[one.seniority] - ranks[other.seniority] ||
  emailRank(one) - emailRank(other) ||
  Number(other.has_phone) - Number(one.has_phone)

export const searchOf = (domain: string, role?: string) => ({
  store: { domains: [domain] },
  ...(role && { person: { roles_any: [role] } }),
})

export const storePeopleQuery = (search: ReturnType<typeof searchOf>, showsExcluded = false) =>
  infiniteQueryOptions({
    queryKey: ['searchContacts', 'store', search, showsExcluded],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('searchContacts', {
        signal,
        body: {
          ...search,
          ...(showsExcluded && { excluded: 'show' as const }),
          limit: pageRows,
          ...(pageParam !== null && { cursor: pageParam }),
        },
      }),
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 5 * 60_000,
  })

/** The people of one store, or those with a role, the ones to write to first. */
export function useStorePeople(search: ReturnType<typeof searchOf>, showsExcluded: boolean) {
  const results = useInfiniteQuery({ ...storePeopleQuery(search, showsExcluded), placeholderData: keepPreviousData })
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = results
  const found = useMemo((): ContactRow[] => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  const isLoading = hasNextPage && found.length < wholeMax && !isError
  useEffect(() => {
    if (isLoading && !isFetchingNextPage) void fetchNextPage()
  }, [isLoading, isFetchingNextPage, fetchNextPage])
  const people = useMemo(() => (hasNextPage ? found : found.toSorted(inUsefulOrder)), [found, hasNextPage])
  return { results, people }
}
