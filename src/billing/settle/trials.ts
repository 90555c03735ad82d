import { createHmac } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { ownersOf } from '../../members/owners.ts'
import { foldEmail } from './fold-email.ts'

/** A trial belongs to a person: to the verified addresses of the account's owners, and to the card. */
type Person = { accountId: string; cardFingerprint: string | null }
export type Claim = { kind: 'email' | 'card'; hash: Buffer }

/** Whether somebody of this account has had a trial elsewhere. Asked before a checkout promises one. */
export async function hadTrialElsewhere(db: Db, secret: Buffer, accountId: string): Promise<boolean> {
  const claims = await claimsOf(db, secret, { accountId, cardFingerprint: null })
  return (await takenByOthers(db, claims, accountId)).length > 0
}

/**
 * Decides, once for each subscription, whether its trial counts. Two accounts of one person that begin a trial at the
 * same moment wait for each other at the claim's primary key, and one of them comes second.
 */
export async function decideTrial(
  tx: Db,
  clock: Clock,
  secret: Buffer,
  subscriptionId: string,
  person: Person & { isEligible: boolean },
): Promise<boolean> {
  const [known] = await tx.query<{ isGranted: boolean }>(
    sql`SELECT is_granted AS "isGranted" FROM billing_trials WHERE subscription_id = ${subscriptionId}`,
  )
  if (known) return known.isGranted
  const isGranted = person.isEligible && (await claim(tx, clock, secret, person))
  await tx.query(sql`
    INSERT INTO billing_trials (subscription_id, account_id, is_granted, decided_at)
    VALUES (${subscriptionId}, ${person.accountId}, ${isGranted}, ${clock.sql})`)
  return isGranted
}

async function claim(tx: Db, clock: Clock, secret: Buffer, person: Person): Promise<boolean> {
  const claims = await keepClaims(tx, clock, secret, person)
  return (await takenByOthers(tx, claims, person.accountId)).length === 0
}

/** People who became owners, and cards that came on file, after a trial had begun are remembered too. */
export async function keepClaims(tx: Db, clock: Clock, secret: Buffer, person: Person): Promise<Claim[]> {
  const claims = await claimsOf(tx, secret, person)
  await tx.query(sql`
    INSERT INTO trial_claims (kind, hash, account_id, claimed_at)
    SELECT kind, hash, ${person.accountId}, ${clock.sql}
    FROM unnest(${claims.map(({ kind }) => kind)}::text[], ${claims.map(({ hash }) => hash)}::bytea[]) AS c (kind, hash)
    ORDER BY kind, hash
    ON CONFLICT DO NOTHING`)
  return claims
}

async function claimsOf(db: Db, secret: Buffer, { accountId, cardFingerprint }: Person): Promise<Claim[]> {
  const owners = await ownersOf(db, accountId)
  const claims: Claim[] = owners.map(({ email }) => ({
    kind: 'email',
    hash: hashOf(secret, 'email', foldEmail(email)),
  }))
  if (cardFingerprint !== null) claims.push({ kind: 'card', hash: hashOfCard(secret, cardFingerprint) })
  return claims
}

const hashOf = (secret: Buffer, kind: Claim['kind'], value: string): Buffer =>
  createHmac('sha256', secret).update(`trial ${kind} ${value}`).digest()

/** Tells cards apart, and nothing else about them. */
export const hashOfCard = (secret: Buffer, fingerprint: string): Buffer => hashOf(secret, 'card', fingerprint)

function takenByOthers(db: Db, claims: Claim[], accountId: string): Promise<unknown[]> {
  return db.query(sql`
    SELECT 1 FROM trial_claims t
    JOIN unnest(${claims.map(({ kind }) => kind)}::text[], ${claims.map(({ hash }) => hash)}::bytea[]) AS c (kind, hash)
      USING (kind, hash)
    WHERE t.account_id <> ${accountId}`)
}
