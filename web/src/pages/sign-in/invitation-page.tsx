import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError, call, type Reply } from '../../api/call.ts'
import { profileQuery } from '../../api/queries.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { roleNames } from './use-invitation.ts'

type Offer = Reply<'readInvitation'>

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'resource_not_found'

/** The link of an invitation mail. Accepting is a click, not a visit: mail programs open links, too. */
export function InvitationPage() {
  useTitle('Invitation')
  const { data: profile } = useQuery(profileQuery)
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['readInvitation', token],
    queryFn: ({ signal }) => call('readInvitation', { body: { token }, signal }),
    staleTime: 0,
  })
  const accept = useMutation({
    mutationFn: () => call('acceptInvitation', { body: { token } }),
    onSuccess: () => window.location.assign(paths.contacts()),
  })
  if (isOver(error) || isOver(accept.error)) return <InvitationOver />
  return (
    <main className="mx-auto max-w-160 p-6">
      {!offer && !error && <Skeleton className="mx-auto mt-16 h-40 max-w-100" />}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {offer && (
        <EmptyState
          icon="user"
          isPage
          title={`Join ${offer.account_name}`}
          action={
            <Button look="primary" isBusy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
              Accept the invitation
            </Button>
          }
        >
          {inWords(offer)} It was sent to <span className="font-medium wrap-anywhere">{profile?.user.email}</span>. You
          keep your other accounts and can switch at any time.
        </EmptyState>
      )}
      {accept.error && <ErrorNotice error={accept.error} />}
    </main>
  )
}

function inWords({ inviter_name: inviter, role, credit_limit: limit }: Offer): string {
  const spending =
    limit === null ? 'You share its credits' : `You may spend ${formatCount(limit)} of its credits a month`
  return `${inviter} invites you as ${roleNames[role]}. ${spending}.`
}

/** The server does not say which it is: that is nobody's business but the account's. */
function InvitationOver() {
  const { data: profile } = useQuery(profileQuery)
  return (
    <main className="mx-auto max-w-160 p-6">
      <EmptyState
        icon="user"
        isPage
        title="This invitation can’t be accepted"
        action={<ButtonLink to={paths.contacts()}>Go to contacts</ButtonLink>}
      >
        It has been used or withdrawn, has expired, or was sent to an address other than{' '}
        <span className="font-medium wrap-anywhere">{profile?.user.email}</span>. Ask the person who invited you for a
        new one.
      </EmptyState>
    </main>
  )
}
