import type { FastifyInstance } from 'fastify'

/** For load balancers: no credentials, no detail. */
export function serveHealth(server: FastifyInstance, isReady: () => Promise<boolean>): void {
  server.get('/healthz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { status: 'ok', request_id: request.id }
  })
  server.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const ready = await isReady().catch(() => false)
    if (!ready) reply.status(503).header('Retry-After', '2')
    return { status: ready ? 'ready' : 'not_ready', request_id: request.id }
  })
}
