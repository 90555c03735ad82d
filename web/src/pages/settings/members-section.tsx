import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatDay } from '../../shared/format.ts'
import { mayManage, type Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { limitText } from './credit-limit.ts'
import { type Member, roleNames } from './member.ts'
import { EditMemberDialog, InviteDialog } from './member-dialogs.tsx'

type Invitation = Reply<'listInvitations'>['data'][number]

export function MembersSection({ profile }: { profile: Profile }) {
  const isAllowed = mayManage(profile, 'members:manage')
  const { data, error, refetch } = useQuery({
    queryKey: ['listMembers'],
    queryFn: ({ signal }) => call('listMembers', { signal }),
  })
  const [isInviting, setInviting] = useState(false)
  const [editing, setEditing] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const remove = useAction((member: Member) => call('removeMember', { params: { user_id: member.user_id } }), {
    refresh: [['listMembers']],
    done: 'Member removed.',
  })
  return (
    <>
      <Section
        title="Members"
        note="Everyone shares the same contacts and credits. Limits apply per month."
        actions={
          isAllowed && (
            <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-32 rounded-panel!" />}
        {data && (
          <DataTable
            label="Members"
            columns={columnsOf({ isAllowed, onEdit: setEditing, onRemove: setRemoving })}
            rows={data.data}
            keyOf={({ user_id: id }) => id}
          />
        )}
      </Section>
      {isAllowed && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {editing && <EditMemberDialog member={editing} onClose={() => setEditing(null)} />}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name || removing.email}?`}
          action="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(null) })}
          onClose={() => setRemoving(null)}
        >
          They lose access immediately, and their private lists are deleted. Contacts they revealed stay with the
          account.
        </ConfirmDialog>
      )}
    </>
  )
}

function columnsOf({
  isAllowed,
  onEdit,
  onRemove,
}: {
  isAllowed: boolean
  onEdit: (member: Member) => void
  onRemove: (member: Member) => void
}): Column<Member>[] {
  return [
    {
      head: 'Member',
      cell: (member) => (
        <span className="block py-1.5">
          <span className="flex items-center gap-2 font-medium">
            {member.name || member.email}
            {member.is_you && <Tag>You</Tag>}
          </span>
          <span className="block text-small text-ink-faint">{member.email}</span>
        </span>
      ),
    },
    { head: 'Role', isWideOnly: true, cell: ({ role }) => roleNames[role] },
    {
      head: 'Credits',
      isWideOnly: true,
      isNumber: true,
      cell: (member) => limitText(member.credits_spent, member.credit_limit),
    },
    {
      head: 'Two-factor authentication',
      isWideOnly: true,
      cell: (member) => (member.two_factor_enabled ? 'On' : 'Off'),
    },
    {
      head: '',
      isNumber: true,
      cell: (member) =>
        isAllowed && (
          <span className="flex justify-end gap-1">
            <Button size="small" look="quiet" onClick={() => onEdit(member)}>
              Edit
            </Button>
            {!member.is_you && (
              <Button size="small" look="quiet" onClick={() => onRemove(member)}>
                Remove
              </Button>
            )}
          </span>
        ),
    },
  ]
}

function Invitations() {
  const { data } = useQuery({
    queryKey: ['listInvitations'],
    queryFn: ({ signal }) => call('listInvitations', { signal }),
  })
  const withdraw = useAction(
    (invitation: Invitation) => call('withdrawInvitation', { params: { invitation_id: invitation.id } }),
    {
      refresh: [['listInvitations']],
      done: 'Invitation withdrawn.',
    },
  )
  const pending = data?.data.filter(({ status }) => status === 'pending') ?? []
  if (pending.length === 0) return null
  const columns: Column<Invitation>[] = [
    { head: 'Email', cell: ({ email }) => email },
    { head: 'Role', cell: ({ role }) => roleNames[role] },
    { head: 'Valid until', isWideOnly: true, cell: (invitation) => formatDay(invitation.expires_at) },
    {
      head: '',
      isNumber: true,
      cell: (invitation) => (
        <Button size="small" look="quiet" onClick={() => withdraw.mutate(invitation)}>
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <Section title="Invitations">
      <DataTable label="Invitations" columns={columns} rows={pending} keyOf={({ id }) => id} />
    </Section>
  )
}
