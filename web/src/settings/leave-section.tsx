import { useState } from 'react'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Profile } from './profile.ts'
import { useAction } from './use-action.ts'

export function LeaveSection({ profile }: { profile: Profile }) {
  const [isAsking, setAsking] = useState(false)
  const leave = useAction(() => call('leaveAccount'))
  const confirm = () =>
    leave.mutate(undefined, {
      // The session is over with the membership: a fresh page forgets what it knew of the account.
      onSuccess: () => window.location.assign(paths.signIn()),
      onError: () => setAsking(false),
    })
  return (
    <Section title="Leave the account" note="What you revealed stays with it. An account keeps at least one owner.">
      <Button onClick={() => setAsking(true)}>Leave {profile.account.name}</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Leave ${profile.account.name}?`}
          action="Leave the account"
          isBusy={leave.isPending || leave.isSuccess}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          Your sessions and connections to this account end at once. To come back, you have to be invited again.
        </ConfirmDialog>
      )}
    </Section>
  )
}
