import type { ServerSort } from '../../ui/table/use-table.ts'
import { sorts } from '../search/sorts.ts'

/** The order of all rows, also of those that are not loaded. */
export function SortMenu({ id, serverSort }: { id: keyof typeof sorts; serverSort: ServerSort }) {
  return (
    <select
      aria-label="Sort by"
      value={serverSort.current ?? ''}
      onChange={(event) => serverSort.choose(event.target.value || null)}
      className="h-8 max-w-40 max-xl:max-w-34 rounded-control border border-transparent bg-transparent pr-6 pl-2 text-table text-ink-soft hover:bg-hover hover:text-ink"
    >
      <option value="">{sorts[id].usual}</option>
      {Object.entries(sorts[id].others).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}
