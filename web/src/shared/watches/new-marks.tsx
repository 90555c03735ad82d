import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { formatCount } from '../format.ts'
import { isMarked, listenToMarks } from './marked.ts'
import { useWatchOf, type WatchSource } from './watches.ts'

/** In a row of a table: it came since the last visit. */
export const NewMark = ({ id }: { id: string }) =>
  useSyncExternalStore(listenToMarks, () => isMarked(id)) && (
    <span className="shrink-0 rounded-small bg-ink px-1 text-[11px] leading-4 font-medium text-ink-inverse">New</span>
  )

/** How many are new since the last visit; nothing where none are. */
export const NewCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="figures min-w-5 shrink-0 rounded-full bg-ink px-1.5 text-center text-[11px] leading-5 font-medium text-ink-inverse">
      {count > 999 ? '999+' : formatCount(count)}
      <span className="sr-only"> new</span>
    </span>
  )

/** Somebody looks at a watched search or list: what is new in it is marked in its rows, and counts as seen. */
export function useVisit(source: WatchSource | undefined): void {
  const watch = useWatchOf(source)
  const client = useQueryClient()
  const [id, count] = [watch?.id, watch?.new_matches ?? 0]
  useEffect(() => {
    if (id === undefined || count === 0) return
    // Loaded when there is news: most visits have none.
    void import('./visit.ts').then(({ visit }) => visit(client, id)).catch(() => {})
  }, [id, count, client])
}
