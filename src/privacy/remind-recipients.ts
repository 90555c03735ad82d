import type { Clock } from '../base/clock.ts'
import type { Mail, Mailer } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { settingsPageUrl } from '../base/page-urls.ts'
import type { Database, Db } from '../db/database.ts'
import { ownersOfAccounts } from '../members/owners.ts'
import { accountsToRemind, markReminded } from './erasure-confirmations.ts'

type ReminderNeeds = { background: Database; clock: Clock; mailer: Mailer; publicUrl: string }

/** Reminds owners of accounts that have not confirmed an erasure. A mail that can't be sent is tried with the next round, and keeps no other back. */
export async function remindRecipients(needs: ReminderNeeds): Promise<void> {
  const failures: unknown[] = []
  for (const accountId of await accountsToRemind(needs.background, needs.clock)) {
    await needs.background
      .transaction((tx) => remindOne(tx, needs, accountId))
      .catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'reminders of erasures could not be sent')
}

async function remindOne(tx: Db, { clock, mailer, publicUrl }: ReminderNeeds, accountId: string): Promise<void> {
  const contacts = await markReminded(tx, clock, accountId)
  const owners = (await ownersOfAccounts(tx, [accountId])).get(accountId) ?? []
  const letter = reminderLetter(publicUrl, contacts)
  for (const to of contacts > 0 ? owners : []) await mailer.send({ to, ...letter })
}

export function reminderLetter(publicUrl: string, contacts: number): Omit<Mail, 'to'> {
  const subject = 'Confirm that you deleted erased contacts'
  const who = contacts === 1 ? 'A person that' : `${contacts.toLocaleString('en-US')} people whom`
  const paragraphs = [
    `${who} your account had revealed ${contacts === 1 ? 'was' : 'were'} erased. Delete your own copies, in your CRM and everywhere else, then confirm it.`,
    'The page lists the ids of these contacts; the event contact.erased has them, too.',
  ]
  const action = { label: 'Confirm the deletion', url: settingsPageUrl(publicUrl, 'erasures') }
  const footer = 'You get this mail because you own an account at Prospector that revealed these contacts.'
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer }) }
}
