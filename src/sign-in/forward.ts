import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Auth, clientAddressHeader } from './auth.ts'
import { isFromOwnPages } from './own-pages.ts'

/** The bridge between Fastify and better-auth, which speaks in web requests and responses. */
export type AuthBridge = {
  /** The request as it came; `url` when its address had to be changed. */
  forward(request: FastifyRequest, url?: string): Promise<Response>
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
    forward(request, url = request.url) {
      const hasBody = request.method !== 'GET' && request.body instanceof Buffer && request.body.length > 0
      // A proxy may send the whole address; whose name it is in does not matter here.
      const { pathname, search } = new URL(url, publicUrl)
      return auth.handler(
        new Request(publicUrl + pathname + search, {
          method: request.method,
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
