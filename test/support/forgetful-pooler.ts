/**
 * A pooler as PgBouncer was before 1.21, in its transaction mode: after each transaction a client's connection to the database is
 * free for the next who asks, and prepared statements stay behind on it.
 */
import { once } from 'node:events'
import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { createMessageReader } from './wire-messages.ts'

type Backend = { socket: Socket; client: Socket | null }

export async function startForgetfulPooler(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const target = new URL(databaseUrl)
  const free: Backend[] = []
  const sockets = new Set<Socket>()

  /** The database signs each client in on a connection of its own, which then belongs to all. */
  function openBackend(client: Socket): Backend {
    const backend: Backend = { socket: tcpConnect(Number(target.port), target.hostname), client }
    const read = createMessageReader({ hasStart: false }, (kind, body, message) => {
      backend.client?.write(message)
      if (kind !== 'Z' || body.toString('latin1') !== 'I') return
      backend.client = null
      free.push(backend)
    })
    sockets.add(backend.socket.on('data', read).on('error', () => {}))
    return backend
  }

  const server = createServer((client) => {
    let current = openBackend(client)
    const read = createMessageReader({ hasStart: true }, (kind, _body, message) => {
      if (kind === 'X') return
      // The one that became free last, as PgBouncer does it.
      if (current.client !== client) current = free.pop()!
      current.client = client
      current.socket.write(message)
    })
    sockets.add(client.on('data', read).on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
