import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import type { Db } from '../db/database.ts'
import { clientAuthMethods } from '../oauth/clients.ts'
import { narrowScopes } from '../oauth/narrow-scopes.ts'
import { metadataPathOf, resourcesOf } from '../oauth/resources.ts'
import { problems } from '../problems.ts'
import { scopes } from '../scopes.ts'
import { type Auth, authPath } from '../sign-in/auth.ts'
import { createAuthBridge, queryOf, sendResponse } from '../sign-in/forward.ts'
import { serveConsentPage } from './consent-page.ts'
import { type SendPage, serveSignInPage } from './sign-in-page.ts'

/** Everything of better-auth that is reachable. What is not listed does not exist: it brings far more than we use. */
const endpoints: [HTTPMethods, string][] = [
  ['POST', '/sign-up/email'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-out'],
  ['GET', '/get-session'],
  ['POST', '/send-verification-email'],
  ['POST', '/request-password-reset'],
  ['GET', '/reset-password/:token'],
  ['POST', '/reset-password'],
  ['POST', '/change-password'],
  ['GET', '/list-sessions'],
  ['POST', '/revoke-session'],
  ['POST', '/revoke-other-sessions'],
  ['POST', '/two-factor/enable'],
  ['POST', '/two-factor/disable'],
  ['POST', '/two-factor/verify-totp'],
  ['POST', '/two-factor/verify-backup-code'],
  ['POST', '/two-factor/generate-backup-codes'],
  ['POST', '/oauth2/token'],
  ['POST', '/oauth2/revoke'],
  ['GET', '/jwks'],
]

type SignInOptions = { auth: Auth; database: Db; publicUrl: string; sendWebPage?: SendPage | undefined }

/** Sign-in, OAuth and their metadata. A plugin of its own, because forms and tokens arrive as raw bodies here. */
export function serveSignIn(server: FastifyInstance, { auth, database, publicUrl, sendWebPage }: SignInOptions): void {
  const bridge = createAuthBridge(auth, publicUrl)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('preHandler', async (request) => refuseNul(request))
    for (const [method, path] of endpoints) {
      scope.route({
        method,
        url: authPath + path,
        handler: async (request, reply) => sendResponse(reply, await bridge.forward(request)),
      })
    }
    scope.get(`${authPath}/oauth2/authorize`, async (request, reply) =>
      sendResponse(reply, await bridge.forward(request, await narrowScopes(database, queryOf(request)))),
    )
    serveSignInPage(scope, { bridge, publicUrl, sendWebPage })
    serveConsentPage(scope, { bridge, database, auth, publicUrl })
  })
  serveMetadata(server, publicUrl)
}

/** The database stores no NUL, however it is spelt: in an address or a form, or in JSON. */
function refuseNul({ url, body, headers }: FastifyRequest): void {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const inBody = isForm ? /%00|\0/ : /(?<!\\)(?:\\\\)*\\u0000|\0/
  if (url.includes('%00') || (body instanceof Buffer && inBody.test(body.toString('latin1')))) {
    throw problems.invalidRequest(undefined, 'The request holds a NUL character.')
  }
}

/** For a client that knows only an address: RFC 9728 says whom to ask for a token, RFC 8414 how to ask. */
function serveMetadata(server: FastifyInstance, publicUrl: string): void {
  function publish(path: string, document: object): void {
    server.get(path, async (_request, reply) => {
      reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', 'public, max-age=300')
      return document
    })
  }
  const resources = resourcesOf(publicUrl)
  for (const face of ['api', 'mcp'] as const) {
    publish(metadataPathOf(face), {
      resource: resources[face],
      authorization_servers: [publicUrl],
      scopes_supported: face === 'mcp' ? scopes.filter((scope) => scope !== 'billing:manage') : scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Prospector',
      resource_documentation: `${publicUrl}/docs`,
    })
  }
  // Written by hand, because better-auth would advertise all that it can do, and not only what is reachable here.
  publish('/.well-known/oauth-authorization-server', {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${authPath}/oauth2/authorize`,
    token_endpoint: `${publicUrl}${authPath}/oauth2/token`,
    revocation_endpoint: `${publicUrl}${authPath}/oauth2/revoke`,
    jwks_uri: `${publicUrl}${authPath}/jwks`,
    scopes_supported: [...scopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs`,
  })
}
