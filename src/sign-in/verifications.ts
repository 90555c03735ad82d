import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { hashIssued } from '../oauth/issued.ts'
import type { Authorization } from '../oauth/token-endpoint.ts'

/** How long the links of confirmations and resets work. */
export const linkSeconds = 60 * 60

/**
 * Ends what a person has open from before their password or email changed: links that set another password, sign-ins that
 * wait for the second factor, devices that skip it. better-auth keeps them under hashes, with the person as the value.
 */
export async function endOpenProofs(db: Db, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM verifications WHERE value = ${userId}`)
}

/** What an authorization code was asked for with: OAuth 2.1 no longer has clients repeat the redirect address. */
export async function readAuthorization(db: Db, code: string): Promise<Authorization | null> {
  const [found] = await db.query<{ value: string }>(
    sql`SELECT value FROM verifications WHERE identifier = ${hashIssued(hashIssued(code))}`,
  )
  if (!found) return null
  const { query } = JSON.parse(found.value) as { query?: { redirect_uri?: string; code_challenge?: string } }
  return { redirectUri: query?.redirect_uri ?? null, codeChallenge: query?.code_challenge ?? null }
}

/** Authorization codes that were issued for a connection and not redeemed yet. */
export async function endAuthorizationCodes(
  tx: Db,
  { clientId, userId, accountId }: { clientId: string; userId: string; accountId: string },
): Promise<void> {
  const grant = JSON.stringify({ userId, referenceId: accountId, query: { client_id: clientId } })
  await tx.query(sql`
    DELETE FROM verifications
    WHERE CASE WHEN value LIKE '{"type":"authorization_code"%' THEN value::jsonb @> ${grant}::jsonb END`)
}
