import { invitationIn } from '../../shared/paths.ts'

/** Where a password goes, with what a mail brought along: the first sign-in confirms the email. */
export function signInAt({
  confirmation,
  next,
}: {
  confirmation?: string | undefined
  next?: string | undefined
}): string {
  const invitation = next && invitationIn(next)
  const proof = confirmation ? { confirm: confirmation } : invitation ? { invitation } : null
  return proof ? `/sign-in/email?${new URLSearchParams(proof)}` : '/sign-in/email'
}
