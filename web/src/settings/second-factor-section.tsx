import { type FormEvent, useState } from 'react'
import { callAuth } from '../api/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Tag } from '../ui/small-parts.tsx'
import { useAction } from './use-action.ts'

type Enrolment = { totpURI: string; backupCodes: string[] }

/** On: password, then the secret for the app, then a first code as proof. Off: password. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const begin = useAction(() => callAuth<Enrolment>('/two-factor/enable', { password }))
  const confirm = useAction(() => callAuth('/two-factor/verify-totp', { code: code.replaceAll(' ', '') }), {
    refresh: [['profile']],
    done: 'The second factor is on.',
  })
  const disable = useAction(() => callAuth('/two-factor/disable', { password }), {
    refresh: [['profile']],
    done: 'The second factor is off.',
  })
  const reset = () => {
    setPassword('')
    setCode('')
    setEnrolment(null)
  }
  const submitPassword = (event: FormEvent) => {
    event.preventDefault()
    if (isOn) disable.mutate(undefined, { onSuccess: reset })
    else begin.mutate(undefined, { onSuccess: setEnrolment })
  }
  const submitCode = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(undefined, { onSuccess: reset })
  }
  return (
    <Section
      title="Second factor"
      note="A code from an authenticator app, asked for when you sign in."
      actions={<Tag look={isOn ? 'success' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>}
    >
      {enrolment ? (
        <form onSubmit={submitCode} className="flex max-w-120 flex-col gap-4">
          <CodeBox label="Enter this secret in your authenticator app" text={secretOf(enrolment.totpURI)} />
          <CodeBox
            label="Backup codes, each works once. Keep them safe; they are shown this once."
            text={enrolment.backupCodes.join('\n')}
          />
          <Field
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" look="primary" className="self-start" isBusy={confirm.isPending}>
            Turn it on
          </Button>
        </form>
      ) : (
        <form onSubmit={submitPassword} className="flex max-w-100 items-end gap-2">
          <Field
            className="flex-1"
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" isBusy={begin.isPending || disable.isPending}>
            {isOn ? 'Turn it off' : 'Set it up'}
          </Button>
        </form>
      )}
    </Section>
  )
}

const secretOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? uri

const CodeBox = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="mb-1.5 text-table font-medium">{label}</p>
    <p className="flex items-start gap-2 rounded-control border bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-small break-all whitespace-pre-line">{text}</code>
      <CopyButton text={text} label="Copy" />
    </p>
  </div>
)
