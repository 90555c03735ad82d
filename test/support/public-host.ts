/** A host on the internet, as a test sees it: names, a certificate and a server, and requests that reach no other host. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createOutgoingRequests, type OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts'
import { createCertificate } from './certificate.ts'
import { type NameServer, startNameServer } from './name-server.ts'

type Visit = { host: string; path: string; headers: IncomingMessage['headers']; body: string }

export type PublicHost = {
  requests: OutgoingRequests
  names: NameServer
  /** Every request that arrived, in order. */
  visits: Visit[]
  /** The address of a path at one of the host's names. */
  at(name: string, path: string): string
  /** How it answers from now on. Unset: 404. */
  answer(respond: (visit: Visit, response: ServerResponse) => void): void
  stop(): Promise<void>
}

export async function startPublicHost(...hostnames: string[]): Promise<PublicHost> {
  const names = await startNameServer()
  for (const name of hostnames) names.names.set(name, ['127.0.0.1'])
  const { key, cert } = createCertificate(...hostnames)
  const visits: Visit[] = []
  let respond: Parameters<PublicHost['answer']>[0] = (_visit, response) => response.writeHead(404).end()
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { headers, url = '' } = request
    const visit = { host: headers.host!.split(':')[0]!, path: url, headers, body: Buffer.concat(parts).toString() }
    visits.push(visit)
    respond(visit, response)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const requests = createOutgoingRequests({ allowsLoopback: true, nameServers: [names.address], ca: cert })
  return {
    requests,
    names,
    visits,
    at: (name, path) => `https://${name}:${port}${path}`,
    answer: (next) => {
      respond = next
    },
    async stop() {
      requests.close()
      server.closeAllConnections()
      server.close()
      await names.stop()
    },
  }
}
