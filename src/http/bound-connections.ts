import type { Server } from 'node:http'
import { BlockList, isIPv4, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { networkOf } from '../base/network-of.ts'

export type ConnectionBounds = {
  /** How many this server keeps in all. Further connections are closed unread. */
  inAll: number
  /** From one network address, unless it is a trusted proxy's. */
  perAddress: number
  /** A client that takes its answer more slowly than this is closed: measured over `slowestOverMs`. */
  slowestBytesPerSecond: number
  slowestOverMs: number
}

/** Far more than people and programs need, and less than a process can hold open. */
export const defaultBounds: ConnectionBounds = {
  inAll: 10_000,
  perAddress: 1_000,
  slowestBytesPerSecond: 256,
  slowestOverMs: 30_000,
}

type BoundConnections = {
  /** While the server stops, clients have less time. */
  hurry(slowestOverMs: number): void
}

type Options = {
  bounds?: Partial<ConnectionBounds> | undefined
  trustedProxies: readonly string[]
  log: Pick<Logger, 'warn'>
}
/** What was taken by then; null while there is nothing to take, as on nearly all connections. */
type Reader = { takenBytes: number | null; lookedAt: number }

/**
 * A connection costs memory for as long as its client likes. So their number is bounded, and one whose answer waits for a
 * client that does not read, or hardly reads, is closed. A request that is never finished is closed by Node's own timeouts.
 */
export function boundConnections(server: Server, { bounds: given, trustedProxies, log }: Options): BoundConnections {
  const bounds = { ...defaultBounds, ...given }
  const readers = new Map<Socket, Reader>()
  const perAddress = new Map<string, number>()
  const proxies = listOf(trustedProxies)
  let overMs = bounds.slowestOverMs
  const everyMs = Math.min(1_000, bounds.slowestOverMs / 4)
  // Time during which the event loop was blocked doesn't count against clients.
  let awakeMs = 0
  let lookedLast = performance.now()
  let refused = 0

  function admit(socket: Socket): void {
    const remote = socket.remoteAddress ?? ''
    const address = networkOf(remote)
    const known = perAddress.get(address) ?? 0
    const isFull = readers.size >= bounds.inAll || (known >= bounds.perAddress && !isIn(proxies, remote))
    if (isFull) {
      refused += 1
      socket.destroy()
      return
    }
    perAddress.set(address, known + 1)
    readers.set(socket, { takenBytes: null, lookedAt: awakeMs })
    socket.once('close', () => {
      readers.delete(socket)
      const left = perAddress.get(address)! - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
  }

  function begin(reader: Reader, takenBytes: number): void {
    reader.takenBytes = takenBytes
    reader.lookedAt = awakeMs
  }

  function closeSlowReaders(): void {
    const now = performance.now()
    awakeMs += Math.min(now - lookedLast, everyMs * 1.5)
    lookedLast = now
    // All of them, every second: so nothing is made or asked for on those where nothing waits.
    for (const [socket, reader] of readers) {
      if (socket.writableLength === 0) reader.takenBytes = null
      else if (reader.takenBytes === null) begin(reader, takenOf(socket))
      else if (awakeMs - reader.lookedAt >= overMs) {
        const takenBytes = takenOf(socket)
        const bytesMin = (bounds.slowestBytesPerSecond * (awakeMs - reader.lookedAt)) / 1_000
        if (takenBytes - reader.takenBytes < bytesMin) socket.destroy()
        else begin(reader, takenBytes)
      }
    }
  }

  server.prependListener('connection', admit)
  const looking = setInterval(closeSlowReaders, everyMs)
  const telling = setInterval(() => {
    if (refused > 0) log.warn({ count: refused, open: readers.size }, 'connections were refused: too many are open')
    refused = 0
  }, 5_000)
  looking.unref()
  telling.unref()
  server.once('close', () => {
    clearInterval(looking)
    clearInterval(telling)
  })
  return {
    hurry: (slowestOverMs) => {
      overMs = Math.min(overMs, slowestOverMs)
    },
  }
}

/** Node does not list it among its types, though its own timeouts rely on it. */
type WithHandle = { _handle?: { writeQueueSize?: number } | null }

/**
 * Grows with every byte that leaves the process, by one when its part of a large write has left and by one when the whole
 * write has: so a client that takes a large answer in small bites is seen to read.
 */
function takenOf(socket: Socket): number {
  const inLargeWrite = (socket as Socket & WithHandle)._handle?.writeQueueSize ?? socket.writableLength
  return 2 * socket.bytesWritten - socket.writableLength - inLargeWrite
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string | undefined]
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const isIn = (list: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}
