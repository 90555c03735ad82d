/** Lists of numbers that grow by doubling: a build does not know beforehand how many rows its feed holds. */
export type Growable<T extends Uint32Array | Float64Array | Uint8Array> = {
  push(value: number): void
  length(): number
  /** The numbers so far. The view is valid until the next push. */
  view(): T
}

export const growableUint32 = (): Growable<Uint32Array> => growable((length) => new Uint32Array(length))
export const growableFloat64 = (): Growable<Float64Array> => growable((length) => new Float64Array(length))
export const growableUint8 = (): Growable<Uint8Array> => growable((length) => new Uint8Array(length))

/** Texts one after the other, as bytes. */
export function growableText(): { push(text: string): void; length(): number; view(): Uint8Array } {
  let bytes = Buffer.allocUnsafeSlow(65536)
  let length = 0
  return {
    push(text) {
      // No character takes more than three bytes a unit in UTF-8.
      while (length + text.length * 3 > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(bytes.length * 2)
        bytes.copy(larger)
        bytes = larger
      }
      length += bytes.write(text, length, 'utf8')
    },
    length: () => length,
    view: () => bytes.subarray(0, length),
  }
}

function growable<T extends Uint32Array | Float64Array | Uint8Array>(allocate: (length: number) => T): Growable<T> {
  let values = allocate(1024)
  let length = 0
  return {
    push(value) {
      if (length === values.length) {
        const larger = allocate(values.length * 2)
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    length: () => length,
    view: () => values.subarray(0, length) as T,
  }
}
