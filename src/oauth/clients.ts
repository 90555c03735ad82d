import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import type { Scope } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Approved integrations, registered by the operator: `prospector oauth-client`. */
type ClientDraft = {
  name: string
  redirectUris: string[]
  scopes: Scope[]
  /** Runs where it can keep no secret (a desktop program, a browser): only PKCE protects it. */
  isPublic: boolean
  /** Asked of a client with a secret as well. Public clients and those that registered themselves always need PKCE. */
  requiresPkce?: boolean
  uri?: string | null
  origin?: ClientOrigin
}

/**
 * How a client came to be trusted: approved by the operator, or registered by itself (RFC 7591, or a document at its own
 * address).
 */
export type ClientOrigin = 'operator' | 'registration' | 'document'

/** As they are stored. One with a secret may show it either way: token-endpoint.ts makes one of the two. */
const authMethods = { confidential: 'client_secret_basic', public: 'none' } as const
export const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const

type CreatedClient = { clientId: string; clientSecret: string | null }

/** Only this is stored; a random secret needs no slow hash. */
export const hashClientSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export async function createOAuthClient(db: Db, clock: Clock, draft: ClientDraft): Promise<CreatedClient> {
  const clientId = `client_${randomBase62(24)}`
  const clientSecret = draft.isPublic ? null : `pcs_live_${randomBase62(40)}`
  const origin = draft.origin ?? 'operator'
  const requiresPkce = draft.isPublic || origin !== 'operator' || (draft.requiresPkce ?? false)
  const json = (value: unknown) => JSON.stringify(value)
  await db.query(sql`
    INSERT INTO oauth_clients (id, client_id, client_secret, name, uri, scopes, redirect_uris, grant_types, response_types,
      token_endpoint_auth_method, application_type, require_pkce, skip_consent, origin, created_at, updated_at)
    VALUES (${`oac_${randomBase62(20)}`}, ${clientId}, ${clientSecret && hashClientSecret(clientSecret)}, ${draft.name},
      ${draft.uri}, ${json([...draft.scopes, 'offline_access'])}, ${json(draft.redirectUris)},
      ${json(['authorization_code', 'refresh_token'])}, ${json(['code'])},
      ${authMethods[draft.isPublic ? 'public' : 'confidential']}, ${draft.isPublic ? 'native' : 'web'}, ${requiresPkce}, false,
      ${origin}, ${clock.sql}, ${clock.sql})`)
  return { clientId, clientSecret }
}

export type OAuthClient = {
  clientId: string
  name: string
  uri: string | null
  redirectUris: string[]
  scopes: string[]
  isPublic: boolean
  requiresPkce: boolean
  createdAt: Date
  revoked: boolean
  origin: ClientOrigin
}

const clientColumns = sql`client_id AS "clientId", name, uri, redirect_uris AS "redirectUris", scopes,
  token_endpoint_auth_method = ${authMethods.public} AS "isPublic",
  require_pkce IS NOT FALSE AS "requiresPkce", created_at AS "createdAt", disabled AS revoked, origin`

export function listOAuthClients(db: Db): Promise<OAuthClient[]> {
  return db.query<OAuthClient>(sql`SELECT ${clientColumns} FROM oauth_clients ORDER BY created_at, client_id`)
}

export async function findOAuthClient(db: Db, clientId: string): Promise<OAuthClient | null> {
  const [client] = await db.query<OAuthClient>(
    sql`SELECT ${clientColumns} FROM oauth_clients WHERE client_id = ${clientId}`,
  )
  return client ?? null
}

/** Ends every connection of this client. False: there is no such client. */
export function revokeOAuthClient(db: Db, clock: Clock, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [client] = await tx.query(sql`
      UPDATE oauth_clients SET disabled = true, updated_at = ${clock.sql} WHERE client_id = ${clientId} RETURNING id`)
    await tx.query(sql`DELETE FROM oauth_refresh_tokens WHERE client_id = ${clientId}`)
    return client !== undefined
  })
}

/** Null, or why an address can't be registered: it is matched exactly, so it has to be exact. */
export function redirectUriFault(uri: string): string | null {
  if (!URL.canParse(uri)) return `${uri} is not an absolute address.`
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.includes('#')) return `${uri} must not have a fragment.`
  if (username !== '' || password !== '') return `${uri} must not hold a user name.`
  if (uri.includes('*')) return `${uri} must not hold a wildcard: addresses are matched exactly.`
  if (protocol === 'https:') return null
  if (protocol === 'http:') {
    return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? null : `${uri} must be https.`
  }
  // RFC 8252: a scheme of one's own is a domain read backwards, so that no two programs share it.
  return protocol.includes('.')
    ? null
    : `${uri} must be https, a loopback address or a scheme such as com.example.app:/done.`
}
