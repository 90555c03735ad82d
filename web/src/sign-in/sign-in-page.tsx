import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callAuth, type SignInError } from '../api/sign-in.ts'
import { paths, safeNext } from '../paths.ts'
import { oneOf } from '../search-params.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { SecondFactor } from './second-factor.tsx'
import { FormError, linkClass, SignInFrame } from './sign-in-frame.tsx'
import { useSubmission } from './use-submission.ts'
import { WhySignIn } from './why-sign-in.tsx'

export type SignInAnswer = { twoFactorRedirect?: boolean } | null

/** A fresh page load, so that nothing of an earlier session is left in memory. */
export const continueAfterSignIn = (next: string | undefined): void => window.location.assign(safeNext(next))

export function SignInPage() {
  const search = useSearch({ strict: false }) as Record<string, string | string[] | undefined>
  const next = oneOf(search.next)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false)
  const { error, isBusy, submit } = useSubmission(async () => {
    const answer = await callAuth<SignInAnswer>('/sign-in/email', { email, password })
    if (answer?.twoFactorRedirect) setNeedsSecondFactor(true)
    else continueAfterSignIn(next)
  })

  if (needsSecondFactor) return <SecondFactor next={next} />
  return (
    <SignInFrame
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <a href={paths.signUp(next)} className={linkClass}>
            Create an account
          </a>
        </>
      }
    >
      <WhySignIn next={next} why={oneOf(search.why)} />
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        {error?.code === 'EMAIL_NOT_VERIFIED' && <ResendVerification email={email} next={safeNext(next)} />}
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
          Forgot the password?
        </Link>
      </form>
    </SignInFrame>
  )
}

function wordsFor(error: SignInError): string {
  switch (error.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return 'Email and password do not fit together.'
    case 'EMAIL_NOT_VERIFIED':
      return 'This email has not been confirmed yet. Open the link in the mail we sent.'
    default:
      return error.message
  }
}
