import { type ReasonToSignIn, safeNext } from '../../shared/paths.ts'

const wordsFor: Record<ReasonToSignIn | 'invited' | 'confirming', string> = {
  'session-ended': 'Your session has ended. Sign in to continue where you left off.',
  invited: 'You have been invited to join an account. Use the email address the invitation was sent to.',
  confirming: 'Sign in with the password you chose to confirm your email.',
}

type Props = { next: string | undefined; why?: string | undefined; isConfirming?: boolean }

/** Tells people who did not come here to sign in why they are asked to. */
export function WhySignIn(props: Props) {
  const reason = reasonFor(props)
  return reason && <p className="mb-4 text-ink-soft">{wordsFor[reason]}</p>
}

function reasonFor({ next, why, isConfirming = false }: Props): keyof typeof wordsFor | null {
  if (isConfirming) return 'confirming'
  if (safeNext(next).startsWith('/invitations/')) return 'invited'
  return why === 'session-ended' ? why : null
}
