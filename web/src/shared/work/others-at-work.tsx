import { useQueries, useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { useHasAccess } from '../access.tsx'
import { formatCount, formatDay } from '../format.ts'
import { useActorName, withinSentence } from '../members.ts'
import { didOf, lastStep, rowWorkQuery, type WorkKind, type WorkStatus, workQuery } from './work.ts'

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
  const isBegun = ({ status }: { status: WorkStatus | null }) => status !== null && status !== 'new'
  const others = work.filter((one) => isBegun(one) && one.changed_by !== profile?.user.id)
  const [one] = (ids.length === 1 ? work.filter(isBegun) : others.length === 1 ? others : []).map(({ id }) => id)
  const { data: alone } = useQuery({
    ...workQuery({ kind: kind === 'contacts' ? 'contact' : 'store', id: one ?? '' }),
    enabled: enabled && one !== undefined,
  })
  // Whoever changed something else of it since has not written.
  const step = alone && isBegun(alone) && lastStep(alone)
  if (one !== undefined) {
    if (!step || step.actor.id === profile?.user.id) return null
    return <Notice>{`${nameOf(step.actor.id)} ${didOf(alone.status)} on ${formatDay(step.changed_at)}`}</Notice>
  }
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ changed_by: by }) => nameOf(by)))]
  const worked = names.map((name, at) => (at === 0 ? name : withinSentence(name))).join(', ')
  const ofWhat = ids.length > lookedAtMax ? `the first ${lookedAtMax}` : 'these'
  return <Notice>{`${worked} worked on ${formatCount(others.length)} of ${ofWhat}`}</Notice>
}

const Notice = ({ children }: { children: string }) => (
  <p
    role="status"
    data-testid="others-at-work"
    className="figures flex items-center gap-1.5 text-small font-medium text-ink"
  >
    <Icon name="alert" size={14} className="shrink-0 text-ink-faint" />
    {children}
  </p>
)
