import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Logger } from 'pino'
import { newRequestId } from '../ids.ts'
import { problems } from '../problems.ts'
import { answerErrors, toProblem } from './errors.ts'
import { useStrictValidation } from './validation.ts'

export type HttpServer = {
  server: FastifyInstance
  /** New requests get 503; resolves when those under way have been answered and the port is closed. */
  stop(): Promise<void>
}

export function createHttpServer({ log }: { log: Logger }): HttpServer {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: newRequestId,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_048 },
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error)
      void (reply as FastifyReply)
        .header('X-Request-Id', request.id)
        .status(problem.status)
        .send(problem.toBody(request.id))
    },
    clientErrorHandler: (_error, socket) => answerUnreadable(socket),
  })
  useStrictValidation(server)
  answerErrors(server)

  let stopping = false
  let underway = 0
  let idle = () => {}

  server.decorateRequest('principal', null)
  server.decorateRequest('operation', null)
  server.addHook('onRequest', async (request, reply) => {
    underway += 1
    reply.header('X-Request-Id', request.id)
    if (stopping) throw problems.serviceUnavailable()
  })
  server.addHook('onResponse', async (request, reply) => {
    underway -= 1
    if (underway === 0) idle()
    request.log.info(
      {
        method: request.method,
        // The pattern, not the address: an address may carry what somebody pasted into it.
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        account_id: request.principal?.account.id,
        actor_id: request.principal?.actor.id,
      },
      'answered',
    )
  })

  return {
    server,
    async stop() {
      stopping = true
      if (underway > 0) await new Promise<void>((resolve) => (idle = resolve))
      await server.close()
    },
  }
}

/** What is no HTTP at all still gets the envelope and a request id. */
function answerUnreadable(socket: Socket): void {
  if (socket.destroyed || !socket.writable) return
  const requestId = newRequestId()
  const body = JSON.stringify(problems.invalidRequest(undefined, 'The request is not valid HTTP.').toBody(requestId))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
