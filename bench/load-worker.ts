import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A client with as little cost of its own as possible: keep-alive sockets, requests as prepared text, answers read only
 * as far as their status and length. On two cores a full HTTP client would take a third of the machine.
 */
const { keys, contactIds } = workerData as { keys: string[]; contactIds: string[] }
let next = 0

function nextRequest(host: string): string {
  const key = keys[next % keys.length]
  // Each lap over the contacts shifts the pairing with keys, so that no account meets a contact twice.
  const lap = Math.floor(next / contactIds.length)
  const contactId = contactIds[(next + lap) % contactIds.length]
  next += 1
  const body = `{"contact_ids":["${contactId}"]}`
  return (
    `POST /api/v1/contacts/reveal HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

function drive(socket: Socket, host: string, end: number): Promise<number> {
  let answered = 0
  let pending = ''
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      pending += chunk
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1])
      if (pending.length < head + 4 + length) return
      if (!pending.startsWith('HTTP/1.1 200')) return reject(new Error(pending.slice(0, 600)))
      pending = pending.slice(head + 4 + length)
      answered += 1
      if (performance.now() < end) socket.write(nextRequest(host))
      else socket.end(() => resolve(answered))
    })
    socket.write(nextRequest(host))
  })
}

parentPort!.on(
  'message',
  async ({ address, connections, seconds }: { address: string; connections: number; seconds: number }) => {
    try {
      const { host, hostname, port } = new URL(address)
      const sockets = await Promise.all(
        Array.from(
          { length: connections },
          () =>
            new Promise<Socket>((resolve, reject) => {
              const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
              socket.setNoDelay(true)
            }),
        ),
      )
      const start = performance.now()
      const counts = await Promise.all(sockets.map((socket) => drive(socket, host, start + seconds * 1_000)))
      const answered = counts.reduce((sum, count) => sum + count, 0)
      parentPort!.postMessage({ rate: (answered * 1_000) / (performance.now() - start) })
    } catch (error) {
      parentPort!.postMessage({ error: String(error) })
    }
  },
)
