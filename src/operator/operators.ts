/** The people who run this service. They are never members of an account. */
import { hash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { Refusal } from '../base/refusal.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export type Operator = { id: string; email: string; name: string }

type ListedOperator = Operator & {
  secondFactor: boolean
  recoveryCodesLeft: number
  createdAt: Date
  lastSeenAt: Date | null
}

const columns = sql`operator_id AS id, email, name`

/** The first one switches the console on. */
export async function hasOperators(db: Db): Promise<boolean> {
  return (await db.query(sql`SELECT FROM operators LIMIT 1`)).length > 0
}

type OperatorDraft = { email: string; name: string; passwordHash: string }

export async function createOperator(db: Db, clock: Clock, draft: OperatorDraft): Promise<string> {
  const id = `op_${randomBase62(20)}`
  const made = await db.query(sql`
    INSERT INTO operators (operator_id, email, name, password_hash, created_at)
    VALUES (${id}, ${draft.email}, ${draft.name}, ${draft.passwordHash}, ${clock.sql}) ON CONFLICT (email) DO NOTHING
    RETURNING 1`)
  if (made.length === 0) throw new Refusal(`There is an operator ${draft.email} already.`)
  return id
}

export const listOperators = (db: Db): Promise<ListedOperator[]> =>
  db.query(sql`
    SELECT ${columns}, totp_secret IS NOT NULL AS "secondFactor", cardinality(recovery_hashes) AS "recoveryCodesLeft",
      created_at AS "createdAt", last_seen_at AS "lastSeenAt"
    FROM operators ORDER BY created_at, operator_id`)

const noOperator = (email: string) => new Refusal(`There is no operator ${email}.`)

/** Their sessions end with them. The last one stays, unless the console is meant to be off again. */
export async function removeOperator(tx: Db, email: string, { evenTheLast = false } = {}): Promise<Operator> {
  // All of them are locked: of two removals at once, the second one sees what the first one left.
  const all = await tx.query<Operator>(sql`SELECT ${columns} FROM operators ORDER BY operator_id FOR UPDATE`)
  const removed = all.find((operator) => operator.email === email)
  if (!removed) throw noOperator(email)
  if (all.length === 1 && !evenTheLast) {
    throw new Refusal(
      `${email} is the last operator. Without one the console is off: create another one first, or give --last.`,
    )
  }
  await tx.query(sql`DELETE FROM operators WHERE operator_id = ${removed.id}`)
  return removed
}

/** Of a command that names one. */
export async function requireOperator(db: Db, email: string): Promise<Operator> {
  const found = await findOperatorByEmail(db, email)
  if (!found) throw noOperator(email)
  return found
}

/** A new password; the second factor is set up again at the next sign-in. Sessions end. */
export async function resetOperator(tx: Db, email: string, passwordHash: string): Promise<Operator> {
  const [reset] = await tx.query<Operator>(sql`
    UPDATE operators SET password_hash = ${passwordHash}, totp_secret = NULL, totp_step = 0, recovery_hashes = '{}'
    WHERE email = ${email} RETURNING ${columns}`)
  if (!reset) throw noOperator(email)
  await tx.query(sql`DELETE FROM operator_sessions WHERE operator_id = ${reset.id}`)
  return reset
}

type OperatorSecrets = Operator & { passwordHash: string; totpSecret: string | null }

const secretColumns = sql`${columns}, password_hash AS "passwordHash", totp_secret AS "totpSecret"`

export async function findOperatorByEmail(db: Db, email: string): Promise<OperatorSecrets | null> {
  const [found] = await db.query<OperatorSecrets>(sql`SELECT ${secretColumns} FROM operators WHERE email = ${email}`)
  return found ?? null
}

export async function findOperatorById(db: Db, id: string): Promise<OperatorSecrets | null> {
  const [found] = await db.query<OperatorSecrets>(sql`SELECT ${secretColumns} FROM operators WHERE operator_id = ${id}`)
  return found ?? null
}

/** With the half minute of the code that confirmed it. False: somebody was quicker. */
export async function enableSecondFactor(
  tx: Db,
  id: string,
  { secret, step, codes }: { secret: string; step: number; codes: readonly string[] },
): Promise<boolean> {
  const enabled = await tx.query(sql`
    UPDATE operators SET totp_secret = ${secret}, totp_step = ${step}, recovery_hashes = ${codes.map(hashOf)}::bytea[]
    WHERE operator_id = ${id} AND totp_secret IS NULL RETURNING 1`)
  return enabled.length > 0
}

/** A code is used once: of two requests with the same one, one is refused. */
export async function useStep(db: Db, id: string, step: number): Promise<boolean> {
  const used = await db.query(sql`
    UPDATE operators SET totp_step = ${step} WHERE operator_id = ${id} AND totp_step < ${step} RETURNING 1`)
  return used.length > 0
}

/** Takes the recovery code away. False: there is no such code, or no longer. */
export async function takeRecoveryCode(db: Db, id: string, code: string): Promise<boolean> {
  const given = hashOf(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
  const taken = await db.query(sql`
    UPDATE operators SET recovery_hashes = array_remove(recovery_hashes, ${given}::bytea)
    WHERE operator_id = ${id} AND ${given}::bytea = ANY(recovery_hashes) RETURNING 1`)
  return taken.length > 0
}

export const setRecoveryCodes = (db: Db, id: string, codes: readonly string[]): Promise<unknown> =>
  db.query(sql`UPDATE operators SET recovery_hashes = ${codes.map(hashOf)}::bytea[] WHERE operator_id = ${id}`)

/** Ten codes of 80 bits: random enough to be hashed without salt. */
export const recoveryCodes = 10
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => randomBase62(16).toLowerCase())

/** As people read and type it: `abcd-efgh-…`. */
export const spellCode = (code: string): string => code.match(/.{4}/g)!.join('-')

const hashOf = (code: string): Buffer => hash('sha256', code, 'buffer')
