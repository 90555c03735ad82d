/** A name server of a test, on loopback: it answers for the names it was told, or never. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameServer = {
  /** As `Resolver.setServers` takes it. */
  address: string
  /** The names that were asked for, in order. */
  asked: string[]
  /** What a name resolves to (IPv4), at the time of asking; `null` is never answered. */
  names: Map<string, string[] | null>
  stop(): Promise<void>
}

const typeA = 1

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const names: NameServer['names'] = new Map()
  const asked: string[] = []
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(name)
    const addresses = names.get(name)
    if (addresses === null) return
    const found = type === typeA ? (addresses ?? []) : []
    const answers = found.map((address) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt16BE(0, 8)
    head.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    names,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at]! > 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!))
    at += 1 + message[at]!
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
