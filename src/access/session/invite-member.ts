import { Type } from 'typebox'
import { defineOperation } from '../../operation.ts'
import { problems } from '../../problems.ts'
import { createInvitation, type Invitation, readInvitations } from '../invitations.ts'
import { mails } from '../sign-in/mails.ts'
import { exampleInvitationResult, invitationResult, renderInvitation } from './invitation.ts'
import { readMembers, refuseToTouchOwners } from './member.ts'
import { personOf, type SessionNeeds } from './session-needs.ts'
import { creditLimit, role } from './shared-fields.ts'

const mostPending = 50
/** Mails go to people who never asked for them; withdrawing and inviting again must not send them without end. */
const mostADay = 100
const mostADayToOnePerson = 3
const dayMs = 86_400_000

export const inviteMember = defineOperation({
  id: 'inviteMember',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite somebody',
  description: 'Sends a mail with a link that works for seven days, for the person with this email alone.',
  scope: 'members:manage',
  audience: 'session',
  meter: 'session',
  request: {
    body: Type.Object(
      {
        email: Type.String({ format: 'email', maxLength: 254 }),
        role,
        credit_limit: Type.Optional(creditLimit),
      },
      { additionalProperties: false },
    ),
  },
  reply: invitationResult,
  problems: ['owner_required'],
  example: {
    summary: 'The invitation',
    request: { email: 'grace@shop.example', role: 'member', credit_limit: 100 },
    reply: exampleInvitationResult,
  },

  async run({ principal, body }, { database, clock, mailer, publicUrl }: SessionNeeds) {
    const caller = personOf(principal)
    const { account } = principal
    const email = body.email.trim().toLowerCase()
    refuseToTouchOwners(caller.role, body.role)
    if ((await readMembers(database, account.id)).some((known) => known.email === email)) {
      throw problems.invalidRequest('email', 'This person is a member already.')
    }
    refuseTooMany(await readInvitations(database, clock, account.id), email, clock.now())
    const { invitationId, token } = await database.transaction((tx) =>
      createInvitation(tx, clock, {
        accountId: account.id,
        email,
        role: body.role,
        creditLimit: body.credit_limit ?? null,
        invitedBy: caller.userId,
      }),
    )
    const url = `${publicUrl}/invitations/${token}`
    await mailer.send(mails.invitation(email, { accountName: account.name, inviterName: principal.actor.name, url }))
    const [row] = await readInvitations(database, clock, account.id, invitationId)
    return { object: 'invitation_result' as const, invitation: renderInvitation(row!) }
  },
})

function refuseTooMany(invitations: Invitation[], email: string, now: Date): void {
  if (invitations.filter(({ status }) => status === 'pending').length >= mostPending) {
    throw problems.invalidRequest(undefined, `An account can have ${mostPending} open invitations. Withdraw one first.`)
  }
  const today = invitations.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < dayMs)
  if (today.length >= mostADay) {
    throw problems.invalidRequest(undefined, `An account can send ${mostADay} invitations a day. Go on tomorrow.`)
  }
  if (today.filter((one) => one.email === email).length >= mostADayToOnePerson) {
    throw problems.invalidRequest('email', `This person was invited ${mostADayToOnePerson} times today already.`)
  }
}
