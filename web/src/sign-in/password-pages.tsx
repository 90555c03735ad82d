import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callAuth, type SignInError } from '../api/sign-in.ts'
import { paths } from '../paths.ts'
import { oneOf } from '../search-params.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { CheckYourMail, FormError, linkClass, SignInFrame } from './sign-in-frame.tsx'
import { useSubmission } from './use-submission.ts'

const backToSignIn = (
  <Link to={paths.signIn()} className={linkClass}>
    Back to sign-in
  </Link>
)

const wordsFor = ({ code, message }: SignInError): string =>
  code === 'INVALID_TOKEN' ? 'This link is too old or was used. Ask for a new one.' : message

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const { error, isBusy, isDone, submit } = useSubmission(() =>
    callAuth('/request-password-reset', { email, redirectTo: '/reset-password' }),
  )
  if (isDone) {
    return (
      <SignInFrame title="Look into your mail" footer={backToSignIn}>
        <CheckYourMail email={email}>
          If there is an account with this email, a link to set a new password is on its way.
        </CheckYourMail>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Forgot the password?" footer={backToSignIn}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        <Field
          isLarge
          label="Email"
          type="email"
          autoComplete="username"
          required
          hint="We send you a link to set a new one."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Send the link
        </Button>
      </form>
    </SignInFrame>
  )
}

export function ResetPasswordPage() {
  const search = useSearch({ strict: false }) as Record<string, string | string[] | undefined>
  const token = oneOf(search.token)
  const [newPassword, setNewPassword] = useState('')
  const { error, isBusy, isDone, submit } = useSubmission(() => callAuth('/reset-password', { newPassword, token }))
  if (!token) {
    return (
      <SignInFrame title="This link does not work" footer={backToSignIn}>
        <p className="mb-4 text-ink-soft">It is too old, was used already, or was cut off on its way here.</p>
        <ButtonLink to={paths.forgotPassword()}>Ask for a new link</ButtonLink>
      </SignInFrame>
    )
  }
  if (isDone) {
    return (
      <SignInFrame title="The new password is set">
        <p className="mb-4 text-ink-soft">All other sessions were signed out.</p>
        <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" footer={backToSignIn}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        <Field
          isLarge
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few unrelated words work well."
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Set the password
        </Button>
      </form>
    </SignInFrame>
  )
}
