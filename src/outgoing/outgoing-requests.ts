import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { createCheckedLookup } from './checked-lookup.ts'
import { OutgoingFault, toOutgoingFault } from './outgoing-fault.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

type Options = {
  /** Loopback, also without TLS: for receivers on the same machine in demo mode. */
  allowsLoopback?: boolean
  /** Name servers to ask. Unset: those of the host. */
  nameServers?: readonly string[]
  /** Certificates to trust besides those that Node brings. */
  ca?: string
}

export type OutgoingRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** From the first name server to the last byte of the reply. */
  withinMs: number
  /** A longer reply is a fault, or is cut: its status counts as soon as it is there. */
  reply: { bytesMax: number; ifLonger: 'refuse' | 'cut' }
}

type OutgoingReply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export type OutgoingRequests = {
  /** Null, or why this address will never be asked. Names are judged when they are resolved, by `send`. */
  refusal(address: string): OutgoingFault | null
  /** Rejects with an OutgoingFault. */
  send(address: string, request: OutgoingRequest): Promise<OutgoingReply>
  close(): void
}

/** The guard of requests to addresses that somebody else chose. README.md says what it promises. */
export function createOutgoingRequests({ allowsLoopback = false, nameServers, ca }: Options = {}): OutgoingRequests {
  // Agents of our own: Node's shared ones may follow a proxy of the environment. Connections are kept for a moment, because
  // events often come in groups; each was opened to a checked address.
  const connections = { keepAlive: true, maxFreeSockets: 4, timeout: 5_000, scheduling: 'lifo' } as const
  const agents = {
    'https:': new HttpsAgent({ ...connections, ...(ca && { ca }) }),
    'http:': new HttpAgent(connections),
  }
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))

  function refusal(address: string): OutgoingFault | null {
    const notAllowed = () => new OutgoingFault('address_not_allowed')
    if (!URL.canParse(address)) return notAllowed()
    const { protocol, hostname } = new URL(address)
    const literal = hostname.replaceAll(/[[\]]/g, '')
    if (isIP(literal) && !isAllowed(literal)) return notAllowed()
    if (protocol === 'https:') return null
    const isLoopback = isLoopbackAddress(literal) || hostname === 'localhost'
    return protocol === 'http:' && allowsLoopback && isLoopback ? null : notAllowed()
  }

  return {
    refusal,
    send(address, asked) {
      const refused = refusal(address)
      if (refused) return Promise.reject(refused)
      const { method, headers, body, withinMs } = asked
      const protocol = new URL(address).protocol as 'http:' | 'https:'
      const signal = AbortSignal.timeout(withinMs)
      const lookup = createCheckedLookup({ isAllowed, nameServers, signal })
      const request = protocol === 'https:' ? requestHttps : requestHttp
      const attempt = (): Promise<OutgoingReply> =>
        new Promise((resolve, reject) => {
          const fail = (error: unknown) =>
            reject(signal.aborted ? new OutgoingFault('timeout') : toOutgoingFault(error))
          const sent = request(address, { method, headers, lookup, signal, agent: agents[protocol] }, (reply) => {
            // From now on errors are part of the reply.
            sent.removeAllListeners('error').on('error', () => {})
            read(reply, asked.reply).then(resolve, fail)
          })
          // The host closed a kept connection at the moment that we used it: nothing was answered, and a new one will do.
          sent.on('error', (error) => (sent.reusedSocket && !signal.aborted ? resolve(attempt()) : fail(error)))
          sent.end(body)
        })
      return attempt()
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function read(reply: IncomingMessage, { bytesMax, ifLonger }: OutgoingRequest['reply']): Promise<OutgoingReply> {
  const { statusCode = 0, headers } = reply
  const parts: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const answer = () => resolve({ status: statusCode, headers, body: Buffer.concat(parts).subarray(0, bytesMax) })
    reply.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes <= bytesMax) return
      if (ifLonger === 'cut') answer()
      else reject(new OutgoingFault('reply_too_large'))
      reply.destroy()
    })
    reply.on('end', answer)
    // A reply that breaks off or never ends: where it may be cut, what has come counts.
    reply.on('error', (error) => (ifLonger === 'cut' ? answer() : reject(error)))
  })
}
