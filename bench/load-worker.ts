import { parentPort, workerData } from 'node:worker_threads'
import { driveHttp } from './drive-http.ts'

const { keys, contactIds } = workerData as { keys: string[]; contactIds: string[] }
let next = 0

/** Every request reveals a new contact, but for a share of them, which reveal one of the last few thousand again. */
function requestFor(again: number): (host: string) => string {
  return (host) => {
    const isAgain = next > 5_000 && next % 10 < again * 10
    const number = isAgain ? next - 1_000 - ((next * 7) % 4_000) : next
    next += 1
    const key = keys[number % keys.length]
    // Each lap over the contacts shifts the pairing with keys, so that no account meets a contact twice.
    const lap = Math.floor(number / contactIds.length)
    const contactId = contactIds[(number + lap) % contactIds.length]
    const body = `{"contact_ids":["${contactId}"]}`
    return (
      `POST /api/v1/contacts/reveal HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  }
}

type Run = { address: string; connections: number; seconds: number; again: number }

parentPort!.on('message', async ({ address, connections, seconds, again }: Run) => {
  try {
    const { times, lastedMs } = await driveHttp(address, { connections, seconds, nextRequest: requestFor(again) })
    parentPort!.postMessage({ rate: (times.length * 1_000) / lastedMs })
  } catch (error) {
    parentPort!.postMessage({ error: String(error) })
  }
})
