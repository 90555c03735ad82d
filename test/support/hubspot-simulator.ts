/**
 * HubSpot at the HTTP boundary, as its public reference describes it (CRM v3 objects and properties, v4 associations, account info and
 * token info): scopes, batches, multi-status replies, limits and errors. What a portal holds: `hubspot-portal.ts`.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HubspotEnds } from '../../src/hubspot/dispatch.ts'
import { requiredScopes } from '../../src/hubspot/properties.ts'
import { createOutgoingRequests } from '../../src/outgoing/outgoing-requests.ts'
import {
  type Answer,
  type AskedBody,
  createPortal,
  failure,
  type Kind,
  type Portal,
  readBatch,
  readPage,
  search,
  writeBatch,
} from './hubspot-portal.ts'

/** `cut`: the request is carried out, and its reply never arrives. */
type Fault = {
  status: number
  headers?: Record<string, string>
  body?: object
  path?: Pick<RegExp, 'test'>
  afterwards?: 'cut'
}

export type HubspotSimulator = {
  ends: HubspotEnds
  /** Every request to a portal, in order. */
  visitsOf(portal: Portal): { path: string; body: AskedBody }[]
  openPortal(draft?: Partial<Pick<Portal, 'token' | 'accountType' | 'scopes'>>): Portal
  /** The next request to a portal, or its next to such a path, is answered so. */
  failNext(portal: Portal, fault: Fault): void
  /** Requests to such a path of a portal wait until this is called. */
  hold(portal: Portal, path: RegExp): () => void
  stop(): Promise<void>
}

export async function startHubspot(): Promise<HubspotSimulator> {
  const portals = new Map<string, Portal>()
  const visits: { token: string; path: string; body: AskedBody }[] = []
  const faults: (Fault & { token: string })[] = []
  const holds: { token: string; path: RegExp; until: Promise<unknown> }[] = []

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname } = new URL(request.url!, 'http://x')
    const text = Buffer.concat(parts).toString()
    const body = (text === '' ? {} : JSON.parse(text)) as AskedBody
    const token = tokenOf(request)
    visits.push({ token, path: `${request.method} ${pathname}`, body })
    for (const held of holds) if (held.token === token && held.path.test(pathname)) await held.until
    const at = faults.findIndex((one) => one.token === token && (!one.path || one.path.test(pathname)))
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0]
    if (fault && fault.afterwards !== 'cut') return send(response, [fault.status, fault.body ?? {}], fault.headers)
    const answered = answer(portals, request, body)
    if (fault) response.destroy()
    else send(response, answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    ends: {
      requests: createOutgoingRequests({ allowsLoopback: true }),
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    visitsOf: ({ token }) => visits.filter((visit) => visit.token === token),
    openPortal: (draft = {}) => {
      const portal = createPortal({ scopes: requiredScopes, ...draft })
      portals.set(portal.token, portal)
      return portal
    },
    failNext: ({ token }, fault) => void faults.push({ ...fault, token }),
    hold: ({ token }, path) => {
      const { promise: until, resolve } = Promise.withResolvers<void>()
      const held = { token, path, until }
      holds.push(held)
      return () => {
        holds.splice(holds.indexOf(held), 1)
        resolve()
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const tokenOf = ({ headers }: IncomingMessage): string => String(headers.authorization).replace('Bearer ', '')

const crmPath = /^\/crm\/(v3|v4)\/(\w+)\/(contacts|companies)(?:\/([\w-]+))?(?:\/(.+))?$/

function answer(portals: ReadonlyMap<string, Portal>, request: IncomingMessage, body: AskedBody): Answer {
  const portal = portals.get(tokenOf(request))
  if (!portal || portal.isRevoked)
    return failure(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  const { pathname, searchParams } = new URL(request.url!, 'http://x')
  const { portalId, appId, scopes, accountType } = portal
  if (pathname === '/oauth/v2/private-apps/get/access-token-info') return [200, { hubId: portalId, appId, scopes }]
  if (pathname === '/account-info/v3/details') return [200, { portalId, accountType }]
  const [, version, area, kind, verb, detail] = crmPath.exec(pathname) ?? []
  if (!version) return failure(404, 'OBJECT_NOT_FOUND', 'No such path.')
  const isRead = request.method === 'GET' || verb === 'search' || detail === 'read'
  const isSchema = area === 'properties' && !isRead
  const needed = isSchema ? `crm.schemas.${kind}.write` : `crm.objects.${kind}.${isRead ? 'read' : 'write'}`
  if (!scopes.includes(needed)) {
    const context = { requiredGranularScopes: [needed] }
    const errors = [{ message: 'One or more of the following scopes are required.', context }]
    return [403, { status: 'error', category: 'MISSING_SCOPES', message: 'The app lacks scopes.', errors }]
  }
  if (version === 'v4') {
    const inputs = body.inputs as unknown as { from: { id: string }; to: { id: string } }[]
    for (const { from, to } of inputs) portal.associations.add(`${from.id} ${to.id}`)
    return [200, { status: 'COMPLETE', results: [] }]
  }
  if (area === 'properties') {
    const known = portal.properties[kind as Kind]
    if (isRead) return [200, { results: known }]
    known.push(...(body.inputs as unknown as typeof known))
    return [201, { results: body.inputs }]
  }
  if (verb === undefined) return readPage(portal, kind as Kind, searchParams)
  const isArchived = searchParams.get('archived') === 'true'
  return answerObjects(portal, kind as Kind, verb, detail, body, isArchived)
}

function answerObjects(
  portal: Portal,
  kind: Kind,
  verb: string,
  detail: string | undefined,
  body: AskedBody,
  isArchived: boolean,
): Answer {
  if (verb === 'search') return search(portal, kind, body)
  if (verb === 'gdpr-delete') {
    const isGone = [portal.contacts, portal.bin].some((records) => records.delete(body.objectId))
    return isGone ? [204, null] : failure(404, 'OBJECT_NOT_FOUND', 'No such contact.')
  }
  const most = (body.propertiesWithHistory ?? []).length > 0 ? 50 : 100
  if (body.inputs.length > most) return failure(400, 'VALIDATION_ERROR', `At most ${most} inputs.`)
  if (detail === 'archive') {
    for (const { id } of body.inputs) {
      const record = portal[kind].get(id)
      if (record) portal.bin.set(id, record)
      portal[kind].delete(id)
    }
    return [204, null]
  }
  return detail === 'read'
    ? readBatch(portal, kind, body, isArchived)
    : writeBatch(portal, kind, detail as 'create', body)
}

function send(response: ServerResponse, [status, body]: Answer, headers: Record<string, string> = {}): void {
  // No connection is used twice: a reply that is cut off is then a failure, and not sent again below.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
  response.end(body === null ? undefined : JSON.stringify(body))
}
