import type { Db } from '../db/database.ts'
import { findOAuthClient } from './clients.ts'

/**
 * A client that found us by the metadata asks for every scope it read there. What it was not registered for is left
 * out (RFC 6749, 3.3) instead of turning the whole request away; if nothing is left, the request stays as it was and is
 * refused. The token's reply says what was granted.
 */
export async function narrowScopes(db: Db, asSent: string): Promise<string> {
  const query = new URLSearchParams(asSent)
  const asked = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const client = asked.length > 0 ? await findOAuthClient(db, query.get('client_id') ?? '') : null
  if (!client) return asSent
  const granted = asked.filter((scope) => client.scopes.includes(scope))
  if (granted.length === 0 || granted.length === asked.length) return asSent
  query.set('scope', granted.join(' '))
  return query.toString()
}
