/** Whoever does something as the operator: a person in the console, a program with an operator key, or somebody at the command line. */
import { hash } from 'node:crypto'
import type { AuditAction } from '../audit/actions.ts'
import { type Act, nameOnThisMachine, recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import type { CallerOrigin } from '../call/operation.ts'
import type { Actor } from '../credits/ledger.ts'
import type { Database, Db } from '../db/database.ts'

export type OperatorCaller = {
  actor: Actor
  from: CallerOrigin | null
  requestId: string | null
  /** The key of this act: the same again is answered as the first time. Null: every call is another act. */
  once: string | null
}

/** As the audit log knows whoever types commands. */
export const atTheCommandLine = (): OperatorCaller => ({
  actor: { type: 'operator', id: 'operator', name: nameOnThisMachine() },
  from: null,
  requestId: null,
  once: null,
})

/** In the log of the account that it is about, and so in that of operators. */
export const record = (tx: Db, by: OperatorCaller, accountId: string | null, action: AuditAction, act: Act) =>
  recordAct(tx, [accountId], {
    ...act,
    action,
    door: 'operator',
    actor: by.actor,
    from: by.from,
    requestId: by.requestId,
  })

type Parts = { database: Database; clock: Clock }

/** Does it in one transaction, once for its key: of two at the same moment, the second waits and gets the first one's result. */
export async function actOnce<Result extends object>(
  { database, clock }: Parts,
  { actor, once }: OperatorCaller,
  asked: unknown,
  act: (tx: Db) => Promise<Result>,
): Promise<Result> {
  if (once === null) return database.transaction(act)
  const fingerprint = hash('sha256', JSON.stringify(asked), 'buffer')
  return database.transaction(async (tx) => {
    const [isNew] = await tx.query(sql`
      INSERT INTO operator_acts (actor_id, once_key, fingerprint, created_at) VALUES (${actor.id}, ${once}, ${fingerprint}, ${clock.sql})
      ON CONFLICT DO NOTHING RETURNING 1`)
    const isThis = sql`actor_id = ${actor.id} AND once_key = ${once}`
    if (!isNew) {
      const [before] = await tx.query<{ fingerprint: Buffer; result: Result }>(
        sql`SELECT fingerprint, result FROM operator_acts WHERE ${isThis}`,
      )
      if (!before!.fingerprint.equals(fingerprint)) throw problems.idempotencyConflict('input')
      return before!.result
    }
    const result = await act(tx)
    await tx.query(sql`UPDATE operator_acts SET result = ${JSON.stringify(result)}::jsonb WHERE ${isThis}`)
    return result
  })
}
