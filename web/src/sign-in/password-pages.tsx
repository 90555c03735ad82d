import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callAuth, SignInError } from '../api/sign-in.ts'
import { paths } from '../paths.ts'
import { oneOf } from '../search-params.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { CheckYourMail, FormError, linkClass, SignInFrame } from './sign-in-frame.tsx'

const backToSignIn = (
  <Link to={paths.signIn()} className={linkClass}>
    Back to sign-in
  </Link>
)

function useSubmission(send: () => Promise<unknown>) {
  const [error, setError] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setError(null)
    try {
      await send()
      setState('done')
    } catch (failure) {
      if (!(failure instanceof SignInError)) throw failure
      setError(
        failure.code === 'INVALID_TOKEN' ? 'This link is too old or was used. Ask for a new one.' : failure.message,
      )
      setState('idle')
    }
  }
  return { error, state, submit }
}

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const { error, state, submit } = useSubmission(() =>
    callAuth('/request-password-reset', { email, redirectTo: '/reset-password' }),
  )
  if (state === 'done') {
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
        {error && <FormError>{error}</FormError>}
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
        <Button type="submit" look="primary" size="large" isBusy={state === 'busy'}>
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
  const { error, state, submit } = useSubmission(() => callAuth('/reset-password', { newPassword, token }))
  if (!token) {
    return (
      <SignInFrame title="This link does not work" footer={backToSignIn}>
        <p className="mb-4 text-ink-soft">It is too old, was used already, or was cut off on its way here.</p>
        <Link to={paths.forgotPassword()} className={buttonClass('primary')}>
          Ask for a new link
        </Link>
      </SignInFrame>
    )
  }
  if (state === 'done') {
    return (
      <SignInFrame title="The new password is set">
        <p className="mb-4 text-ink-soft">All other sessions were signed out.</p>
        <Link to={paths.signIn()} className={buttonClass('primary')}>
          Sign in
        </Link>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password" footer={backToSignIn}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{error}</FormError>}
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
        <Button type="submit" look="primary" size="large" isBusy={state === 'busy'}>
          Set the password
        </Button>
      </form>
    </SignInFrame>
  )
}
