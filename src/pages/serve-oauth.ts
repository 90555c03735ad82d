import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import { networkOf } from '../base/network-of.ts'
import { scopes, scopesOpenTo } from '../base/scopes.ts'
import { isLimitedClient } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { isClient, readClientCredentials } from '../oauth/authenticate-client.ts'
import { toAuthorizationRequest } from '../oauth/authorization-request.ts'
import { type ClientDocuments, createClientDocuments, type DocumentFault } from '../oauth/client-documents.ts'
import { clientAuthMethods, findOAuthClient } from '../oauth/clients.ts'
import { RegistrationRefused, registerClient } from '../oauth/register-client.ts'
import { metadataPathOf, resourcesOf } from '../oauth/resources.ts'
import { introspectToken, revokeToken } from '../oauth/revocation.ts'
import { issueTokens, type TokenRequest } from '../oauth/token-endpoint.ts'
import type { TokenVerifier } from '../oauth/token-verifier.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { authPath } from '../sign-in/auth-options.ts'
import { type AuthBridge, queryOf, sendResponse } from '../sign-in/forward.ts'
import { readAuthorization } from '../sign-in/verifications.ts'
import { sendProblem } from './sign-in-page.ts'

export type OAuthOptions = {
  database: Db
  clock: Clock
  publicUrl: string
  tokens: TokenVerifier
  /** Whether clients may register themselves. */
  isOpen: boolean
  /** How documents that describe clients are read. */
  requests: OutgoingRequests
}

/** The endpoints that clients call, as their standards describe them. Registered where bodies arrive raw. */
export function serveOAuth(server: FastifyInstance, bridge: AuthBridge, options: OAuthOptions): void {
  const { database, clock, publicUrl, tokens, isOpen, requests } = options
  const count = (network: string) => countAttempt(database, 'client document', network)
  const documents: ClientDocuments | null = isOpen
    ? createClientDocuments({ database, clock, requests, isLimited: isLimitedClient, count })
    : null

  server.get(`${authPath}/oauth2/authorize`, async (request, reply) => {
    const asSent = queryOf(request)
    const clientId = new URLSearchParams(asSent).get('client_id') ?? ''
    const documentFault = await documents?.look(clientId, networkOf(request.ip))
    if (documentFault) return refuseDocument(reply, documentFault)
    const query = await toAuthorizationRequest(database, publicUrl, asSent)
    const answer = await bridge.forward(request, query)
    const fault = await faultForStranger(answer, clientId)
    return fault ? sendProblem(reply, fault) : sendResponse(reply, answer)
  })

  /**
   * Errors go to the address of a client only if the operator knows it. Anybody can register one, and a link of ours that
   * leads to theirs without a question would make us their open redirector (RFC 9700, 4.11.2).
   */
  async function faultForStranger(answer: Response, clientId: string): Promise<string | null> {
    const { origin, searchParams, hash } = new URL(answer.headers.get('location') ?? '', publicUrl)
    const error = searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')
    if (error === null || origin === new URL(publicUrl).origin) return null
    return (await findOAuthClient(database, clientId))?.origin === 'operator' ? null : error
  }

  server.post(`${authPath}/oauth2/token`, async (request, reply) => {
    const asked = { authorization: request.headers.authorization, form: readParameters(request) }
    const asking = {
      forward: (sent: TokenRequest) => bridge.askAsClient(request, sent),
      readAuthorization: (code: string) => readAuthorization(database, code),
    }
    return sendResponse(reply, await issueTokens(database, asked, asking))
  })

  /** RFC 6749, 2.3: only the authenticated client may introspect or revoke its tokens. */
  async function clientOf(request: FastifyRequest, form: URLSearchParams): Promise<string | null> {
    const credentials = readClientCredentials(request.headers.authorization, form)
    return (await isClient(database, credentials)) ? credentials.clientId : null
  }

  server.post(`${authPath}/oauth2/revoke`, async (request, reply) => {
    const form = readParameters(request)
    const clientId = await clientOf(request, form)
    if (clientId === null) return refuseClient(reply)
    if (!form.get('token')) return refuse(reply, 400, 'invalid_request', 'token is missing')
    await revokeToken(database, tokens, clientId, form.get('token')!)
    return reply.header('Cache-Control', 'no-store').send({})
  })

  server.post(`${authPath}/oauth2/introspect`, async (request, reply) => {
    const form = readParameters(request)
    const { clientSecret } = readClientCredentials(request.headers.authorization, form)
    const clientId = await clientOf(request, form)
    if (clientId === null || clientSecret === null) return refuseClient(reply)
    if (!form.get('token')) return refuse(reply, 400, 'invalid_request', 'token is missing')
    const said = await introspectToken(database, tokens, clientId, form.get('token')!)
    return reply.header('Cache-Control', 'no-store').send(said)
  })

  if (isOpen) {
    server.post(`${authPath}/oauth2/register`, async (request, reply) => {
      const wait = await countAttempt(database, 'registration', networkOf(request.ip))
      if (wait !== null) {
        reply.header('Retry-After', String(wait))
        return refuse(reply, 429, 'temporarily_unavailable', 'Too many registrations from this address.')
      }
      try {
        const document = JSON.parse(bodyOf(request)) as unknown
        return reply
          .status(201)
          .header('Cache-Control', 'no-store')
          .send(await registerClient(database, clock, document))
      } catch (error) {
        if (error instanceof RegistrationRefused) return refuse(reply, 400, error.error, error.message)
        if (error instanceof SyntaxError) return refuse(reply, 400, 'invalid_client_metadata', 'The body is not JSON.')
        throw error
      }
    })
  }
}

