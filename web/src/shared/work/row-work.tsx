import { useQuery } from '@tanstack/react-query'
import { Tag } from '../../ui/tag.tsx'
import { useHasAccess } from '../access.tsx'
import { formatShortDay } from '../format.ts'
import { useActorName } from '../members.ts'
import { type RowWork, rowWorkQuery, statuses, type WorkKind } from './work.ts'

/** Undefined until it is known. Without a plan there is nothing to ask for. */
function useRowWork(kind: WorkKind, id: string): RowWork | null | undefined {
  const enabled = useHasAccess()
  return useQuery({ ...rowWorkQuery(kind, id), enabled }).data
}

/** How far the work on a row is, and who did it last. */
export function WorkCell({ kind, id, isRoomy = false }: { kind: WorkKind; id: string; isRoomy?: boolean }) {
  const work = useRowWork(kind, id)
  if (work === undefined) return null
  if (!work?.status) {
    return (
      <span className="text-ink-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">No status</span>
      </span>
    )
  }
  return (
    <>
      <Tag>{statuses[work.status]}</Tag>
      {isRoomy && <LastWorker work={work} />}
    </>
  )
}

/** Apart from the cell: names are asked for only where there is work. */
function LastWorker({ work: { changed_by, changed_at } }: { work: RowWork }) {
  const nameOf = useActorName()
  const whoAndWhen = [nameOf(changed_by), changed_at && formatShortDay(changed_at)].filter(Boolean).join(', ')
  return (
    <p className="figures truncate text-small text-ink-faint" title={whoAndWhen}>
      {whoAndWhen}
    </p>
  )
}

/** On a card, where there are no columns: only what there is. */
export function WorkTag({ kind, id }: { kind: WorkKind; id: string }) {
  const work = useRowWork(kind, id)
  return work?.status ? <Tag>{statuses[work.status]}</Tag> : null
}
