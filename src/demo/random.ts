/** A stream of repeatable random numbers that can be put back to the start of any store. */
export interface Random {
  /** Starts the stream that belongs to one store; the same seed and index always give the same stream. */
  startStore(seed: number, index: number): void
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  /** A roughly bell-shaped number with mean 0 and deviation 1, never beyond ±3.5. */
  bell(): number
  pick<T>(choices: readonly T[]): T
}

const RANGE = 2 ** 32

/** Spreads the bits of a 32-bit number, so that neighbouring seeds and indexes have nothing in common. */
export function scramble(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}

/** The generator is sfc32: its state of 128 bits keeps the streams of millions of stores apart. */
export function createRandom(): Random {
  let a = 0
  let b = 0
  let c = 0
  let counter = 0

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  function below(limit: number): number {
    return Math.floor((next() * limit) / RANGE)
  }

  return {
    startStore(seed, index) {
      a = scramble(seed)
      b = scramble(Math.floor(seed / RANGE) ^ a)
      c = scramble(index ^ b)
      counter = 1
      for (let round = 0; round < 8; round++) next()
    },
    below,
    chance(probability) {
      return next() < probability * RANGE
    },
    bell() {
      const first = next()
      const second = next()
      const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16)
      return (sum / 0xffff - 2) * Math.sqrt(3)
    },
    pick<T>(choices: readonly T[]): T {
      return choices[below(choices.length)]!
    },
  }
}

/** Makes a picker that takes each value in proportion to its weight, in constant time (Vose's alias method). */
export function weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): (random: Random) => T {
  const count = entries.length
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  const values = entries.map(([value]) => value)
  const share = Float64Array.from(entries, ([, weight]) => (weight * count) / total)
  const alias = new Uint16Array(count)
  const small = [...share.keys()].filter((slot) => share[slot]! < 1)
  const large = [...share.keys()].filter((slot) => share[slot]! >= 1)
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop()!
    const rich = large.pop()!
    alias[poor] = rich
    share[rich] = share[rich]! - (1 - share[poor]!)
    ;(share[rich]! < 1 ? small : large).push(rich)
  }
  for (const slot of [...small, ...large]) share[slot] = 1

  return (random) => {
    const point = random.below(count * 65_536)
    const slot = point >>> 16
    return values[(point & 0xffff) < share[slot]! * 65_536 ? slot : alias[slot]!]!
  }
}
