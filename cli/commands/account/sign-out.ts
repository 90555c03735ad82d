import { recordCommand } from '../../../src/audit/record.ts'
import { plural } from '../../../src/base/words.ts'
import { accountsOf } from '../../../src/members/members.ts'
import { signOutPerson } from '../../../src/operator/account-acts.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { endAllSessions } from '../../../src/sign-in/sessions.ts'
import { findUserByEmail, removeSecondFactor } from '../../../src/sign-in/users.ts'
import { emailAddress } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { everybody?: boolean; resetSecondFactor?: boolean }

export const accountSignOut = defineCommand({
  name: 'sign-out',
  summary: 'End all sessions of a person, or of everybody.',
  details:
    'A person’s connected integrations and open links end, too. Passwords and API keys stay. --reset-second-factor is for ' +
    'somebody who has lost phone and backup codes: make sure who they are first, as when the account was made.',
  examples: [
    'prospector account sign-out ada@acme.example',
    'prospector account sign-out ada@acme.example --reset-second-factor',
    'prospector account sign-out --everybody --json',
  ],
})
  .argument('[email]', 'the address that the person signs in with', emailAddress)
  .option('--everybody', 'all people of all accounts')
  .option('--reset-second-factor', 'remove the person’s second factor; they can set up another one')

accountSignOut.action(async (email: string | undefined, options: Options) => {
  const isOne = email !== undefined
  if (isOne === (options.everybody === true)) accountSignOut.error('error: name a person, or give --everybody')
  if (!isOne && options.resetSecondFactor) accountSignOut.error('error: --reset-second-factor is for one person')
  const ended = await withDatabase(({ database }) =>
    database.transaction(async (tx) => {
      if (!isOne) {
        const sessions = await endAllSessions(tx)
        await recordCommand(tx, null, 'session.ended', { details: { of: 'everybody', sessions } })
        return { sessions }
      }
      const user = await findUserByEmail(tx, email)
      if (!user) throw new Refused(`Nobody signs in with ${email}.`)
      const sessions = await signOutPerson(tx, atTheCommandLine(), user, {})
      if (options.resetSecondFactor) {
        const target = { type: 'member', id: user.id, name: user.name }
        for (const id of await accountsOf(tx, user.id)) await recordCommand(tx, id, 'two_factor.disabled', { target })
        await removeSecondFactor(tx, user.id)
      }
      return { sessions, user_id: user.id }
    }),
  )
  report(options, ended, `Ended ${plural(ended.sessions, 'session')}.`)
})
