import type { Mail } from '../base/mail.ts'
import { mails } from './mails.ts'

/** Every mail about sign-in and invitations, by name, as a person might get it. */
export function sampleMails(publicUrl: string): Record<keyof typeof mails, Mail> {
  const to = 'ada@example.com'
  const invitation = { accountName: 'Acme Outreach', inviterName: 'Grace Hopper', days: 7 }
  return {
    verifyEmail: mails.verifyEmail(to, `${publicUrl}/confirm-email?token=example`),
    alreadyRegistered: mails.alreadyRegistered(to, publicUrl),
    resetPassword: mails.resetPassword(to, `${publicUrl}/reset-password?token=example`),
    invitation: mails.invitation(to, { ...invitation, url: `${publicUrl}/invitations/example` }),
  }
}
