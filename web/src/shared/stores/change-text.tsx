import type { Reply } from '../../api/call.ts'
import { Age } from '../age.tsx'
import { ago, formatDay } from '../format.ts'
import { type LabelOf, useLabelOf } from '../labels.tsx'

type Change = Reply<'listStoreChanges'>['data'][number]
type Last = Reply<'getStore'>['last_change']

/** What happened, in a few words: `Klaviyo added`, `Visits up to 50K to 100K`. */
export function describeChange(
  { type, value, to }: Pick<Change, 'type' | 'value'> & { to?: string | null },
  labelOf: LabelOf,
): string {
  if (value) return `${value} ${type.endsWith('_added') ? 'added' : 'removed'}`
  const label = labelOf('change_types', type)
  if (!to) return label
  if (type.startsWith('traffic_tier')) return `Visits ${wayOf(type)} to ${labelOf('traffic_tiers', to)}`
  if (type.startsWith('revenue_tier')) return `Revenue ${wayOf(type)} to ${labelOf('revenue_tiers', to)}`
  return type === 'theme_changed' ? `Theme changed to ${to}` : label
}

const wayOf = (type: string): string => (type.endsWith('_up') ? 'up' : 'down')

export function LastChange({ last, isRoomy }: { last: Last; isRoomy: boolean }) {
  const labelOf = useLabelOf()
  if (last === null) return <span className="text-ink-soft">–</span>
  const what = describeChange(last, labelOf)
  return (
    <span className="block min-w-0" title={`${what}, ${formatDay(last.observed_at)}`}>
      <span className="block truncate text-ink-soft">{isRoomy ? what : `${what}, ${ago(last.observed_at)}`}</span>
      {isRoomy && (
        <span className="block text-small text-ink-faint">
          <Age at={last.observed_at} />
        </span>
      )}
    </span>
  )
}
