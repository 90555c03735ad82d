import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { canSharePort } from '../base/config.ts'

type Address = { host: string; port: number }

/**
 * Node accepts one connection of a listening socket per round of the event loop (libuv#3696). Under load a round works on
 * many requests, so that new connections, of quiet callers too, would wait for seconds just to be accepted and refused.
 * With many more sockets than these, a flood that comes in takes the time of answers.
 */
const socketsPerThread = 4

type Listener = { open(address: Address): Promise<void>; close(): void }

/** Listens with several sockets that share the port, where the system can do that. */
export function createListener(server: FastifyInstance): Listener {
  const others: Server[] = []
  return {
    async open({ host, port }) {
      const shared = { host, port, ...(canSharePort && { reusePort: true }) }
      await server.listen(shared)
      if (!canSharePort) return
      const bound = server.server.address() as AddressInfo
      while (others.length < socketsPerThread - 1) {
        // With the options that Node's HTTP server gives its own connections.
        const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
          server.server.emit('connection', socket),
        )
        others.push(other)
        other.listen({ host: bound.address, port: bound.port, reusePort: true })
        await once(other, 'listening')
      }
    },
    /** Those that the server itself does not know of. */
    close: () => others.forEach((other) => void other.close()),
  }
}
