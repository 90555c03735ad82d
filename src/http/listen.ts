import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { canSharePort } from '../config.ts'

type Address = { host: string; port: number }

/**
 * Node accepts one connection of a listening socket per round of the event loop (libuv#3696). Under load a round works on
 * many requests, so that new connections, of quiet callers too, would wait for seconds just to be accepted and refused.
 */
const socketsPerThread = 16

/**
 * Listens with several sockets that share the port, where the system can do that. Resolves when all of them listen, with what
 * closes those that the server itself does not know.
 */
export async function listenOnAll(server: FastifyInstance, { host, port }: Address): Promise<() => void> {
  const shared = { host, port, ...(canSharePort && { reusePort: true }) }
  await server.listen(shared)
  if (!canSharePort) return () => {}
  const bound = server.server.address() as AddressInfo
  const others = Array.from({ length: socketsPerThread - 1 }, () =>
    // With the options that Node's HTTP server gives its own connections.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.server.emit('connection', socket)),
  )
  for (const other of others) {
    other.listen({ host: bound.address, port: bound.port, reusePort: true })
    await once(other, 'listening')
  }
  return () => others.forEach((other) => void other.close())
}
