import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { bodyBytesMax } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { Db } from '../db/database.ts'
import type { Auth } from '../sign-in/auth.ts'
import { authPath } from '../sign-in/auth-options.ts'
import { createAuthBridge, sendResponse } from '../sign-in/forward.ts'
import { serveConsentPage } from './consent-page.ts'
import { serveInvitation } from './serve-invitation.ts'
import { type OAuthOptions, serveMetadata, serveOAuth } from './serve-oauth.ts'
import { type SendPage, serveSignInPage } from './sign-in-page.ts'

/**
 * Everything of better-auth that is reachable. Endpoints that are not listed answer 404: better-auth has far more than we
 * use.
 */
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
  ['GET', '/jwks'],
]

type SignInOptions = {
  auth: Auth
  database: Db
  clock: Clock
  publicUrl: string
  oauth: OAuthOptions
  sendWebPage?: SendPage | undefined
}

/** Sign-in, OAuth and their metadata. A plugin of its own, because forms and tokens arrive as raw bodies here. */
export function serveSignIn(server: FastifyInstance, options: SignInOptions): void {
  const { auth, database, clock, publicUrl, oauth, sendWebPage } = options
  const bridge = createAuthBridge(auth, publicUrl)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
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
    serveInvitation(scope, { database, clock })
    serveOAuth(scope, bridge, oauth)
    serveSignInPage(scope, { bridge, publicUrl, sendWebPage })
    serveConsentPage(scope, { bridge, database, auth, publicUrl })
  })
  serveMetadata(server, oauth)
}

/** The database stores no NUL, however it is spelt: in an address or a form, or in JSON. */
function refuseNul({ url, body, headers }: FastifyRequest): void {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const inBody = isForm ? /%00|\0/ : /(?<!\\)(?:\\\\)*\\u0000|\0/
  if (url.includes('%00') || (body instanceof Buffer && inBody.test(body.toString('latin1')))) {
    throw problems.invalidRequest(undefined, 'The request holds a NUL character.')
  }
}
