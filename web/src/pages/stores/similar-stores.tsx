import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Reply } from '../../api/call.ts'
import { formatCount } from '../../shared/format.ts'
import { type LabelOf, type TaxonomyList, useLabelOf } from '../../shared/labels.tsx'
import { paths } from '../../shared/paths.ts'
import { StoreMark } from '../../shared/stores/store-mark.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useSeen } from '../../ui/use-seen.ts'

const shownMax = 8
const reasonsMax = 4

type Reason = Reply<'findSimilarStores'>['data'][number]['reasons'][number]

/** What both have, the weightiest first. */
const inWords = (reasons: Reason[], labelOf: LabelOf): string =>
  reasons
    .slice(0, reasonsMax)
    .map(({ field, value }) => {
      const list = taxonomyOf[field]
      return list ? labelOf(list, value) : value
    })
    .join(' · ')

const taxonomyOf: Partial<Record<string, TaxonomyList>> = {
  category: 'categories',
  country: 'countries',
  traffic_tier: 'traffic_tiers',
  revenue_tier: 'revenue_tiers',
}

/** Stores most like this one, each a click away. */
export function SimilarStores({ domain }: { domain: string }) {
  const labelOf = useLabelOf()
  const [place, isSeen] = useSeen()
  const { data } = useQuery({
    queryKey: ['findSimilarStores', domain],
    queryFn: ({ signal }) => call('findSimilarStores', { params: { domain }, signal }),
    staleTime: 5 * 60_000,
    retry: false,
    enabled: isSeen,
  })
  if (!data) return <div ref={place} />
  if (data.data.length === 0) return null
  return (
    <section aria-labelledby="similar">
      <h2 id="similar" className="mb-2 font-semibold">
        Similar stores
      </h2>
      <ul className="grid gap-x-6 rounded-panel border bg-surface p-1 sm:grid-cols-2">
        {data.data.slice(0, shownMax).map(({ store, reasons }) => (
          <li key={store.id} className="min-w-0">
            <Link
              to={paths.store(store.domain)}
              className="flex min-h-12 items-center gap-2.5 rounded-control px-3 py-1.5 hover:bg-hover"
            >
              <StoreMark name={store.name} domain={store.domain} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-table font-medium">{store.name}</span>
                <span className="block truncate text-small text-ink-faint">{inWords(reasons, labelOf)}</span>
              </span>
              <span className="figures text-small text-ink-faint" title="Contacts">
                {formatCount(store.contacts_summary.total)}
                <span className="sr-only"> contacts</span>
                <Icon name="contacts" size={12} className="ml-1 inline" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
