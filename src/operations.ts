import type { CursorSealer } from './access/cursor.ts'
import type { Clock } from './clock.ts'
import { listRevealedContacts } from './contacts/list-revealed-contacts.ts'
import { quoteReveal } from './contacts/quote-reveal.ts'
import { type RevealNeeds, revealContacts } from './contacts/reveal-contacts.ts'
import { listCreditEntries } from './credits/list-credit-entries.ts'
import type { Database } from './db/database.ts'
import type { AnyOperation } from './operation.ts'
import { getUsage } from './usage/get-usage.ts'

/** What the operations need between them; app.ts provides it. */
export type OperationNeeds = RevealNeeds & { database: Database; clock: Clock; cursors: CursorSealer }

/** The public surface on one screen. Routes, OpenAPI, docs and tools are all made from this list. */
export const operations: readonly AnyOperation<OperationNeeds>[] = [
  revealContacts,
  quoteReveal,
  listRevealedContacts,
  listCreditEntries,
  getUsage,
]
