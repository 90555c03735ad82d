import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A load balancer that waits longer than this sends no more requests; neither should we expect it to wait. */
const readyWithinMs = 2_000

/** Load balancers ask them every second. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** For load balancers: no credentials, no detail. `isReady` tries the connections that requests use. */
export function serveHealth(server: FastifyInstance, isReady: () => Promise<boolean>): void {
  server.get('/healthz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { status: 'ok', request_id: request.id }
  })
  server.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const ready = await Promise.race([isReady().catch(() => false), setTimeout(readyWithinMs, false, { ref: false })])
    if (!ready) reply.status(503).header('Retry-After', '2')
    return { status: ready ? 'ready' : 'not_ready', request_id: request.id }
  })
}
