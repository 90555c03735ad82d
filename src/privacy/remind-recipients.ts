import type { Clock } from '../base/clock.ts'
import type { Mailer } from '../base/mail.ts'
import type { Database, Db } from '../db/database.ts'
import { ownersOfAccounts } from '../members/owners.ts'
import { accountsToRemind, markReminded } from './erasure-confirmations.ts'
import { reminderLetter } from './letters.ts'

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
