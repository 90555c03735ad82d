import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { basePath, mcpPath } from '../base/api-paths.ts'
import { problems } from '../base/problems.ts'

type Options = {
  publicUrl: string
  /** The origins whose pages may call; null: any. */
  corsOrigins: readonly string[] | null
}

/** The paths that take a Bearer token or no credential. None of them reads a cookie that another origin's page could send. */
const takesTokens = [
  new RegExp(`^${basePath}(/|$)`),
  new RegExp(`^${mcpPath}/?$`),
  /^\/auth\/(oauth2\/(token|revoke|introspect|register)|jwks)\/?$/,
  /^\/\.well-known\/(oauth-|openid-configuration\/?$)/,
  /^\/openapi\.json$/,
]
const isApi = (path: string): boolean => takesTokens.slice(0, 2).some((pattern) => pattern.test(path))

/** Headers of ours that a page of another origin may read. */
const exposed = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Original-Request-Id',
  'WWW-Authenticate',
  'ETag',
  'Content-Disposition',
  'Deprecation',
  'Sunset',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
].join(', ')

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d+){3}$|^\[::1\]$/.test(hostname)

const hostnameOf = (host: string): string => {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.split('?')[0]!

/** The headers with which a page of another origin may read an answer; none where it may not, or where no page asks. */
export type HeadersForOrigins = (request: IncomingMessage) => Record<string, string>

export const headersForOrigins =
  (corsOrigins: Options['corsOrigins']): HeadersForOrigins =>
  (request) => {
    const { origin } = request.headers
    if (origin === undefined || !takesTokens.some((pattern) => pattern.test(pathOf(request)))) return {}
    if (corsOrigins && !corsOrigins.includes(origin)) return {}
    return {
      'Access-Control-Allow-Origin': corsOrigins ? origin : '*',
      ...(corsOrigins && { Vary: 'Origin' }),
      'Access-Control-Expose-Headers': exposed,
    }
  }

/**
 * Pages of other origins may call whatever takes a Bearer token (HTTP-15), never with cookies: no answer allows credentials.
 * Requests under a foreign host name are refused (HTTP-16), because a page could pose as the same origin that way.
 */
export function serveOtherOrigins(server: FastifyInstance, { publicUrl, corsOrigins }: Options): void {
  const ownHostname = new URL(publicUrl).hostname
  const headersFor = headersForOrigins(corsOrigins)

  server.addHook('onRequest', (request, reply, done) => {
    const { origin, host = '' } = request.headers
    if (origin === undefined) return done()
    const hostname = hostnameOf(host)
    const isOwnHost = hostname === ownHostname || isLoopback(hostname)
    if (isApi(pathOf(request.raw)) && !isOwnHost) return done(problems.hostNotAllowed())
    const headers = headersFor(request.raw)
    if (!headers['Access-Control-Allow-Origin']) return done()
    reply.headers(headers)
    const asked = request.headers['access-control-request-headers']
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return done()
    reply
      .status(204)
      .header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      .header('Access-Control-Max-Age', '86400')
    // Any request header is allowed: no header has an effect of its own here.
    if (typeof asked === 'string') reply.header('Access-Control-Allow-Headers', asked)
    reply.send()
  })
}
