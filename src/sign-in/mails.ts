import { type Mail, quoteName } from '../base/mail.ts'
import { type Letter, layOut } from '../base/mail-layout.ts'
import { signInPageUrl } from '../base/page-urls.ts'
import { linkSeconds } from './verifications.ts'

const linkHours = linkSeconds / 3_600
export const linkLasts = `${linkHours} ${linkHours === 1 ? 'hour' : 'hours'}`

/** Mails about sign-in and invitations. Each says how long its link works, and what to do if you did not ask for it. */
export const mails = {
  verifyEmail: (to: string, url: string): Mail =>
    write(to, 'Confirm your email for Prospector', {
      paragraphs: [
        'Someone signed up for Prospector with this email address.',
        `If that was you, confirm it: open this link and sign in with the password you chose. The link works for ${linkLasts}.`,
      ],
      action: { label: 'Confirm email', url },
      footer: 'If you did not sign up, ignore this email. Nothing happens without your confirmation.',
    }),

  alreadyRegistered: (to: string, publicUrl: string): Mail =>
    write(to, 'You already have a Prospector account', {
      paragraphs: [
        'Someone tried to sign up for Prospector with this email address, but you already have an account.',
        'Forgot your password? You can reset it on the sign-in page.',
      ],
      action: { label: 'Sign in', url: signInPageUrl(publicUrl) },
      footer: 'If this was not you, ignore this email. Nothing has changed.',
    }),

  resetPassword: (to: string, url: string): Mail =>
    write(to, 'Set a new password for Prospector', {
      paragraphs: [
        `Set a new password with this link. It works once, for ${linkLasts}.`,
        'Changing your password signs you out everywhere.',
      ],
      action: { label: 'Set a new password', url },
      footer: 'If you did not ask for this, ignore this email. Your password stays as it is.',
    }),

  invitation: (
    to: string,
    invitation: { accountName: string; inviterName: string; url: string; days: number },
  ): Mail => {
    const account = quoteName(invitation.accountName)
    const inviter = quoteName(invitation.inviterName)
    return write(to, `Join ${account} on Prospector`, {
      paragraphs: [
        `${inviter} invited you to join the account ${account} on Prospector.`,
        `Accept with this email address. The link works for ${invitation.days} days.`,
      ],
      action: { label: 'Accept invitation', url: invitation.url },
      footer: 'If you do not know the sender, ignore this email.',
    })
  },
}

const write = (to: string, subject: string, letter: Omit<Letter, 'heading'>): Mail => ({
  to,
  subject,
  ...layOut({ heading: subject, ...letter }),
})
