import { type ReasonToSignIn, safeNext } from '../paths.ts'

const wordsFor: Record<ReasonToSignIn | 'invited', string> = {
  'session-ended': 'Your session has ended. Sign in to go on where you were.',
  invited:
    'You were invited to an account. To accept, sign in with the email that the invitation was sent to, or create an account with it.',
}

/** Who did not come here to sign in is told why they are asked to. */
export function WhySignIn({ next, why }: { next: string | undefined; why?: string | undefined }) {
  const isInvited = safeNext(next).startsWith('/invitations/')
  const reason = isInvited ? 'invited' : why === 'session-ended' ? why : null
  return reason && <p className="mb-4 text-ink-soft">{wordsFor[reason]}</p>
}
