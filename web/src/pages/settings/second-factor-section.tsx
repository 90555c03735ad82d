import { type FormEvent, useState } from 'react'
import { callAuth } from '../../api/sign-in.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import { QrCode } from './qr-code.tsx'

type Enrolment = { totpURI: string; backupCodes: string[] }

/** On: password, the secret for the app, a first code as proof, and then the backup codes, once. Off: password. */
export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [backupCodes, setBackupCodes] = useState<string[] | null>(null)
  return (
    <Section
      title="Two-factor authentication"
      note="Require a code from an authenticator app when you sign in."
      actions={<Tag look={isOn ? 'success' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>}
    >
      {backupCodes ? (
        <BackupCodes codes={backupCodes} onKept={() => setBackupCodes(null)} />
      ) : enrolment ? (
        <ProofForm
          uri={enrolment.totpURI}
          onDone={() => {
            setBackupCodes(enrolment.backupCodes)
            setEnrolment(null)
          }}
          onCancel={() => setEnrolment(null)}
        />
      ) : (
        <PasswordForm isOn={isOn} onEnrolment={setEnrolment} onBackupCodes={setBackupCodes} />
      )}
    </Section>
  )
}

function PasswordForm({
  isOn,
  onEnrolment,
  onBackupCodes,
}: {
  isOn: boolean
  onEnrolment: (enrolment: Enrolment) => void
  onBackupCodes: (codes: string[]) => void
}) {
  const [password, setPassword] = useState('')
  const begin = useAction(() => callAuth<Enrolment>('/two-factor/enable', { password }))
  const disable = useAction(() => callAuth('/two-factor/disable', { password }), {
    refresh: [['profile']],
    done: 'Two-factor authentication is off.',
  })
  const renew = useAction(() => callAuth<Enrolment>('/two-factor/generate-backup-codes', { password }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOn) disable.mutate(undefined, { onSuccess: () => setPassword('') })
    else begin.mutate(undefined, { onSuccess: onEnrolment })
  }
  return (
    <form onSubmit={submit} className="flex max-w-100 flex-wrap items-end gap-2">
      <Field
        className="min-w-60 flex-1"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" isBusy={begin.isPending || disable.isPending}>
        {isOn ? 'Turn off' : 'Set up'}
      </Button>
      {isOn && (
        <Button
          isBusy={renew.isPending}
          disabled={password === ''}
          onClick={() => renew.mutate(undefined, { onSuccess: (answer) => onBackupCodes(answer.backupCodes) })}
        >
          New backup codes
        </Button>
      )}
    </form>
  )
}

function ProofForm({ uri, onDone, onCancel }: { uri: string; onDone: () => void; onCancel: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useAction(() => callAuth('/two-factor/verify-totp', { code: code.replaceAll(' ', '') }), {
    refresh: [['profile']],
    done: 'Two-factor authentication is on.',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col gap-4">
      <div>
        <p className="mb-1.5 text-table font-medium">Scan this with your authenticator app</p>
        <QrCode text={uri} label="QR code with the secret for an authenticator app" />
      </div>
      <CodeBox label="Or enter this secret manually" text={secretOf(uri)} copyLabel="Copy the secret" />
      <Field
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" look="primary" isBusy={confirm.isPending}>
          Turn it on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <CodeBox
        label="Backup codes, in case you lose the app. Each works once. They won’t be shown again."
        text={codes.join('\n')}
        copyLabel="Copy the backup codes"
      />
      <Button look="primary" className="self-start" onClick={onKept}>
        I’ve saved them
      </Button>
    </div>
  )
}

const secretOf = (uri: string): string => new URL(uri).searchParams.get('secret') ?? uri

const CodeBox = ({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) => (
  <div>
    <p className="mb-1.5 text-table font-medium">{label}</p>
    <p className="flex items-start gap-2 rounded-control border bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-small break-all whitespace-pre-line">{text}</code>
      <CopyButton text={text} label={copyLabel} />
    </p>
  </div>
)
