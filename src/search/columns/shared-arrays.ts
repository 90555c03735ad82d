/** Everything the index holds lies on shared buffers, so that a worker can build it and hand it over without a copy. */
export const sharedUint8 = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length))
export const sharedUint32 = (length: number): Uint32Array => new Uint32Array(new SharedArrayBuffer(length * 4))
export const sharedFloat64 = (length: number): Float64Array => new Float64Array(new SharedArrayBuffer(length * 8))

export type Codes = Uint8Array | Uint16Array | Uint32Array

/** A column of codes below `codeCount`, in the narrowest numbers that hold them. */
export function sharedCodes(length: number, codeCount: number): Codes {
  if (codeCount <= 0xff) return sharedUint8(length)
  if (codeCount <= 0xffff) return new Uint16Array(new SharedArrayBuffer(length * 2))
  return sharedUint32(length)
}
