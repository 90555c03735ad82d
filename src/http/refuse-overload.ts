import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { newRequestId } from '../ids.ts'
import { problems } from '../problems.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { createRetryTimes } from './retry-times.ts'

export type Refusals = {
  limit: ConcurrencyLimit
  /** How many requests were refused so far. */
  count(): number
  /** A credential's account, once it is known: all credentials of an account share its part. */
  learn(request: IncomingMessage, accountId: string): void
}

type Options = { docsUrl: string; headers: Record<string, string>; onRefused(count: number): void }

/** Not for as long as the refusal names: behind a proxy the next request of a connection may be another caller's. */
const notReadForMs = 1_000
const knownCallersMax = 10_000
const always = new Set(['/healthz', '/readyz'])

/**
 * Runs before all other work on a request. Requests beyond what the node can answer in time are refused here, with
 * almost no work, and the connection is not read again for a second: a client that keeps sending
 * waits and takes nothing from the others.
 */
export function refuseOverload(server: Server, { docsUrl, headers, onRefused }: Options): Refusals {
  const limit = createConcurrencyLimit()
  const accounts = new Map<string, string>()
  const retryTimes = createRetryTimes()
  const serve = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  let refused = 0
  let refusedBefore = 0

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    refused += 1
    const requestId = newRequestId()
    const retryAfterSeconds = retryTimes.next()
    const body = JSON.stringify(problems.serviceUnavailable(retryAfterSeconds).toBody(requestId, docsUrl))
    const { socket } = request
    response.writeHead(503, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Retry-After': retryAfterSeconds,
      'X-Request-Id': requestId,
    })
    response.end(body)
    response.once('close', () => {
      socket.pause()
      setTimeout(() => socket.resume(), notReadForMs).unref()
    })
  }

  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!always.has(request.url ?? '')) {
      const credential = credentialOf(request)
      const entry = limit.enter(accounts.get(credential) ?? credential)
      if (!entry) return refuse(request, response)
      const startedAt = performance.now()
      response.once('close', () => entry.leave(performance.now() - startedAt))
    }
    for (const listener of serve) listener.call(server, request, response)
  })

  const telling = setInterval(() => {
    if (refused > refusedBefore) onRefused(refused - refusedBefore)
    refusedBefore = refused
  }, 5_000)
  telling.unref()
  server.once('close', () => clearInterval(telling))

  return {
    limit,
    count: () => refused,
    learn(request, accountId) {
      if (accounts.size >= knownCallersMax) accounts.clear()
      accounts.set(credentialOf(request), accountId)
    },
  }
}

const credentialOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? ''
