import { parentPort, workerData } from 'node:worker_threads'
import { driveHttp } from './drive-http.ts'

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

parentPort!.on(
  'message',
  async ({ address, connections, seconds }: { address: string; connections: number; seconds: number }) => {
    try {
      const { times, lastedMs } = await driveHttp(address, { connections, seconds, nextRequest })
      parentPort!.postMessage({ rate: (times.length * 1_000) / lastedMs })
    } catch (error) {
      parentPort!.postMessage({ error: String(error) })
    }
  },
)
