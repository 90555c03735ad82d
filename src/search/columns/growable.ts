/** Lists of numbers that grow by doubling: a build does not know beforehand how many rows its feed holds. */
export type Growable<T extends Uint32Array | Float64Array | Uint8Array> = { values: T; length: number }

export const growableUint32 = (): Growable<Uint32Array> => ({ values: new Uint32Array(1024), length: 0 })
export const growableFloat64 = (): Growable<Float64Array> => ({ values: new Float64Array(1024), length: 0 })
export const growableUint8 = (): Growable<Uint8Array> => ({ values: new Uint8Array(1024), length: 0 })

/** Ensures capacity for more numbers. The caller writes them after the last one and raises the length. */
export function reserve<T extends Uint32Array | Float64Array | Uint8Array>(list: Growable<T>, more: number): T {
  if (list.length + more > list.values.length) {
    const capacity = Math.max(list.values.length * 2, list.length + more)
    const larger = new (list.values.constructor as new (length: number) => T)(capacity)
    larger.set(list.values.subarray(0, list.length))
    list.values = larger
  }
  return list.values
}

export function push(list: Growable<Uint32Array>, value: number): void {
  reserve(list, 1)[list.length++] = value
}

/** The numbers so far. The view is valid until the list grows. */
export const viewOf = <T extends Uint32Array | Float64Array | Uint8Array>({ values, length }: Growable<T>): T =>
  values.subarray(0, length) as T
