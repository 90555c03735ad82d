import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatCount } from '../format.ts'
import { useHasExclusions } from './exclusions.ts'

/** How many of a search are left out because the account knows them, and the way to see them. */
export function LeftOut({
  id,
  request,
  isShown,
  onShow,
}: {
  id: 'searchContacts' | 'searchStores'
  /** The search without its page. */
  request: object
  isShown: boolean
  onShow: (isShown: boolean) => void
}) {
  const { data: total } = useQuery({
    queryKey: ['excludedTotal', id, request],
    queryFn: async ({ signal }) =>
      (await call(id, { signal, body: { ...request, excluded: 'only', limit: 1 } as never })).total,
    enabled: useHasExclusions(),
    staleTime: 5 * 60_000,
  })
  if (!total) return null
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className="figures min-h-8 text-small text-ink-faint underline decoration-dotted hover:text-ink"
      onClick={() => onShow(!isShown)}
    >
      {isShown ? `${formatCount(total)} excluded shown` : `${formatCount(total)} left out`}
    </button>
  )
}
