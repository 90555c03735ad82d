import { useState } from 'react'
import { callAuth, type SignInError } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { continueAfterSignIn } from './continue-after-sign-in.ts'
import { FormError, linkClass, SignInFrame } from './sign-in-frame.tsx'
import { useSubmission } from './use-submission.ts'

export function SecondFactor({ next }: { next: string | undefined }) {
  const [isBackup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const { error, isBusy, submit } = useSubmission(async () => {
    const path = isBackup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp'
    await callAuth(path, { code: code.replaceAll(' ', '') })
    continueAfterSignIn(next)
  })

  return (
    <SignInFrame title="Two-factor authentication">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <FormError>{wordsFor(error)}</FormError>}
        <Field
          isLarge
          key={isBackup ? 'backup' : 'totp'}
          label={isBackup ? 'Backup code' : 'Code from your authenticator app'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          Sign in
        </Button>
        <button
          type="button"
          className={`self-start text-table ${linkClass}`}
          onClick={() => {
            setBackup(!isBackup)
            setCode('')
          }}
        >
          {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
        </button>
      </form>
    </SignInFrame>
  )
}

const wordsFor = ({ status, message }: SignInError): string =>
  status === 401 || status === 400 ? 'That code is incorrect or has expired.' : message
