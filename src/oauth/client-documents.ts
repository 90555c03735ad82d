import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { readClientMetadata, scopesAskedBy } from './register-client.ts'

/** A client whose id is the address of the document that describes it (client id metadata documents). */
export function isDocumentAddress(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > 1_000 || !URL.canParse(clientId)) return false
  const { pathname, hash, username, password, href } = new URL(clientId)
  return pathname !== '/' && hash === '' && username === '' && password === '' && href === clientId
}

type Options = { database: Db; clock: Clock; fetchJson(address: string): Promise<unknown> }

export type ClientDocuments = {
  /** Reads the document of a client id that is an address, unless it was read within the hour. Null, or what is wrong. */
  look(clientId: string): Promise<string | null>
}

export function createClientDocuments({ database, clock, fetchJson }: Options): ClientDocuments {
  return {
    async look(clientId) {
      if (!isDocumentAddress(clientId)) return null
      const [known] = await database.query(sql`
        SELECT FROM oauth_clients
        WHERE client_id = ${clientId} AND (disabled OR updated_at > ${clock.sql} - interval '1 hour')`)
      if (known) return null
      try {
        const document = await fetchJson(clientId)
        if ((document as { client_id?: unknown } | null)?.client_id !== clientId) {
          return 'The document at the client’s address does not name itself as client_id.'
        }
        await keepClient(database, clock, clientId, document)
        return null
      } catch (error) {
        return `The document at the client’s address can’t be used: ${error instanceof Error ? error.message : error}.`
      }
    },
  }
}

async function keepClient(db: Db, clock: Clock, clientId: string, document: unknown): Promise<void> {
  // Without a secret that only the two of us know, only PKCE protects it.
  const metadata = readClientMetadata({ ...(document as object), token_endpoint_auth_method: 'none' })
  const scopes = JSON.stringify([...scopesAskedBy(metadata), 'offline_access'])
  const redirects = JSON.stringify(metadata.redirect_uris)
  const name = metadata.client_name ?? new URL(clientId).hostname
  const uri = metadata.client_uri ?? null
  await db.query(sql`
    INSERT INTO oauth_clients AS c (id, client_id, name, uri, scopes, redirect_uris, grant_types, response_types,
      token_endpoint_auth_method, application_type, require_pkce, skip_consent, origin, created_at, updated_at)
    VALUES (${`oac_${randomBase62(20)}`}, ${clientId}, ${name}, ${uri}, ${scopes}, ${redirects},
      '["authorization_code", "refresh_token"]', '["code"]', 'none', 'native', true, false, 'document', ${clock.sql},
      ${clock.sql})
    ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, uri = excluded.uri, scopes = excluded.scopes,
      redirect_uris = excluded.redirect_uris, updated_at = excluded.updated_at
    WHERE c.origin = 'document'`)
}
