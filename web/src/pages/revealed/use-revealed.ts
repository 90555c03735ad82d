import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { revealedKey } from '../../shared/lists/lists.ts'
import { firstOf, type SearchParams, stringifySearch } from '../../shared/search-params.ts'
import { type StatusChoice, statusIn } from '../../shared/work/status-choice.tsx'

/** A screenful first; those who scroll on, or take all, want more at once. */
const firstPageRows = 50
const laterPageRows = limits.pageRowsMax

/** The words searched for are in the address, as in every search. */
export type RevealedFilter = {
  words: string | undefined
  /** Only what was revealed in the last days, as a number. */
  days: string | undefined
  /** Only those on which the work is so far. */
  status: StatusChoice | undefined
}

/** As the address has them, and in words. */
export const times = { '1': 'Today', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' } as const

export function useLooking(): [RevealedFilter, (change: Partial<RevealedFilter>, isReplacing?: boolean) => void] {
  const router = useRouter()
  const search = useSearch({ strict: false }) as SearchParams
  const looking = {
    words: firstOf(search.words)?.trim().slice(0, limits.valueLengthMax) || undefined,
    days: Object.keys(times).find((days) => days === firstOf(search.days)),
    status: statusIn(search),
  }
  const look = useCallback(
    (change: Partial<RevealedFilter>, isReplacing = false) => {
      const { pathname, search: before } = router.latestLocation
      void router.navigate({
        href: pathname + stringifySearch({ ...before, ...change }),
        replace: isReplacing,
        resetScroll: false,
      })
    },
    [router],
  )
  return [looking, look]
}

/** The looking as the operation takes it, for its pages and for its spreadsheet. */
export const askedFor = ({ words, days, status }: RevealedFilter) => ({
  ...(words && { words }),
  ...(days && { since: startOf(Number(days)) }),
  ...(status && { work_status: status }),
})

/** Whole days, the person's own: today counts as one. The same moment all day, so that pages and exports agree. */
function startOf(days: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days + 1)
  return day.toISOString()
}

/** Words are counted by reading, so their pages have no total. */
type Page = Omit<Reply<'listRevealedContacts'>, 'total'> & { total: number | null }

export type RevealedPages = ReturnType<typeof useRevealed>

export function useRevealed(looking: RevealedFilter) {
  const asked = askedFor(looking)
  const results = useInfiniteQuery({
    queryKey: [...revealedKey, asked],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { words, ...choice } = asked
      const page = pageParam ? { limit: laterPageRows, cursor: pageParam } : { limit: firstPageRows }
      return words === undefined
        ? call('listRevealedContacts', { signal, query: { ...choice, ...page } })
        : call('searchRevealedContacts', { signal, query: { ...choice, ...page, words } })
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const contacts = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  // Words are counted by reading: their total is known with the last page.
  const total = results.data?.pages[0]?.total ?? (results.hasNextPage ? null : contacts.length)
  return { results, contacts, total }
}