/** The page says no more than the kind of fault. The reason, for developers of the client, is about a document they published. */
function refuseDocument(reply: FastifyReply, fault: DocumentFault): FastifyReply {
  if (fault.error === 'busy') {
    return sendProblem(reply.header('Retry-After', String(fault.waitSeconds)), 'temporarily_unavailable', 429)
  }
  const query = new URLSearchParams({ error: fault.error, ...(fault.reason && { reason: fault.reason }) })
  return reply.redirect(`/sign-in/problem?${query}`, 303)
}

const bodyOf = (request: FastifyRequest): string =>
  request.body instanceof Buffer ? request.body.toString('utf8') : ''

/** Forms, as the standards say; JSON too, which many send. */
function readParameters(request: FastifyRequest): URLSearchParams {
  const text = bodyOf(request)
  if (!request.headers['content-type']?.startsWith('application/json')) return new URLSearchParams(text)
  try {
    const given = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return new URLSearchParams(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return new URLSearchParams()
  }
}

const refuse = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  reply.status(status).header('Cache-Control', 'no-store').send({ error, error_description: description })

const refuseClient = (reply: FastifyReply): FastifyReply =>
  refuse(
    reply.header('WWW-Authenticate', 'Basic'),
    401,
    'invalid_client',
    'The client is not known, or its secret is wrong.',
  )

/** For a client that knows only an address: RFC 9728 says whom to ask for a token, RFC 8414 how to ask. */
export function serveMetadata(server: FastifyInstance, { publicUrl, isOpen }: OAuthOptions): void {
  function publish(path: string, document: object): void {
    server.get(path, async (_request, reply) => {
      reply.header('Cache-Control', 'public, max-age=300')
      return document
    })
  }
  const resources = resourcesOf(publicUrl)
  for (const resource of ['api', 'mcp'] as const) {
    const offered = resource === 'mcp' ? scopesOpenTo('agents') : scopes
    publish(metadataPathOf(resource), {
      resource: resources[resource],
      authorization_servers: [publicUrl],
      scopes_supported: [...offered, 'offline_access'],
      bearer_methods_supported: ['header'],
      resource_name: 'Prospector',
      resource_documentation: `${publicUrl}/docs`,
    })
  }
  // Written by hand, because better-auth would advertise all that it can do, and not only what is reachable here.
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${authPath}/oauth2/authorize`,
    token_endpoint: `${publicUrl}${authPath}/oauth2/token`,
    revocation_endpoint: `${publicUrl}${authPath}/oauth2/revoke`,
    introspection_endpoint: `${publicUrl}${authPath}/oauth2/introspect`,
    ...(isOpen && {
      registration_endpoint: `${publicUrl}${authPath}/oauth2/register`,
      client_id_metadata_document_supported: true,
    }),
    jwks_uri: `${publicUrl}${authPath}/jwks`,
    scopes_supported: [...scopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => method !== 'none'),
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs`,
  }
  publish('/.well-known/oauth-authorization-server', metadata)
  // Clients that try OpenID discovery first read the same members of it (RFC 8414, 5).
  publish('/.well-known/openid-configuration', metadata)
}
