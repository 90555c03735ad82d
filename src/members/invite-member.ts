import { Type } from 'typebox'
import { lockAccount } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import { invitationPageUrl } from '../base/page-urls.ts'
import { problems } from '../base/problems.ts'
import { creditLimit, oneOf } from '../base/schema.ts'
import { roles } from '../base/scopes.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { mailboxOf, signInEmailLengthMax } from '../sign-in/mailbox-of.ts'
import { mails } from '../sign-in/mails.ts'
import {
  countInvitations,
  createInvitation,
  exampleInvitationResult,
  type InvitationCounts,
  invitationDays,
  invitationResult,
  readInvitations,
  renderInvitation,
} from './invitations.ts'
import { refuseToGiveCredits } from './member-limit.ts'
import { readMembers, refuseToTouchOwners } from './members.ts'

const pendingMax = 50
/** These mails go to people who did not ask for them: withdrawing and inviting again must not send more and more. */
const perDayMax = 100
const perDayToOnePersonMax = 3

export const inviteMember = defineOperation({
  id: 'inviteMember',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite someone',
  description: `Sends an email with a link that works for ${invitationDays} days, and only for the person with this address. Admins with a credit limit can invite only people who spend nothing (\`credit_limit\` 0).`,
  scope: 'members:manage',
  meter: 'session',
  request: {
    body: Type.Object(
      {
        email: Type.String({ format: 'email', maxLength: signInEmailLengthMax }),
        role: oneOf(roles),
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

  async run(call, { database, clock, mailer, publicUrl }: SessionNeeds) {
    const { principal, body } = call
    const { account } = principal
    const email = body.email.trim().toLowerCase()
    const { invitationId, token } = await database.transaction(async (tx) => {
      await lockAccount(tx, account.id)
      const principalNow = await call.recheck(tx)
      const caller = personOf(principalNow)
      refuseToTouchOwners(caller.role, body.role)
      refuseToGiveCredits(principalNow, 0, body.credit_limit ?? null)
      if ((await readMembers(tx, account.id)).some((known) => known.email === email)) {
        throw problems.invalidRequest('email', 'This person is already a member.')
      }
      refuseTooMany(await countInvitations(tx, clock, account.id, email))
      if ((await countAttempt(tx, 'invitation', mailboxOf(email))) !== null) {
        throw problems.invalidRequest('email', 'Too many invitations were sent to this address. Try again tomorrow.')
      }
      const made = await createInvitation(tx, clock, {
        accountId: account.id,
        email,
        role: body.role,
        creditLimit: body.credit_limit ?? null,
        invitedBy: caller.userId,
      })
      await recordCall(tx, call, 'member.invited', {
        target: { type: 'invitation', id: made.invitationId, name: email },
        details: { role: body.role, credit_limit: body.credit_limit },
      })
      return made
    })
    const url = invitationPageUrl(publicUrl, token)
    const inviter = { accountName: account.name, inviterName: principal.actor.name }
    await mailer.send(mails.invitation(email, { ...inviter, url, days: invitationDays }))
    const [row] = await readInvitations(database, clock, account.id, invitationId)
    return { object: 'invitation_result' as const, invitation: renderInvitation(row!) }
  },
})

function refuseTooMany({ pending, lastDay, lastDayToThisEmail }: InvitationCounts): void {
  if (pending >= pendingMax) {
    throw problems.invalidRequest(
      undefined,
      `An account can have at most ${pendingMax} open invitations. Withdraw one first.`,
    )
  }
  if (lastDay >= perDayMax) {
    throw problems.invalidRequest(
      undefined,
      `An account can send at most ${perDayMax} invitations per day. Try again tomorrow.`,
    )
  }
  if (lastDayToThisEmail >= perDayToOnePersonMax) {
    throw problems.invalidRequest(
      'email',
      `This person has already been invited ${perDayToOnePersonMax} times today. Try again tomorrow.`,
    )
  }
}
