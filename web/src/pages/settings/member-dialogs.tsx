import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { useAction } from '../../shared/use-action.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { readLimit, writeLimit } from './credit-limit.ts'
import { LimitField } from './limit-field.tsx'
import { type Member, roleNames } from './member.ts'

type Role = Member['role']

function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      hint="Members search and reveal. Admins also manage people, API keys and billing. Owners can do everything."
      value={value}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      {(Object.keys(roleNames) as Role[]).map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  )
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [limit, setLimit] = useState('')
  const invite = useAction(
    (creditLimit: number | null) =>
      call('inviteMember', { body: { email, role, ...(creditLimit !== null && { credit_limit: creditLimit }) } }),
    { refresh: [['listInvitations']], done: `Invitation sent to ${email}.`, showsRefusal: true },
  )
  const submit = () => {
    const read = readLimit(limit)
    if ('limit' in read) invite.mutate(read.limit, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Invite a member"
      action="Send invitation"
      isBusy={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
      <RoleField value={role} onChange={setRole} />
      <LimitField value={limit} onChange={setLimit} />
    </FormDialog>
  )
}

export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member.role)
  const [limit, setLimit] = useState(writeLimit(member.credit_limit))
  const save = useAction(
    (creditLimit: number | null) =>
      call('updateMember', {
        params: { user_id: member.user_id },
        body: { credit_limit: creditLimit, ...(role !== member.role && { role }) },
      }),
    { refresh: [['listMembers'], ['profile']], done: 'Saved.', showsRefusal: true },
  )
  const submit = () => {
    const read = readLimit(limit)
    if ('limit' in read) save.mutate(read.limit, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={member.name || member.email}
      action="Save"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleField value={role} onChange={setRole} />
      <LimitField value={limit} onChange={setLimit} />
    </FormDialog>
  )
}
