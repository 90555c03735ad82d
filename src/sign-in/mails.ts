import { type Mail, quoteName } from '../mail.ts'
import { signInPageUrl } from '../page-urls.ts'

/** Mails about sign-in and invitations. Each says how long its link works, and what to do if you did not ask for it. */
export const mails = {
  verifyEmail: (to: string, url: string): Mail => ({
    to,
    subject: 'Confirm your email for Prospector',
    text: `Someone signed up for Prospector with this email address.\n\nIf that was you, confirm it: open this link and sign in with the password you chose:\n${url}\n\nThe link works for one hour. If you did not sign up, ignore this email. Nothing happens without your confirmation.\n`,
  }),

  alreadyRegistered: (to: string, publicUrl: string): Mail => ({
    to,
    subject: 'You already have a Prospector account',
    text: `Someone tried to sign up for Prospector with this email address, but you already have an account.\n\nSign in: ${signInPageUrl(publicUrl)}\nForgot your password? You can reset it there.\n\nIf this was not you, ignore this email. Nothing has changed.\n`,
  }),

  resetPassword: (to: string, url: string): Mail => ({
    to,
    subject: 'Set a new password for Prospector',
    text: `Set a new password:\n${url}\n\nThe link works once, for one hour. Changing your password signs you out everywhere. If you did not ask for this, ignore this email.\n`,
  }),

  invitation: (
    to: string,
    invitation: { accountName: string; inviterName: string; url: string; days: number },
  ): Mail => {
    const account = quoteName(invitation.accountName)
    const inviter = quoteName(invitation.inviterName)
    return {
      to,
      subject: `Join ${account} on Prospector`,
      text: `${inviter} invited you to join the account ${account} on Prospector.\n\nAccept with this email address:\n${invitation.url}\n\nThe link works for ${invitation.days} days. If you do not know the sender, ignore this email.\n`,
    }
  },
}
