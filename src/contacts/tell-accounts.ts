import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { EventDraft } from '../base/event-types.ts'
import { repeat } from '../base/repeat.ts'
import { takeContactNotices } from '../catalog/contact-news.ts'
import { findRevealingAccounts } from '../credits/revealing-accounts.ts'
import type { Database, Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'

const everyMs = 10_000
/** Contacts of one transaction, and of one event. */
const noticesAtOnce = 100

/** Other consequences of erasures, in the transaction that notifies accounts. */
type OnErased = {
  /** Whatever names these contacts, also of accounts that did not reveal them. */
  forget(tx: Db, contactIds: readonly string[]): Promise<void>
  /** Called for each account that is notified. */
  noteReported(tx: Db, clock: Clock, accountId: string, contactIds: readonly string[]): Promise<void>
}

/** Tells accounts what happened to contacts that they revealed: changed, opted out, erased. Any number of nodes may do it at once. */
export const followContacts = (database: Database, clock: Clock, log: Logger, onErased: OnErased) =>
  repeat(
    everyMs,
    () => tellAccounts(database, clock, onErased),
    (error) => log.warn({ err: error }, 'telling accounts of changed contacts failed'),
  )

/** All waiting notices, in small transactions: a failed one is retried, so each leads to one event. */
export async function tellAccounts(database: Database, clock: Clock, onErased: OnErased): Promise<void> {
  while (await database.transaction((tx) => tellSome(tx, clock, onErased))) {
    // The next ones.
  }
}

async function tellSome(tx: Db, clock: Clock, onErased: OnErased): Promise<boolean> {
  const notices = await takeContactNotices(tx, noticesAtOnce)
  if (notices === null) return false
  const { updated, suppressed, erased } = notices
  // Erasures by imports are known here only.
  await onErased.forget(tx, [...erased])
  const reveals = await findRevealingAccounts(tx, [...new Set([...updated, ...suppressed, ...erased])])
  // In one order, because the counter of each account stays locked until the commit.
  for (const accountId of [...new Set(reveals.map((reveal) => reveal.accountId))].sort()) {
    const own = reveals.filter((reveal) => reveal.accountId === accountId).map(({ contactId }) => contactId)
    const draft = (
      type: 'contact.updated' | 'contact.suppressed' | 'contact.erased',
      ids: Set<string>,
    ): EventDraft[] => {
      const contactIds = own.filter((id) => ids.has(id))
      return contactIds.length === 0 ? [] : [{ type, data: { contact_ids: contactIds } }]
    }
    const gone = own.filter((id) => erased.has(id))
    if (gone.length > 0) await onErased.noteReported(tx, clock, accountId, gone)
    await recordEvents(tx, clock, accountId, [
      ...draft('contact.updated', updated),
      ...draft('contact.suppressed', suppressed),
      ...draft('contact.erased', erased),
    ])
  }
  return true
}
