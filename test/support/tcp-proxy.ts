/** Stands between a node and its database, and does to their connections what networks do. */
import { once } from 'node:events'
import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { type Aim, type CutAt, watchCommits } from './commit-cut.ts'

export type TcpProxy = {
  /** The address of the database, through here. */
  url: string
  /** Connections that are open and new ones fall silent: no byte passes, and nobody is told. */
  stall(): void
  /** The opposite of `stall` for new connections; those that fell silent stay so, as after a router forgot them. */
  resume(): void
  /** Ends every connection, and refuses new ones until `resume`. */
  cut(): void
  /**
   * Ends the next connection on which a statement with this text is committed, at that moment. Resolves to what the database
   * did; to null when no such statement came in time.
   */
  cutCommit(at: CutAt, statement: string, withinMs?: number): Promise<{ isCommitted: boolean } | null>
  /** Every client receives these bytes, as if the database had sent them. */
  send(bytes: Buffer): void
  /** Each packet takes this much longer. */
  delay(milliseconds: number): void
  /** How many connections are open. */
  count(): number
  close(): Promise<void>
}

type Pair = { client: Socket; server: Socket; silent: boolean }

export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  let mode: 'open' | 'stalled' | 'cut' = 'open'
  let delayMs = 0
  let aim: Aim | null = null

  function takeAim(statements: string): Aim | null {
    if (!aim || !statements.includes(aim.statement)) return null
    const taken = aim
    aim = null
    return taken
  }

  const listener = createServer({ allowHalfOpen: false }, (client) => {
    client.on('error', () => {})
    if (mode === 'cut') return client.destroy()
    const server = tcpConnect(Number(target.port || 5432), target.hostname)
    const pair: Pair = { client, server, silent: mode === 'stalled' }
    pairs.add(pair)
    const { sent, answered } = watchCommits(takeAim, () => end(pair))
    relay(pair, client, server, sent)
    relay(pair, server, client, answered)
  })

  function relay(pair: Pair, from: Socket, to: Socket, isPassed: (bytes: Buffer) => boolean): void {
    from.on('data', (bytes: Buffer) => {
      if (!isPassed(bytes)) return
      const pass = () => void (!pair.silent && to.writable && to.write(bytes))
      if (delayMs > 0) setTimeout(pass, delayMs)
      else pass()
    })
    from.on('error', () => {})
    from.on('close', () => {
      // A silent side is not told that the other side closed, either.
      if (!pair.silent) to.destroy()
      if (pair.client.destroyed && pair.server.destroyed) pairs.delete(pair)
    })
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  target.host = `127.0.0.1:${(listener.address() as { port: number }).port}`

  function end(pair: Pair): void {
    pair.client.destroy()
    pair.server.destroy()
    pairs.delete(pair)
  }

  const url = target.href
  target.host = new URL(databaseUrl).host
  return {
    url,
    stall() {
      mode = 'stalled'
      for (const pair of pairs) pair.silent = true
    },
    resume() {
      mode = 'open'
    },
    cut() {
      mode = 'cut'
      pairs.forEach(end)
    },
    cutCommit(at, statement, withinMs = 60_000) {
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          aim = null
          resolve(null)
        }, withinMs).unref()
        aim = {
          at,
          statement,
          onCut(isCommitted) {
            clearTimeout(late)
            resolve({ isCommitted })
          },
        }
      })
    },
    send(bytes) {
      for (const { client } of pairs) client.write(bytes)
    },
    delay(milliseconds) {
      delayMs = milliseconds
    },
    count: () => pairs.size,
    async close() {
      pairs.forEach(end)
      listener.close()
      await once(listener, 'close')
    },
  }
}
