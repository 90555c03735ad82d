import type { Clock } from '../base/clock.ts'
import type { Mailer } from '../base/mail.ts'
import type { Role } from '../base/scopes.ts'
import type { CountedActor } from '../credits/ledger.ts'
import { readActorSpends } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import type { Principal } from './principal.ts'

/** What the session operations need between them; app.ts provides it. */
export type SessionNeeds = {
  database: Database
  clock: Clock
  publicUrl: string
  mailer: Mailer
}

/** The person who calls. Admission let nobody else in: only sessions hold the scopes of these operations. */
export function personOf({ member }: Principal): { userId: string; role: Role; sessionId: string } {
  if (!member?.sessionId) throw new Error('A session operation was reached without a session.')
  return { ...member, sessionId: member.sessionId }
}

/** Spending in the current usage month; nobody has spent anything where there is none. */
export function spendsThisMonth(
  { database }: SessionNeeds,
  { account, period }: Principal,
  actorType: CountedActor['type'],
): Promise<Map<string, number>> {
  return period ? readActorSpends(database, account.id, actorType, period.start) : Promise.resolve(new Map())
}
