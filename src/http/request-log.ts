import type { FastifyBaseLogger } from 'fastify'

type Line = [object: object, message?: string]

/** The log of one request, with its id on every line. Hardly any request writes one, so a logger is made only when one does. */
class RequestLog {
  #logger: FastifyBaseLogger | undefined
  readonly #parent: FastifyBaseLogger
  readonly #bindings: object

  constructor(parent: FastifyBaseLogger, bindings: object) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get #own(): FastifyBaseLogger {
    this.#logger ??= this.#parent.child(this.#bindings as never)
    return this.#logger
  }

  fatal(...line: Line): void {
    this.#own.fatal(...line)
  }
  error(...line: Line): void {
    this.#own.error(...line)
  }
  warn(...line: Line): void {
    this.#own.warn(...line)
  }
  info(...line: Line): void {
    this.#own.info(...line)
  }
  debug(...line: Line): void {
    this.#own.debug(...line)
  }
  trace(...line: Line): void {
    this.#own.trace(...line)
  }
  child(...bindings: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...bindings)
  }
  get level(): string {
    return this.#parent.level
  }
}

export const createRequestLog = (parent: FastifyBaseLogger, bindings: object): FastifyBaseLogger =>
  new RequestLog(parent, bindings) as unknown as FastifyBaseLogger
