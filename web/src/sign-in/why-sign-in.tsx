import { type ReasonToSignIn, safeNext } from '../paths.ts'

const wordsFor: Record<ReasonToSignIn | 'invited' | 'link-too-old', string> = {
  'session-ended': 'Your session has ended. Sign in to go on where you were.',
  invited:
    'You were invited to an account. To accept, sign in with the email that the invitation was sent to, or create an account with it.',
  'link-too-old':
    'That link was used before or is too old. Sign in; if your email is still to be confirmed, a new link can be sent from here.',
}

/** Who did not come here to sign in is told why they are asked to. */
export function WhySignIn({ next, why }: { next: string | undefined; why?: string | undefined }) {
  const reason = reasonFor(safeNext(next), why)
  return reason && <p className="mb-4 text-ink-soft">{wordsFor[reason]}</p>
}

function reasonFor(next: string, why: string | undefined): keyof typeof wordsFor | null {
  // A link of a mail that is refused leads on to where it should have led, with this.
  if (/[?&]error=(INVALID_TOKEN|TOKEN_EXPIRED)\b/.test(next)) return 'link-too-old'
  if (next.startsWith('/invitations/')) return 'invited'
  return why === 'session-ended' ? why : null
}
