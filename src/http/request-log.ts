import type { FastifyBaseLogger } from 'fastify'

type Line = [object: object, message?: string]

/** The log of one request, with its id on every line. Hardly any request writes one, so a logger is made only when one does. */
class RequestLog {
  #logger: FastifyBaseLogger | undefined
  readonly #parent: FastifyBaseLogger
  readonly #requestId: string

  constructor(parent: FastifyBaseLogger, requestId: string) {
    this.#parent = parent
    this.#requestId = requestId
  }

  get #own(): FastifyBaseLogger {
    this.#logger ??= this.#parent.child({ request_id: this.#requestId })
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

export const createRequestLog = (parent: FastifyBaseLogger, requestId: string): FastifyBaseLogger =>
  new RequestLog(parent, requestId) as unknown as FastifyBaseLogger
