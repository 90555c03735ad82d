import { type Mail, quoteName } from '../mail.ts'
import { signInPageUrl } from '../page-urls.ts'

/** Every mail about people, in plain words. A link says how long it works, and who did not ask for it what to do. */
export const mails = {
  verifyEmail: (to: string, url: string): Mail => ({
    to,
    subject: 'Confirm your email for Prospector',
    text: `Somebody, hopefully you, signed up to Prospector with this email.\n\nTo confirm that it is yours, open this link and sign in with the password you chose:\n${url}\n\nThe link works for one hour. If you did not sign up, ignore this mail: without you the sign-up comes to nothing.\n`,
  }),

  alreadyRegistered: (to: string, publicUrl: string): Mail => ({
    to,
    subject: 'You already have a Prospector sign-in',
    text: `Somebody, perhaps you, tried to sign up to Prospector with this email, which already has a sign-in.\n\nSign in: ${signInPageUrl(publicUrl)}\nForgot the password? Ask for a new one there.\n\nIf it was not you, nothing has changed and there is nothing to do.\n`,
  }),

  resetPassword: (to: string, url: string): Mail => ({
    to,
    subject: 'Set a new password for Prospector',
    text: `Set a new password:\n${url}\n\nThe link works for one hour, once. All your sessions end when the password changes. If you did not ask for it, ignore this mail.\n`,
  }),

  invitation: (to: string, invitation: { accountName: string; inviterName: string; url: string }): Mail => {
    const account = quoteName(invitation.accountName)
    const inviter = quoteName(invitation.inviterName)
    return {
      to,
      subject: `Join ${account} on Prospector`,
      text: `${inviter} invites you to the account ${account} on Prospector.\n\nJoin with this email address:\n${invitation.url}\n\nThe link works for seven days. If you do not know the sender, ignore this mail.\n`,
    }
  },
}
