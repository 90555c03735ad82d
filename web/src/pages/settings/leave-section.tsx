import { useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../shared/paths.ts'
import type { Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/page.tsx'

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
    <Section
      title="Leave account"
      note="Contacts you revealed stay with the account. Every account needs at least one owner."
    >
      <Button onClick={() => setAsking(true)}>Leave {profile.account.name}</Button>
      {isAsking && (
        <ConfirmDialog
          title={`Leave ${profile.account.name}?`}
          action="Leave account"
          isBusy={leave.isPending || leave.isSuccess}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          You lose access immediately, your connections end, and your private lists are deleted. To keep one for the
          others, share it first. To come back, you need a new invitation.
        </ConfirmDialog>
      )}
    </Section>
  )
}
