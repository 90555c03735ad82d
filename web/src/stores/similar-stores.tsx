import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useLabelOf } from '../labels.tsx'
import { paths } from '../paths.ts'
import { StoreMark } from '../ui/store-mark.tsx'

const shownMax = 8

/** Stores most like this one, each a click away. */
export function SimilarStores({ domain }: { domain: string }) {
  const labelOf = useLabelOf()
  const { data } = useQuery({
    queryKey: ['findSimilarStores', domain],
    queryFn: ({ signal }) => call('findSimilarStores', { params: { domain }, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="similar">
      <h2 id="similar" className="mb-2 font-semibold">
        Similar stores
      </h2>
      <ul className="divide-y rounded-panel border bg-surface">
        {data.data.slice(0, shownMax).map(({ store }) => (
          <li key={store.id}>
            <Link
              to={paths.store(store.domain)}
              className="flex min-h-12 items-center gap-2.5 px-3 py-1.5 hover:bg-hover"
            >
              <StoreMark name={store.name} domain={store.domain} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-table font-medium">{store.name}</span>
                <span className="block truncate text-small text-ink-faint">
                  {[store.category && labelOf('categories', store.category), store.country].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
