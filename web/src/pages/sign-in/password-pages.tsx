import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callAuth, type SignInError } from '../../api/sign-in.ts'
import { paths } from '../../shared/paths.ts'
import { firstOf } from '../../shared/search-params.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CheckYourMail, FormError, linkClass, passwordHint, SignInFrame } from './sign-in-frame.tsx'
import { useSubmission } from './use-submission.ts'

const backToSignIn = (
  <Link to={paths.signIn()} className={linkClass}>
    Back to sign-in
  </Link>
)

const wordsFor = ({ code, message }: SignInError): string =>
  code === 'INVALID_TOKEN' ? 'This link has expired or was already used. Request a new one.' : message

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const { error, isBusy, isDone, submit } = useSubmission(() =>
    callAuth('/request-password-reset', { email, redirectTo: '/reset-password' }),
  )
  if (isDone) {
    return (
      <SignInFrame title="Check your email" footer={backToSignIn}>
        <CheckYourMail email={email}>
          If an account uses this email, a link to reset the password is on its way.
        </CheckYourMail>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Forgot your password?" footer={backToSignIn}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        <Field
          isLarge
          label="Email"
          type="email"
          autoComplete="username"
          required
          hint="We’ll send you a link to reset it."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Send reset link
        </Button>
      </form>
    </SignInFrame>
  )
}

export function ResetPasswordPage() {
  const search = useSearch({ strict: false }) as Record<string, string | string[] | undefined>
  const token = firstOf(search.token)
  const [newPassword, setNewPassword] = useState('')
  const { error, isBusy, isDone, submit } = useSubmission(() => callAuth('/reset-password', { newPassword, token }))
  if (!token) {
    return (
      <SignInFrame title="This link doesn’t work" footer={backToSignIn}>
        <p className="mb-4 text-ink-soft">It has expired, was already used, or is incomplete.</p>
        <ButtonLink to={paths.forgotPassword()}>Request a new link</ButtonLink>
      </SignInFrame>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title="Your password has been changed">
        <p className="mb-4 text-ink-soft">You have been signed out everywhere else.</p>
        <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Reset your password" footer={backToSignIn}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        <Field
          isLarge
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint={passwordHint}
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Save password
        </Button>
      </form>
    </SignInFrame>
  )
}
