import { invitationIn, type ReasonToSignIn, safeNext } from '../../shared/paths.ts'
import { roleNames, useInvitation } from './use-invitation.ts'

const wordsFor: Record<ReasonToSignIn | 'confirming', string> = {
  'session-ended': 'Your session has ended. Sign in to continue where you left off.',
  confirming: 'Sign in with the password you chose to confirm your email.',
}

type Props = { next: string | undefined; why?: string | undefined; isConfirming?: boolean }

/** Tells people who did not come here to sign in why they are asked to. */
export function WhySignIn({ next, why, isConfirming = false }: Props) {
  if (isConfirming) return <Reason>{wordsFor.confirming}</Reason>
  if (invitationIn(safeNext(next))) return <Invited next={next} />
  return why === 'session-ended' ? <Reason>{wordsFor['session-ended']}</Reason> : null
}

const Reason = ({ children }: { children: React.ReactNode }) => <p className="mb-4 text-ink-soft">{children}</p>

/** Who invites, to which account, and at which address: what the mail said, so that nobody has to look it up. */
function Invited({ next }: { next: string | undefined }) {
  const { invitation, isOver } = useInvitation(next)
  if (isOver) {
    return (
      <Reason>
        This invitation has been used or withdrawn, or has expired. Ask the person who invited you for a new one.
      </Reason>
    )
  }
  if (!invitation) return <Reason>You have been invited to join an account.</Reason>
  return (
    <Reason>
      <span className="font-medium text-ink">{invitation.inviter_name}</span> invites you to join{' '}
      <span className="font-medium text-ink">{invitation.account_name}</span> as {roleNames[invitation.role]}. The
      invitation was sent to <span className="wrap-anywhere">{invitation.email}</span>.
    </Reason>
  )
}
