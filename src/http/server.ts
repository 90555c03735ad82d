import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { addressBytesMax } from '../base/bounds.ts'
import { newRequestId } from '../base/ids.ts'
import { type Problem, problems } from '../base/problems.ts'
import type { AnsweredRequest } from '../metrics/traces.ts'
import { readJsonBodies } from './body.ts'
import { boundConnections, type ConnectionBounds } from './bound-connections.ts'
import { answerErrors, toProblem } from './errors.ts'
import { healthPaths } from './health.ts'
import { closeIdleConnections } from './idle-connections.ts'
import { createListener } from './listen.ts'
import { createMethodRefusal } from './methods.ts'
import { headersForOrigins, serveOtherOrigins } from './other-origins.ts'
import { millisecondsSinceArrival, type Refusals, refuseOverload } from './refuse-overload.ts'
import { createRequestLog } from './request-log.ts'
import { serializeBySchema } from './serialization.ts'
import { ambiguityOf, answerUnreadable, type Exchange } from './unreadable.ts'
import { validateStrictly } from './validation.ts'

export type HttpServer = {
  server: FastifyInstance
  /** As a node listens: under a flood, connections are accepted faster than with `server.listen`. */
  listen(address: { host: string; port: number }): Promise<void>
  /** When everything is served: a 405 with `Allow` for every other method on every path. */
  refuseOtherMethods(): void
  /** The concurrency limit, and how many requests were refused. */
  overload: Refusals
  isDraining(): boolean
  /** Every reply closes its connection and `/readyz` returns 503, but requests are served as before. */
  drain(): void
  /** New requests get 503; resolves when those under way have been answered and the port is closed. */
  stop(): Promise<void>
}

type HttpOptions = {
  log: Logger
  publicUrl: string
  trustedProxies?: readonly string[]
  /** The origins whose pages may call what takes tokens; null: any. */
  corsOrigins?: readonly string[] | null
  onAnswered?: ((answer: AnsweredRequest) => void) | undefined
  /** How long `stop` waits for clients that read their answers slowly, or never finish their requests. */
  patienceMs?: number
  bounds?: Partial<ConnectionBounds>
  /** How long a request may take to arrive. A body has 64 KiB at most, so this is generous. */
  requestWithinMs?: number
}

/** For how long a connection waits: for a whole request, for its headers, for the next request; and a stop for its slow clients. */
export const waitsMs = { request: 30_000, headers: 15_000, idle: 72_000, stop: 15_000 }

/** While stopping, a client that does not read at all is waited for this long. */
const hurryMs = 3_000

const serverOptions = {
  genReqId: newRequestId,
  requestIdHeader: false,
  exposeHeadRoutes: true,
  return503OnClosing: false,
  // By then every request has been answered; idle connections must not keep the port open.
  forceCloseConnections: true,
  // Connections on which nothing moves are closed: idle-connections.ts. Those that hardly move: bound-connections.ts.
  keepAliveTimeout: waitsMs.idle,
  routerOptions: { maxParamLength: addressBytesMax, ignoreTrailingSlash: true },
} as const

const arrivesWithin = (withinMs: number) => ({
  requestTimeout: withinMs,
  http: {
    // Node would answer without envelope and request id.
    requireHostHeader: false,
    headersTimeout: Math.min(waitsMs.headers, withinMs),
    connectionsCheckingInterval: Math.min(2_000, withinMs),
  },
})

