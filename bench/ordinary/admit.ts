import type pg from 'pg'
import { hashKey } from '../../src/keys/key-format.ts'

export type Caller = {
  keyId: string
  keyName: string
  accountId: string
  creditLimit: number | null
  rowsPerMonth: number
}

/** Fastify answers with the status. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The pool, or one connection of it within a transaction. */
export type Queries = Pick<pg.ClientBase, 'query'>

const accessStatuses = ['trialing', 'active', 'past_due']

/** Key, scope, plan, and the limits of the minute and the day: two statements. */
export async function admit(db: Queries, authorization: string | undefined, scope: string): Promise<Caller> {
  const apiKey = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!apiKey) throw new Refusal(401, 'Send an API key.')
  const { rows } = await db.query({
    name: 'find key',
    text: `
      SELECT k.key_id, k.name, k.scopes, k.credit_limit, a.account_id, a.status, a.search_rows_per_month,
        a.requests_per_minute, a.requests_per_day, coalesce(a.access_ends_at <= now(), false) AS is_over
      FROM ordinary.api_keys k JOIN ordinary.accounts a USING (account_id)
      WHERE k.secret_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    values: [hashKey(apiKey)],
  })
  const found = rows[0]
  if (!found) throw new Refusal(401, 'This key is not valid.')
  if (!found.scopes.includes(scope)) throw new Refusal(403, `This key lacks the scope ${scope}.`)
  if (found.is_over || !accessStatuses.includes(found.status)) throw new Refusal(402, 'This account has no plan.')
  const minute = Math.floor(Date.now() / 60_000)
  const day = Math.floor(Date.now() / 86_400_000)
  const { rowCount } = await db.query({
    name: 'count request',
    text: `
      UPDATE ordinary.request_counters SET
        minute = $2, minute_used = CASE WHEN minute = $2 THEN minute_used + 1 ELSE 1 END,
        day = $3, day_used = CASE WHEN day = $3 THEN day_used + 1 ELSE 1 END
      WHERE account_id = $1 AND (minute <> $2 OR minute_used < $4) AND (day <> $3 OR day_used < $5)`,
    values: [found.account_id, minute, day, found.requests_per_minute, found.requests_per_day],
  })
  if (rowCount === 0) throw new Refusal(429, 'Too many requests.')
  return {
    keyId: found.key_id,
    keyName: found.name,
    accountId: found.account_id,
    creditLimit: found.credit_limit,
    rowsPerMonth: found.search_rows_per_month,
  }
}
