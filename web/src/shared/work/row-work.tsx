import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { Tag } from '../../ui/tag.tsx'
import { formatDay } from '../format.ts'
import { useActorName } from '../members.ts'
import { type RowWork, rowWorkQuery, statuses, type WorkKind } from './work.ts'

/** Without a plan there is nothing to ask for. */
export function useMayAsk(): boolean {
  const { data: profile } = useQuery(profileQuery)
  return profile?.api_access.enabled === true
}

function useRowWork(kind: WorkKind, id: string): RowWork | null | undefined {
  const enabled = useMayAsk()
  return useQuery({ ...rowWorkQuery(kind, id), enabled }).data
}

/** How far the work on a row is, and who did it last. */
export function WorkCell({ kind, id, isRoomy = false }: { kind: WorkKind; id: string; isRoomy?: boolean }) {
  const work = useRowWork(kind, id)
  const nameOf = useActorName()
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
      {isRoomy && (
        <p className="figures truncate text-small text-ink-faint">
          {[nameOf(work.changed_by), work.changed_at && formatDay(work.changed_at)].filter(Boolean).join(', ')}
        </p>
      )}
    </>
  )
}

/** On a card, where there are no columns: only what there is. */
export function WorkTag({ kind, id }: { kind: WorkKind; id: string }) {
  const work = useRowWork(kind, id)
  return work?.status ? <Tag>{statuses[work.status]}</Tag> : null
}
