import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, SelectField } from '../ui/field.tsx'
import { readLimit } from './credit-limit.ts'
import type { Member } from './members-section.tsx'
import { useAction } from './use-action.ts'

type Role = Member['role']

function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      hint="Members search and reveal. Admins also manage people, keys and billing. Owners can do everything."
      value={value}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      <option value="member">Member</option>
      <option value="admin">Admin</option>
      <option value="owner">Owner</option>
    </SelectField>
  )
}

function LimitField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const read = readLimit(value)
  return (
    <Field
      label="Credit limit a month"
      inputMode="numeric"
      hint="Empty: no limit but the account's own."
      error={'error' in read ? read.error : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [limit, setLimit] = useState('')
  const invite = useAction(
    (creditLimit: number | null) =>
      call('inviteMember', { body: { email, role, ...(creditLimit !== null && { credit_limit: creditLimit }) } }),
    { refresh: [['listInvitations']], done: `A mail with a link is on its way to ${email}.` },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readLimit(limit)
    if ('limit' in read) invite.mutate(read.limit, { onSuccess: onClose })
  }
  return (
    <Dialog
      title="Invite somebody"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="invite" look="primary" isBusy={invite.isPending}>
            Send the invitation
          </Button>
        </>
      }
    >
      <form id="invite" onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Email" type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
        <RoleField value={role} onChange={setRole} />
        <LimitField value={limit} onChange={setLimit} />
      </form>
    </Dialog>
  )
}

export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member.role)
  const [limit, setLimit] = useState(member.credit_limit === null ? '' : String(member.credit_limit))
  const save = useAction(
    (creditLimit: number | null) =>
      call('updateMember', {
        params: { user_id: member.user_id },
        body: { credit_limit: creditLimit, ...(role !== member.role && { role }) },
      }),
    { refresh: [['listMembers'], ['profile']], done: 'Saved.' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readLimit(limit)
    if ('limit' in read) save.mutate(read.limit, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={member.name || member.email}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="member" look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id="member" onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <RoleField value={role} onChange={setRole} />
        <LimitField value={limit} onChange={setLimit} />
      </form>
    </Dialog>
  )
}
