import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { callAuth, SignInError } from '../../api/sign-in.ts'
import { paths, safeNext } from '../../shared/paths.ts'
import { firstOf, type SearchParams } from '../../shared/search-params.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useConfirmation } from './confirmation-channel.ts'
import { continueAfterSignIn } from './continue-after-sign-in.ts'
import { ResendVerification } from './resend-verification.tsx'
import { signInAt } from './sign-in-at.ts'
import { CheckYourMail, FormError, linkClass, passwordHint, SignInFrame } from './sign-in-frame.tsx'
import { type Invitation, useInvitation } from './use-invitation.ts'
import { useSubmission } from './use-submission.ts'
import { WhySignIn } from './why-sign-in.tsx'

export function SignUpPage() {
  const search = useSearch({ strict: false }) as SearchParams
  // An invitation, for example: the link in the mail leads on to it.
  const next = safeNext(firstOf(search.next))
  const [name, setName] = useState('')
  const { invitation } = useInvitation(next)
  const [typedEmail, setEmail] = useState('')
  // The invitation works for the address that it was sent to, and for no other.
  const email = invitation?.email ?? typedEmail
  const [password, setPassword] = useState('')
  const { error, isBusy, isDone, submit } = useSubmission(async () => {
    await callAuth('/sign-up/email', { name, email, password, callbackURL: next })
    if (invitation) await enterAsInvited(invitation, next, password)
  })

  const isConfirmed = useConfirmation(isDone, email, password)

  const footer = (
    <>
      Have an account?{' '}
      <a href={paths.signIn(next)} className={linkClass}>
        Sign in
      </a>
    </>
  )
  if (isConfirmed) {
    return (
      <SignInFrame title="Email confirmed">
        <p className="mb-4 text-ink-soft">You’re signed in. Continue here or in the other tab.</p>
        <ButtonLink to={next}>Continue</ButtonLink>
      </SignInFrame>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title="Confirm your email" footer={footer}>
        <CheckYourMail email={email}>
          <p className="mb-3">
            Open the link in the email to confirm your address. While this page is open in this browser, it signs you
            in; otherwise it asks for your password.
          </p>
          <ResendVerification email={email} next={next} />
        </CheckYourMail>
      </SignInFrame>
    )
  }
  const isAboutPassword = error?.code.startsWith('PASSWORD_') ?? false
  const isAboutEmail = error?.code === 'INVALID_EMAIL'
  const isAboutName = error?.code === 'INVALID_NAME'
  return (
    <SignInFrame title={invitation ? `Join ${invitation.account_name}` : 'Create an account'} footer={footer}>
      <WhySignIn next={next} />
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && !isAboutPassword && !isAboutEmail && !isAboutName && <FormError>{error.message}</FormError>}
        <Field
          isLarge
          label="Your name"
          autoComplete="name"
          required
          error={isAboutName ? error?.message : undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          isLarge
          label="Work email"
          type="email"
          autoComplete="username"
          required
          error={isAboutEmail ? error?.message : undefined}
          readOnly={invitation !== undefined}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          isLarge
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint={passwordHint}
          error={isAboutPassword ? error?.message : undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          {invitation ? 'Create account and join' : 'Create account'}
        </Button>
      </form>
    </SignInFrame>
  )
}

/**
 * The mail of the invitation has shown whose address it is, so the new password opens the account at once. It does not for
 * another address, or when the invitation is over: then a mail with a link is on its way.
 */
async function enterAsInvited(invitation: Invitation, next: string, password: string): Promise<void> {
  const { email } = invitation
  const isIn = await callAuth(signInAt({ next }), { email, password }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SignInError && error.status === 401) return false
      throw error
    },
  )
  if (!isIn) return
  // Whoever is new has joined by this. Others, who have an account already, are asked on the page of the invitation.
  const { account } = await call('getProfile')
  continueAfterSignIn(account.id === invitation.account_id ? paths.contacts() : next)
  // Until the next page is there, the button stays busy.
  await new Promise(() => {})
}
