import { timingSafeEqual } from 'node:crypto'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { hashClientSecret } from './clients.ts'

export type ClientCredentials = { clientId: string; clientSecret: string | null }

/** From the header (client_secret_basic) or the form (client_secret_post, none). */
export function readClientCredentials(authorization: string | undefined, form: URLSearchParams): ClientCredentials {
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') }
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { clientId: decode(text.slice(0, colon)), clientSecret: decode(text.slice(colon + 1)) }
}

/** As better-auth wants it, whichever way the client chose: all that have a secret are held to one way in there. */
export function toBasic({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
  const text = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

/** Whether they are those of a client that the operator has not withdrawn. One without a secret is known only by its id. */
export async function isClient(db: Db, { clientId, clientSecret }: ClientCredentials): Promise<boolean> {
  const [client] = await db.query<{ secret: string | null }>(
    sql`SELECT client_secret AS secret FROM oauth_clients WHERE client_id = ${clientId} AND NOT disabled`,
  )
  if (!client) return false
  if (client.secret === null) return clientSecret === null
  const [given, known] = [Buffer.from(hashClientSecret(clientSecret ?? '')), Buffer.from(client.secret)]
  return clientSecret !== null && given.length === known.length && timingSafeEqual(given, known)
}

/** RFC 6749, 2.3.1: form-encoded before it was put into the header. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
