import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { EmptyState } from '../ui/small-parts.tsx'

/** The link of an invitation mail. Accepting is a click, not a visit: mail programs open links, too. */
export function InvitationPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const accept = useMutation({
    mutationFn: () => call('acceptInvitation', { body: { token } }),
    onSuccess: () => window.location.assign(paths.contacts()),
  })
  useTitle('Invitation')
  return (
    <main className="mx-auto max-w-160 p-6">
      <h1 className="sr-only">Invitation</h1>
      <EmptyState
        icon="user"
        title="You were invited to an account"
        action={
          <Button look="primary" isBusy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
            Accept the invitation
          </Button>
        }
      >
        Its stores, contacts and credits will be yours to use, and you can switch between accounts at any time.
      </EmptyState>
      {accept.error && <ErrorNotice error={accept.error} />}
    </main>
  )
}
