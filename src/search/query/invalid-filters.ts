/** Errors that the schema of a request can't rule out. */

/** A value that is not in a closed list. Operations turn it into the reply a caller sees. */
export class UnknownFilterValue extends Error {
  override readonly name = 'UnknownFilterValue'
  /** The dotted path, for example `store.apps.any[0]`. */
  readonly param: string
  readonly value: string
  readonly nearest: string | null

  constructor(param: string, value: string, nearest: string | null) {
    super(`"${value}" is not a known value${nearest === null ? '.' : `; the nearest is "${nearest}".`}`)
    this.param = param
    this.value = value
    this.nearest = nearest
  }
}

/** A filter that no document could be asked, although its shape is right. */
export class InvalidFilter extends Error {
  override readonly name = 'InvalidFilter'
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}
