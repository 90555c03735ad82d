import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { callAuth } from '../../api/sign-in.ts'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'
import { LeaveSection } from './leave-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function ProfileSection({ profile }: { profile: Profile }) {
  return (
    <>
      <Section title="You">
        <p className="mb-3 flex items-center gap-2 text-table text-ink-soft">
          {profile.user.email} <Tag>{profile.role}</Tag>
        </p>
        <NameForm
          key={profile.user.name}
          label="Your name"
          current={profile.user.name}
          save={(name) => call('updateProfile', { body: { name } })}
        />
      </Section>
      {mayManage(profile, 'members:manage') && (
        <Section title="Account">
          <NameForm
            key={profile.account.name}
            label="Account name"
            current={profile.account.name}
            save={(name) => call('renameAccount', { body: { name } })}
          />
        </Section>
      )}
      <Section title="Password" note="Changing your password signs you out everywhere else.">
        <PasswordForm />
      </Section>
      <SecondFactorSection isOn={profile.user.two_factor_enabled} />
      <SessionsSection />
      <LeaveSection profile={profile} />
    </>
  )
}

function NameForm({
  label,
  current,
  save,
}: {
  label: string
  current: string
  save: (name: string) => Promise<unknown>
}) {
  const [name, setName] = useState(current)
  const saving = useAction(save, { refresh: [['profile']], done: 'Saved.' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(name.trim())
  }
  return (
    <form onSubmit={submit} className="flex max-w-100 items-end gap-2">
      <Field
        className="flex-1"
        label={label}
        required
        maxLength={limits.nameLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" isBusy={saving.isPending} disabled={name.trim() === current || name.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

function PasswordForm() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useAction(
    () => callAuth('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    {
      done: 'Your password has been changed. You’re signed out everywhere else, and connected apps must be reconnected.',
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined, {
      onSuccess: () => {
        setCurrent('')
        setNew('')
      },
    })
  }
  return (
    <form onSubmit={submit} className="flex max-w-100 flex-col gap-3">
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={(event) => setNew(event.target.value)}
      />
      <Button type="submit" className="self-start" isBusy={change.isPending}>
        Change the password
      </Button>
    </form>
  )
}
