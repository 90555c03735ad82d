import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from './auth.ts'
import { authPath } from './auth-options.ts'
import { clientAddressHeader } from './client-address.ts'
import { isFromOwnPages } from './own-pages.ts'

/** The bridge between Fastify and better-auth, which speaks in web requests and responses. */
export type AuthBridge = {
  /** The request to the endpoint that its route stands for; `query` when it had to be changed. */
  forward(request: FastifyRequest, query?: string): Promise<Response>
  /** Another endpoint on behalf of the same browser, as our own page would call it. */
  ask(request: FastifyRequest, method: 'GET' | 'POST', path: string, body?: object): Promise<Response>
  /** The token endpoint, for a program: whatever browser it runs in, neither cookie nor origin says anything here. */
  askAsClient(
    request: FastifyRequest,
    sent: { authorization: string | undefined; form: URLSearchParams },
  ): Promise<Response>
}

const passedOn = ['accept', 'authorization', 'content-type', 'cookie', 'origin', 'referer', 'user-agent', 'dpop']

export function createAuthBridge(auth: Auth, publicUrl: string): AuthBridge {
  const ownOrigin = new URL(publicUrl).origin

  function headersOf(request: FastifyRequest): Headers {
    const headers = new Headers({ [clientAddressHeader]: request.ip })
    for (const name of passedOn) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    // One rule for what is ours, here and at the API: better-auth then compares Origin with PUBLIC_URL.
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] !== undefined) {
      const isOurs = isFromOwnPages(request.method, request.headers, ownOrigin)
      headers.set('origin', isOurs ? ownOrigin : 'null')
    }
    return headers
  }

  return {
    forward(request, query = queryOf(request)) {
      const hasBody = request.body instanceof Buffer && request.body.length > 0
      return auth.handler(
        new Request(`${publicUrl}${endpointOf(request)}?${query}`, {
          method: request.method === 'HEAD' ? 'GET' : request.method,
          headers: headersOf(request),
          ...(hasBody && { body: new Uint8Array(request.body as Buffer) }),
        }),
      )
    },
    ask(request, method, path, body) {
      const headers = headersOf(request)
      headers.set('origin', ownOrigin)
      headers.set('accept', 'application/json')
      headers.delete('content-type')
      if (body) headers.set('content-type', 'application/json')
      return auth.handler(
        new Request(publicUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
      )
    },
    askAsClient(request, { authorization, form }) {
      const headers = new Headers({ [clientAddressHeader]: request.ip, accept: 'application/json' })
      if (authorization !== undefined) headers.set('authorization', authorization)
      return auth.handler(new Request(`${publicUrl}${authPath}/oauth2/token`, { method: 'POST', headers, body: form }))
    },
  }
}

/**
 * The route's own path, never the caller's: parsing an address folds dots and backslashes, and would lead to endpoints
 * that are not served. A parameter that is not a token is replaced by one that can't exist.
 */
function endpointOf({ routeOptions, params }: FastifyRequest): string {
  const { token } = params as { token?: string }
  return routeOptions.url!.replace(':token', token && /^[\w-]{1,200}$/.test(token) ? token : 'none')
}

export const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')

export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status).header('Cache-Control', 'no-store')
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  passCookies(reply, response)
  if (response.status === 429) return sendTooMany(reply, response)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

/** better-auth says so in plain text and under a header of its own. In JSON it is both its kind of error and OAuth's. */
async function sendTooMany(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const seconds = response.headers.get('x-retry-after') ?? '60'
  const said = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  const message = said.message ?? 'Too many requests. Try again later.'
  return reply
    .header('Retry-After', seconds)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send({
      code: said.code ?? 'TOO_MANY_REQUESTS',
      message,
      error: 'temporarily_unavailable',
      error_description: message,
    })
}

export function passCookies(reply: FastifyReply, response: Response): void {
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('Set-Cookie', cookies)
}
