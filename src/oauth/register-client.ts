import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { givenName } from '../base/schema.ts'
import { isScope, type Scope, scopesOpenTo } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { createOAuthClient, redirectUriFault } from './clients.ts'

/** How many clients may register themselves before the operator has to look after them. */
const selfRegisteredMax = 10_000

/** The parts of RFC 7591, 2 that decide something here. Others are ignored, as it demands. */
const clientMetadata = Type.Object({
  redirect_uris: Type.Array(Type.String({ maxLength: 2_000 }), { minItems: 1, maxItems: 10 }),
  client_name: Type.Optional(givenName()),
  client_uri: Type.Optional(Type.String({ maxLength: 2_000 })),
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
  token_endpoint_auth_method: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('client_secret_basic'), Type.Literal('client_secret_post')]),
  ),
  grant_types: Type.Optional(Type.Array(Type.String())),
  response_types: Type.Optional(Type.Array(Type.String())),
})
type ClientMetadata = Static<typeof clientMetadata>

export class RegistrationRefused extends Error {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(error: RegistrationRefused['error'], description: string) {
    super(description)
    this.error = error
  }
}

export async function readClientMetadata(document: unknown): Promise<ClientMetadata> {
  // Loaded when the first client asks: its 300 modules would take a tenth of every start.
  const { Value } = await import('typebox/value')
  if (!Value.Check(clientMetadata, document)) {
    const [fault] = Value.Errors(clientMetadata, document)
    const place = fault?.instancePath.slice(1).replaceAll('/', '.') || 'The metadata'
    throw new RegistrationRefused('invalid_client_metadata', `${place} ${fault?.message ?? 'is not valid'}`)
  }
  for (const uri of document.redirect_uris) {
    const fault = redirectUriFault(uri)
    if (fault) throw new RegistrationRefused('invalid_redirect_uri', fault)
  }
  const grants = document.grant_types ?? ['authorization_code']
  if (!grants.includes('authorization_code') || document.response_types?.some((type) => type !== 'code')) {
    throw new RegistrationRefused('invalid_client_metadata', 'Only the authorization code flow is offered here.')
  }
  if (document.client_uri !== undefined && !/^https:\/\//.test(document.client_uri)) {
    throw new RegistrationRefused('invalid_client_metadata', 'client_uri must be an https address.')
  }
  return document
}

/** The requested scopes that exist; without `scope`, those that clients get unasked. */
export function scopesAskedBy({ scope }: ClientMetadata): Scope[] {
  const asked = (scope ?? '').split(' ').filter(isScope)
  return asked.length > 0 ? asked : scopesOpenTo('clients')
}

/** RFC 7591: a client that registers itself. The reply is what it was registered with. */
export async function registerClient(db: Db, clock: Clock, document: unknown): Promise<object> {
  const metadata = await readClientMetadata(document)
  const [known] = await db.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM oauth_clients WHERE origin = 'registration'`,
  )
  if (known!.count >= selfRegisteredMax) {
    throw new RegistrationRefused('invalid_client_metadata', 'Too many clients are registered. Ask the operator.')
  }
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic'
  const scopes = scopesAskedBy(metadata)
  const { clientId, clientSecret } = await createOAuthClient(db, clock, {
    name: metadata.client_name ?? hostOf(metadata.redirect_uris[0]!),
    redirectUris: metadata.redirect_uris,
    scopes,
    isPublic: method === 'none',
    uri: metadata.client_uri ?? null,
    origin: 'registration',
  })
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(clock.now().getTime() / 1_000),
    ...(clientSecret !== null && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    client_name: metadata.client_name,
    client_uri: metadata.client_uri,
    redirect_uris: metadata.redirect_uris,
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: [...scopes, 'offline_access'].join(' '),
  }
}

const hostOf = (uri: string): string => {
  const { hostname } = new URL(uri)
  return hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) ? 'A program on this computer' : hostname
}
