import { useQuery } from '@tanstack/react-query'
import { limits } from '../../api/limits.ts'
import { callAuth } from '../../api/sign-in.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatMoment } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { describeAgent } from './describe-agent.ts'

type Session = { id: string; token: string; createdAt: string; ipAddress: string | null; userAgent: string | null }
type OwnSession = Session & { isThis: boolean }

const sessionsKey = ['sessions']

/** This session first, then the newest. */
async function readSessions(): Promise<OwnSession[]> {
  const [here, all] = await Promise.all([
    callAuth<{ session: Session }>('/get-session'),
    callAuth<Session[]>('/list-sessions'),
  ])
  return all
    .map((session) => ({ ...session, isThis: session.id === here.session.id }))
    .sort((one, other) => Number(other.isThis) - Number(one.isThis) || other.createdAt.localeCompare(one.createdAt))
}

/** Where this person is signed in, and the way out of each place but this one. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery({ queryKey: sessionsKey, queryFn: readSessions, staleTime: 0 })
  const end = useAction(({ token }: Session) => callAuth('/revoke-session', { token }), {
    refresh: [sessionsKey],
    done: 'Session signed out.',
  })
  const endOthers = useAction(() => callAuth('/revoke-other-sessions', {}), {
    refresh: [sessionsKey],
    done: 'Signed out everywhere else.',
  })
  const columns: Column<OwnSession>[] = [
    {
      head: 'Browser',
      cell: ({ userAgent, ipAddress, isThis }) => (
        <span className="block py-1.5">
          <span className="flex items-center gap-2 font-medium">
            {describeAgent(userAgent)}
            {isThis && <Tag>This browser</Tag>}
          </span>
          <span className="block text-small text-ink-faint">{ipAddress || 'Address unknown'}</span>
        </span>
      ),
    },
    {
      head: 'Signed in',
      isWideOnly: true,
      cell: ({ createdAt }) => <span className="figures">{formatMoment(createdAt)}</span>,
    },
    {
      head: '',
      isNumber: true,
      cell: (session) =>
        !session.isThis && (
          <Button size="small" look="quiet" disabled={end.isPending} onClick={() => end.mutate(session)}>
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <Section
      title="Sessions"
      note={`Where you’re signed in. Sessions end after ${limits.sessionDays} days, or sooner if you don’t use them.`}
      actions={
        data &&
        data.length > 1 && (
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-21 rounded-panel!" />}
      {data && <DataTable label="Your sessions" columns={columns} rows={data} keyOf={({ id }) => id} />}
    </Section>
  )
}
