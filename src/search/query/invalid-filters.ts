/** Errors that the schema of a request can't rule out. */

/** A filter that no document could be asked, although its shape is right. Operations turn it into the reply a caller sees. */
export class InvalidFilter extends Error {
  override readonly name: string = 'InvalidFilter'
  /** The dotted path, for example `store.apps.any[0]`. */
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

/** A value that is not in a closed list. */
export class UnknownFilterValue extends InvalidFilter {
  override readonly name = 'UnknownFilterValue'
  readonly value: string
  readonly nearest: string | null

  constructor(param: string, value: string, nearest: string | null) {
    super(param, `"${value}" is not a known value${nearest === null ? '.' : `; the nearest is "${nearest}".`}`)
    this.value = value
    this.nearest = nearest
  }
}
