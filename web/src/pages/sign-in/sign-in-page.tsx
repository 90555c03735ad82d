import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callAuth, type SignInError } from '../../api/sign-in.ts'
import { paths, safeNext } from '../../shared/paths.ts'
import { firstOf } from '../../shared/search-params.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { emailIn, useAskedConfirmation } from './confirmation-channel.ts'
import { continueAfterSignIn } from './continue-after-sign-in.ts'
import { ResendVerification } from './resend-verification.tsx'
import { SecondFactor } from './second-factor.tsx'
import { signInAt } from './sign-in-at.ts'
import { FormError, linkClass, SignInFrame } from './sign-in-frame.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSubmission } from './use-submission.ts'
import { WhySignIn } from './why-sign-in.tsx'

type SignInAnswer = { twoFactorRedirect?: boolean } | null

export function SignInPage() {
  const search = useSearch({ strict: false }) as Record<string, string | string[] | undefined>
  const next = firstOf(search.next)
  // What the mail of a sign-up brought along: with the password it confirms the email.
  const confirmation = firstOf(search.confirm)
  const { invitation } = useInvitation(next)
  const [typedEmail, setEmail] = useState<string | null>(null)
  const email = typedEmail ?? invitation?.email ?? emailIn(confirmation)
  const [password, setPassword] = useState('')
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const { error, isBusy, submit } = useSubmission(async () => {
    const answer = await callAuth<SignInAnswer>(signInAt({ confirmation, next }), { email, password })
    if (answer?.twoFactorRedirect) setNeedsSecondFactor(true)
    else continueAfterSignIn(next)
  })

  const confirming = useAskedConfirmation(confirmation, () => continueAfterSignIn(next))

  if (confirming === 'asking') {
    return (
      <SignInFrame title="Confirming your email">
        <Spinner />
      </SignInFrame>
    )
  }
  if (needsSecondFactor) return <SecondFactor next={next} />
  return (
    <SignInFrame
      title={confirmation ? 'Confirm your email' : 'Sign in'}
      footer={
        <>
          New here?{' '}
          <a href={paths.signUp(next)} className={linkClass}>
            Create an account
          </a>
        </>
      }
    >
      <WhySignIn next={next} why={firstOf(search.why)} isConfirming={confirmation !== undefined} />
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error, confirmation !== undefined)}</FormError>}
        {error?.code === 'INVALID_EMAIL_OR_PASSWORD' && (
          <div className="flex flex-col gap-2 text-table text-ink-soft">
            <p>Signed up recently? Confirm your email first, with the link we sent you.</p>
            <ResendVerification email={email} next={safeNext(next)} />
          </div>
        )}
        <Field
          isLarge
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          isLarge
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Sign in
        </Button>
        <Link to={paths.forgotPassword()} className={`self-start text-table ${linkClass}`}>
          Forgot your password?
        </Link>
      </form>
    </SignInFrame>
  )
}

function wordsFor({ code, message }: SignInError, isConfirming: boolean): string {
  if (code !== 'INVALID_EMAIL_OR_PASSWORD') return message
  return isConfirming ? 'Email or password is incorrect, or the link has expired.' : 'Email or password is incorrect.'
}
