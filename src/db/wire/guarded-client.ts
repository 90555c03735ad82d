import type { Socket } from 'node:net'
import pg from 'pg'
import type { Hosts } from './hosts.ts'

/** The server said nothing while an answer was due. Whether the statement took effect is unknown. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The server sent bytes outside its protocol: the connection can't be trusted any further. */
class DatabaseGarbled extends Error {
  readonly code = 'EPROTO'
}

export type GuardedConfig = pg.ClientConfig & { hosts: Hosts; silenceMs: number }

/** Closing a connection notifies the server first; a lost connection gets no longer than this. */
const goodbyeWithinMs = 1_000

/** Parts of the driver that its types leave out. */
type Driver = {
  readyForQuery: boolean
  connection: {
    stream: Socket
    attachListeners(stream: unknown): void
    on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
  }
}

/** A client whose connection ends when the server falls silent, sends garbage or turns out to be a standby. */
export class GuardedClient extends pg.Client {
  readonly #silenceMs: number
  readonly #hosts: Hosts

  constructor(config: GuardedConfig) {
    super(config)
    this.#silenceMs = config.silenceMs
    this.#hosts = config.hosts
    surviveGarbage(this.#driver)
    this.on('error', () => this.#hosts.suspect())
    // The server that we were told is the primary has become a standby.
    this.#driver.connection.on('errorMessage', ({ code }) => code === '25006' && this.#hosts.suspect())
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  async #connect(): Promise<this> {
    const { host, port } = await this.#hosts.choose()
    Object.assign(this, { host, port })
    try {
      await super.connect()
    } catch (error) {
      this.#hosts.suspect()
      throw error
    }
    const { stream } = this.#driver.connection
    let sentAt = performance.now()
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
    stream.write = (...args: unknown[]) => {
      sentAt = performance.now()
      return write(...args)
    }
    stream.setTimeout(this.#silenceMs)
    stream.on('timeout', () => {
      if (this.#driver.readyForQuery) return
      // The time of a connection that lay idle may be over in the moment in which it is asked something.
      if (performance.now() - sentAt < this.#silenceMs / 2) return stream.setTimeout(this.#silenceMs)
      return stream.destroy(new DatabaseSilent(`The database said nothing for ${this.#silenceMs / 1_000} s.`))
    })
    return this
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const { connection } = this.#driver
    const hangUp = setTimeout(() => connection.stream.destroy(), goodbyeWithinMs)
    this.once('end', () => clearTimeout(hangUp))
    const ended = super.end().finally(() => clearTimeout(hangUp))
    if (!callback) return ended
    ended.then(() => (callback as (error?: Error) => void)(), callback)
    return undefined
  }

  /** Ends the connection without notifying the server, for connections that are known to be lost. */
  hangUp(): void {
    this.#driver.connection.stream.destroy()
  }

  /** Whether no answer is due. */
  isIdle(): boolean {
    return this.#driver.readyForQuery
  }

  get #driver(): Driver {
    return this as unknown as Driver
  }
}

/** The messages that a server may send to an idle client: error, notice, setting, notification. */
const unasked = new Set(Buffer.from('ENSA'))

/** The driver reads messages in an event of the socket: what it throws there would end the process. */
function surviveGarbage(driver: Driver): void {
  const { connection } = driver
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const socket = stream as Socket
    attach({
      on(event: string, listener: (data: unknown) => void) {
        socket.on(event, (data: unknown) => {
          try {
            if (driver.readyForQuery && Buffer.isBuffer(data) && !unasked.has(data[0]!)) throw new Error('unasked')
            listener(data)
          } catch (error) {
            socket.destroy(new DatabaseGarbled("The database sent what can't be read.", { cause: error }))
          }
        })
      },
    })
  }
}
