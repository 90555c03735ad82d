import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { newRequestId } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { createFairQueue } from './fair-queue.ts'
import { healthPaths } from './health.ts'
import type { HeadersForOrigins } from './other-origins.ts'
import { createRetryTimes } from './retry-times.ts'

export type Refusals = {
  limit: ConcurrencyLimit
  /** How many requests were refused so far. */
  count(): number
  /** A credential's account, once it is known: all credentials of an account share its part. */
  learn(request: IncomingMessage, accountId: string): void
  /** Starts all requests that wait in the queue, and those that come later at once. */
  endQueue(): void
}

type Options = {
  docsUrl: string
  headers: Record<string, string>
  headersForOrigins: HeadersForOrigins
  onRefused(count: number): void
}

/** Not for as long as the refusal names: behind a proxy the next request of a connection may be another caller's. */
const notReadForMs = 1_000
const knownCallersMax = 10_000
/** The log says this often how many were refused. */
export const refusalsLoggedEverySeconds = 5

/**
 * Runs before all other work on a request. Requests beyond what the node can answer in time are refused here, with
 * almost no work, and the connection is not read again for a second: a client that keeps sending
 * waits and takes nothing from the others.
 */
export function refuseOverload(server: Server, { docsUrl, headers, headersForOrigins, onRefused }: Options): Refusals {
  const limit = createConcurrencyLimit()
  const accounts = new Map<string, string>()
  const retryTimes = createRetryTimes()
  const queue = createFairQueue()
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
      ...headersForOrigins(request),
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
    const start = () => {
      for (const listener of serve) listener.call(server, request, response)
    }
    if (healthPaths.has(request.url ?? '')) return start()
    const credential = credentialOf(request)
    const account = accounts.get(credential)
    const caller = account ?? credential
    const entry = limit.enter(caller)
    if (!entry) return refuse(request, response)
    const arrivedAt = performance.now()
    let leaveQueue: (() => void) | undefined
    let isAside = false
    const leave = (milliseconds: number | null) => {
      if (isAside) return
      isAside = true
      entry.leave(milliseconds)
      leaveQueue?.()
    }
    ;(request as TimedMessage)[arrival] = { arrivedAt, account, stepAside: () => leave(null) }
    response.on('close', () => leave(performance.now() - arrivedAt))
    // Behind one address there may be many people, who must not wait for each other.
    if (hasCredential(request)) leaveQueue = queue.take(caller, start)
    else start()
  })

  const telling = setInterval(() => {
    if (refused > refusedBefore) onRefused(refused - refusedBefore)
    refusedBefore = refused
  }, refusalsLoggedEverySeconds * 1_000)
  telling.unref()
  server.once('close', () => clearInterval(telling))

  return {
    limit,
    count: () => refused,
    learn(request, accountId) {
      if ((request as TimedMessage)[arrival]?.account === accountId) return
      if (accounts.size >= knownCallersMax) accounts.clear()
      accounts.set(credentialOf(request), accountId)
    },
    endQueue: queue.end,
  }
}

const arrival = Symbol('arrival')
type TimedMessage = IncomingMessage & {
  [arrival]?: { arrivedAt: number; account: string | undefined; stepAside(): void }
}

/** With the time for which it waited in the queue. Zero for a request that did not come through the server's port. */
export function millisecondsSinceArrival(request: TimedMessage): number {
  const arrivedAt = request[arrival]?.arrivedAt
  return arrivedAt === undefined ? 0 : performance.now() - arrivedAt
}

/** From now on the request is not among those that the node is busy with: it waits for something to happen. */
export const stepAside = (request: TimedMessage): void => request[arrival]?.stepAside()

const hasCredential = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || headers.cookie !== undefined

const credentialOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? ''
