import { useQueries, useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { useHasAccess } from '../access.tsx'
import { formatCount, formatDay } from '../format.ts'
import { useActorName, withinSentence } from '../members.ts'
import { didOf, rowWorkQuery, type WorkKind } from './work.ts'

/** More are not looked at: each is a row of a request. */
const lookedAtMax = 100

/** "Tom wrote on 12 Nov": before somebody else does. */
export function OthersAtWork({ kind, ids }: { kind: WorkKind; ids: readonly string[] }) {
  const enabled = useHasAccess()
  const { data: profile } = useQuery(profileQuery)
  const nameOf = useActorName()
  const work = useQueries({
    queries: ids.slice(0, lookedAtMax).map((id) => ({ ...rowWorkQuery(kind, id), enabled })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
  const others = work.filter(
    ({ status, changed_by: by }) => status !== null && status !== 'new' && by !== profile?.user.id,
  )
  const [first] = others
  if (!first) return null
  const names = [...new Set(others.map(({ changed_by: by }) => nameOf(by)))]
  return (
    <p
      role="status"
      data-testid="others-at-work"
      className="figures flex items-center gap-1.5 text-small font-medium text-ink"
    >
      <Icon name="alert" size={14} className="shrink-0 text-ink-faint" />
      {others.length === 1
        ? `${names[0]} ${didOf(first.status)} on ${formatDay(first.changed_at!)}`
        : `${names.map((name, at) => (at === 0 ? name : withinSentence(name))).join(', ')} worked on ${formatCount(others.length)} of ${ids.length > lookedAtMax ? `the first ${lookedAtMax}` : 'these'}`}
    </p>
  )
}
