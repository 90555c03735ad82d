import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { RegistrationRefused, readClientMetadata, scopesAskedBy } from './register-client.ts'

/** A client whose id is the address of the document that describes it (client id metadata documents). */
export function isDocumentAddress(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > 1_000 || !URL.canParse(clientId)) return false
  const { pathname, hash, username, password, href } = new URL(clientId)
  return pathname !== '/' && hash === '' && username === '' && password === '' && href === clientId
}

/** Reads under way at once, in one thread of a node. */
const atOnceMax = 4
/** Documents that are kept. Past that, those that were read longest ago and that nobody granted anything are forgotten. */
export const keptMax = 10_000
/** A document that can't be read is not asked for again for this long. */
export const failureMs = 10 * 60_000
const failuresMax = 1_000
const asked = {
  method: 'GET',
  headers: { accept: 'application/json' },
  withinMs: 5_000,
  reply: { bytesMax: 32 * 1_024, ifLonger: 'refuse' },
} as const

type Options = {
  database: Db
  clock: Clock
  requests: OutgoingRequests
  /** Whether a connection of this row of `oauth_clients` has a credit limit, which would be deleted with the client. */
  isLimited: Sql
  /** Counts a read for the network that caused it. Null, or the seconds to wait. */
  count(network: string): Promise<number | null>
}

/** `reason` is about a document that could be read; for others it is not given. */
export type DocumentFault = { error: 'invalid_client'; reason?: string } | { error: 'busy'; waitSeconds: number }

export type ClientDocuments = {
  /** Reads the document of a client id that is an address, unless it was read within the hour. Null, or what is wrong. */
  look(clientId: string, network: string): Promise<DocumentFault | null>
}

export function createClientDocuments({ database, clock, requests, isLimited, count }: Options): ClientDocuments {
  const underway = new Map<string, Promise<DocumentFault | null>>()
  const failures = new Map<string, { fault: DocumentFault; until: number }>()

  function remember(place: string, fault: DocumentFault): DocumentFault {
    failures.delete(place)
    failures.set(place, { fault, until: Date.now() + failureMs })
    for (const oldest of failures.keys()) {
      if (failures.size <= failuresMax) break
      failures.delete(oldest)
    }
    return fault
  }

  function failureAt(...places: string[]): DocumentFault | undefined {
    const found = places.map((place) => failures.get(place)).find((one) => one && one.until > Date.now())
    return found?.fault
  }

  async function read(clientId: string): Promise<DocumentFault | null> {
    const reply = await requests.send(clientId, asked).catch(() => null)
    // A host that can't be reached is not asked for another document either.
    if (!reply) return remember(new URL(clientId).host, { error: 'invalid_client' })
    const document = reply.status === 200 ? parse(reply.body) : undefined
    if (document === undefined) return remember(clientId, { error: 'invalid_client' })
    const invalid = (reason: string) => remember(clientId, { error: 'invalid_client', reason })
    if (document?.client_id !== clientId) return invalid('The document does not name itself as client_id.')
    try {
      await keepClient({ database, clock, isLimited }, clientId, document)
      return null
    } catch (error) {
      if (error instanceof RegistrationRefused) return invalid(error.message)
      throw error
    }
  }

  /** At most one read of an address at a time, few at all, and each counted before it begins. */
  async function readIfAllowed(clientId: string, network: string): Promise<DocumentFault | null> {
    const failed = failureAt(clientId, new URL(clientId).host)
    if (failed) return failed
    const wait = underway.has(clientId) ? null : await count(network)
    if (wait !== null) return { error: 'busy', waitSeconds: wait }
    const same = underway.get(clientId)
    if (same) return same
    if (underway.size >= atOnceMax) return { error: 'busy', waitSeconds: 5 }
    const reading = read(clientId).finally(() => underway.delete(clientId))
    underway.set(clientId, reading)
    return reading
  }

  return {
    async look(clientId, network) {
      if (!isDocumentAddress(clientId)) return null
      const [known] = await database.query<{ isCurrent: boolean }>(sql`
        SELECT disabled OR updated_at > ${clock.sql} - interval '1 hour' AS "isCurrent" FROM oauth_clients
        WHERE client_id = ${clientId} AND (disabled OR updated_at > ${clock.sql} - interval '1 day')`)
      if (known?.isCurrent) return null
      const fault = await readIfAllowed(clientId, network)
      // Strangers who keep us busy, and a host that is down for a while, don't shut out a client that is known.
      return known && !isAboutDocument(fault) ? null : fault
    },
  }
}

const isAboutDocument = (fault: DocumentFault | null): boolean => fault !== null && 'reason' in fault

function parse(body: Buffer): { client_id?: unknown } | null | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as { client_id?: unknown } | null
  } catch {
    return undefined
  }
}

async function keepClient(
  { database: db, clock, isLimited }: Pick<Options, 'database' | 'clock' | 'isLimited'>,
  clientId: string,
  document: object,
): Promise<void> {
  // Without a secret that only the two of us know, only PKCE protects it.
  const metadata = await readClientMetadata({ ...document, token_endpoint_auth_method: 'none' })
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
  await db.query(sql`
    DELETE FROM oauth_clients WHERE client_id IN (
      SELECT client_id FROM oauth_clients
      WHERE origin = 'document' AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = oauth_clients.client_id)
        AND NOT ${isLimited}
      ORDER BY updated_at
      LIMIT greatest(0, (SELECT count(*) FROM oauth_clients WHERE origin = 'document') - ${keptMax}))`)
}