export function createHttpServer({
  log,
  publicUrl,
  trustedProxies = [],
  corsOrigins = null,
  onAnswered,
  patienceMs = waitsMs.stop,
  bounds,
  requestWithinMs = waitsMs.request,
}: HttpOptions): HttpServer {
  let underway = 0 // Not a set: as members come and go, it holds on to those that left until a full collection.
  const docsUrl = `${publicUrl}/docs`
  const protection = protectionOf(publicUrl)
  let draining = false
  let stopping = false
  let idle = () => {}

  const server = Fastify({
    ...serverOptions,
    ...arrivesWithin(requestWithinMs),
    // Without a logger of its own Fastify does less for each request; `follow` gives each its log.
    logController: new LogController({ disableRequestLogging: true }),
    // Only the X-Forwarded-For of proxies that the operator named is trusted.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error)
      follow(request, reply as FastifyReply)
      void (reply as FastifyReply)
        .status(problem.status)
        .header('Cache-Control', 'no-store')
        .send(problem.toBody(request.id, docsUrl))
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, latestOn(socket), { log, docsUrl }),
  })
  // An expectation that we don't know may be ignored (RFC 9110, 10.1.1); Node would answer 417 without envelope and request id.
  server.server.on('checkExpectation', server.routing)
  const refuseOtherMethods = createMethodRefusal(server)
  const listening = createListener(server)
  closeIdleConnections(server.server, {
    beginWithinMs: requestWithinMs,
    isAwaitingAnswer: (socket) => isAwaited(latestOn(socket)),
  })
  const connections = boundConnections(server.server, { bounds, trustedProxies, log })
  const overload = refuseOverload(server.server, {
    docsUrl,
    headers: protection,
    headersForOrigins: headersForOrigins(corsOrigins),
    onRefused: (count) => log.warn({ count }, 'requests were refused: more than can be answered in time'),
  })
  readJsonBodies(server)
  validateStrictly(server)
  serializeBySchema(server)
  answerErrors(server)

  /** By the end of the connection, not of the answer: a caller who hangs up halfway must not be waited for. */
  function follow(request: FastifyRequest, reply: FastifyReply): void {
    request.log = createRequestLog(log, request.id)
    reply.log = request.log
    reply.header('X-Request-Id', request.id)
    reply.headers(protection)
    if (draining) reply.header('Connection', 'close')
    underway += 1
    ;(request.raw.socket as UsedSocket)[latest] = { request: request.raw, response: reply.raw }
    reply.raw.on('close', () => {
      underway -= 1
      if (underway === 0) idle()
      if (request.principal) overload.learn(request.raw, request.principal.account.id)
      const answered = answerOf(request, reply)
      logAnswer(log, answered, request, reply)
      onAnswered?.(answered)
    })
  }

  server.decorate('docsUrl', docsUrl)
  beginRequests(server, { publicUrl, corsOrigins, follow, isStopping: () => stopping })

  return {
    server,
    listen: listening.open,
    refuseOtherMethods,
    overload,
    isDraining: () => draining,
    drain: () => {
      draining = true
    },
    async stop() {
      draining = true
      stopping = true
      overload.endQueue()
      if (underway > 0) {
        connections.hurry(Math.min(hurryMs, patienceMs))
        const hangUp = setTimeout(() => server.server.closeAllConnections(), patienceMs)
        await new Promise<void>((resolve) => (idle = resolve))
        clearTimeout(hangUp)
      }
      listening.close()
      await server.close()
    },
  }
}

type RequestHooks = {
  publicUrl: string
  corsOrigins: readonly string[] | null
  follow(request: FastifyRequest, reply: FastifyReply): void
  isStopping(): boolean
}

/** The first steps of every request, in this order. */
function beginRequests(server: FastifyInstance, { follow, isStopping, ...origins }: RequestHooks): void {
  for (const name of ['principal', 'entry', 'operation', 'problemCode']) server.decorateRequest(name, null)
  server.addHook('onRequest', (request, reply, done) => {
    follow(request, reply)
    done()
  })
  // Before the first refusal: pages of other origins can read that, too.
  serveOtherOrigins(server, origins)
  server.addHook('onRequest', (request, _reply, done) =>
    done(isStopping() ? problems.serviceUnavailable() : refusal(request)),
  )
}

const latest = Symbol('latest exchange')
type UsedSocket = Socket & { [latest]?: Exchange }

/** On the socket itself: a map of them would cost the collector more than all else that is kept of a request. */
const latestOn = (socket: Socket): Exchange | undefined => (socket as UsedSocket)[latest]

/** A request has begun and was not answered yet. One whose body stalls is answered 408 by Node's own timeout. */
function isAwaited(latest: Exchange | undefined): boolean {
  return latest !== undefined && !latest.response.writableEnded && !latest.response.destroyed
}

/** Checks that need neither the body nor the caller. */
function refusal({ raw, is404 }: FastifyRequest): Problem | undefined {
  if ((raw.url?.length ?? 0) > addressBytesMax) return problems.uriTooLong()
  const ambiguity = ambiguityOf(raw)
  if (ambiguity) return ambiguity
  return is404 ? problems.routeNotFound() : undefined
}

/** On every reply: no content sniffing, and HSTS when served over https. */
const protectionOf = (publicUrl: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https://') && { 'Strict-Transport-Security': 'max-age=31536000' }),
})

function answerOf(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const { url: route } = request.routeOptions ?? {}
  return {
    operation: request.operation?.id ?? (route?.startsWith('/webhooks/') ? 'webhook' : 'other'),
    method: request.method,
    route,
    requestId: request.id,
    traceparent: request.headers.traceparent as string | undefined,
    status: reply.raw.statusCode,
    code: request.problemCode,
    seconds: millisecondsSinceArrival(request.raw) / 1_000,
  }
}

function logAnswer(
  log: Logger,
  { requestId, method, route, status, seconds }: AnsweredRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isUsual = status === 200 && healthPaths.has(route ?? '')
  log[isUsual ? 'debug' : 'info'](
    {
      request_id: requestId,
      method,
      route: route ?? null,
      status,
      ...(!reply.raw.writableFinished && { aborted: true }),
      milliseconds: Math.round(seconds * 10_000) / 10,
      account_id: request.principal?.account.id,
      actor_id: request.principal?.actor.id,
    },
    'answered',
  )
}
