import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Clients are told how long a connection may lie idle, and it is closed this much later. Less would not cover a client that was
 * busy for a few seconds and sends on a connection that it has not yet seen closed.
 */
export const graceMs = 10_000

type Options = {
  /** How long a connection may lie there before its first request. Node sets the time again when a request has been answered. */
  beginWithinMs: number
  isAwaitingAnswer(socket: Socket): boolean
}

/**
 * Closes connections on which nothing moves. After a busy stretch of this thread a timer is due before the bytes that
 * arrived meanwhile are read; closing then would answer a request in time with a reset. So bytes that have arrived are read
 * first. A client that waits for its answer is never closed here: then we are the slow side.
 */
export function closeIdleConnections(server: Server, { beginWithinMs, isAwaitingAnswer }: Options): void {
  server.keepAliveTimeoutBuffer = graceMs
  // Not the server's own timeout, which would set a timer again with every packet of every request.
  server.on('connection', (socket: Socket) => socket.setTimeout(beginWithinMs))
  server.on('timeout', (socket: Socket) => {
    const readBefore = socket.bytesRead
    // The event loop reads between timers and immediates.
    setImmediate(() => {
      if (socket.bytesRead === readBefore && !isAwaitingAnswer(socket)) socket.destroy()
    })
  })
}
