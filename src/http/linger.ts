import type { IncomingMessage } from 'node:http'

/** Long enough for a client to send what it has under way and read its answer; an endless body ends here. */
const lingersMs = 2_000

/**
 * A connection that is closed while bytes of a body lie unread is reset, and a reset takes the answer away from a client
 * that has not read it yet. So a request that is answered before its body has ended closes in two steps: our side first,
 * the connection when the client has hung up or time is up. Until then the rest of the body is read and dropped.
 */
export function lingerOnClose(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  socket.destroySoon = () => {
    socket.end()
    request.resume()
    const givingUp = setTimeout(() => socket.destroy(), lingersMs)
    socket.once('close', () => clearTimeout(givingUp))
  }
}
