import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from './auth.ts'
import { clientAddressHeader } from './client-address.ts'
import { isFromOwnPages } from './own-pages.ts'

/** The bridge between Fastify and better-auth, which speaks in web requests and responses. */
export type AuthBridge = {
  /** The request to the endpoint that its route stands for; `query` when it had to be changed. */
  forward(request: FastifyRequest, query?: string): Promise<Response>
  /** Another endpoint on behalf of the same browser, as our own page would call it. */
  ask(request: FastifyRequest, method: 'GET' | 'POST', path: string, body?: object): Promise<Response>
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
  }
}

/**
 * The route's own path, never the caller's: parsing an address folds dots and backslashes, and would lead to endpoints
 * that are not served. A parameter that is no token is replaced by one that can't exist.
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
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

export function passCookies(reply: FastifyReply, response: Response): void {
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('Set-Cookie', cookies)
}
