/** Many connections that ask, wait for the answer and ask again; refused ones after the seconds that the refusal names. */
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'

const { port, connections, seconds, request } = JSON.parse(process.argv[2]!) as {
  port: number
  connections: number
  seconds: number
  request: string
}
setPriority(constants.priority.PRIORITY_LOW)
const served: number[] = []
const refused: number[] = []
/** Until a new connection had its first answer of any kind, from the moment at which it asked to connect. */
const first: number[] = []
let broken = 0
let countsFrom = Number.POSITIVE_INFINITY
let endsAt = Number.POSITIVE_INFINITY
const headEnd = Buffer.from('\r\n\r\n')

/** The least that a client can do, so that what is measured is the server: text out, status and length in. */
function drive(localAddress: string): { answered: Promise<void>; over: Promise<void> } {
  const answered = Promise.withResolvers<void>()
  const over = new Promise<void>((resolve) => {
    let pending: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const connectingAt = performance.now()
    let isFirst = true
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress }, send)
    function send(): void {
      if (performance.now() > endsAt) return void socket.destroy()
      sentAt = performance.now()
      socket.write(request, 'latin1')
    }
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const head = pending.indexOf(headEnd)
      if (head < 0) return
      const text = pending.toString('latin1', 0, head)
      if (pending.length < head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)) return
      const isRefused = text.startsWith('HTTP/1.1 503')
      const now = performance.now()
      // The first request of a connection waited to be accepted: that is counted by itself.
      if (isFirst) {
        first.push(now - connectingAt)
        answered.resolve()
      }
      if (sentAt > countsFrom && now < endsAt) (isRefused ? refused : served).push(now - sentAt)
      isFirst = false
      pending = Buffer.alloc(0)
      if (isRefused) setTimeout(send, Number(/retry-after: (\d+)/i.exec(text)?.[1] ?? 1) * 1_000)
      else send()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (performance.now() < endsAt) broken += 1
      answered.resolve()
      resolve()
    })
  })
  return { answered: answered.promise, over }
}

const wait = (forSeconds: number) => new Promise((resolve) => setTimeout(resolve, forSeconds * 1_000))
/** A crowd that is not in by then is counted as it is. */
const comesInWithinSeconds = 30
const driving: ReturnType<typeof drive>[] = []
for (let at = 0; at < connections; at += 1) {
  // A node takes 1,000 connections from one address. (Linux has all of 127.0.0.0/8.)
  driving.push(drive(`127.0.${1 + Math.floor(at / 500)}.1`))
  // As fast as the system lets them in, and no faster: its queue of new connections is short.
  if (at % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 5))
}
await Promise.race([Promise.all(driving.map(({ answered }) => answered)), wait(comesInWithinSeconds)])
process.send!('all are in')
countsFrom = performance.now()
endsAt = countsFrom + seconds * 1_000
await Promise.race([Promise.all([...driving.map(({ over }) => over), wait(seconds)]), wait(seconds + 1)])
process.send!({ served, refused, first, broken, seconds })
