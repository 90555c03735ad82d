import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewOver } from './numbered-texts.ts'
import { stageTimes, timeOf, zeroTime } from './times.ts'

test('S18: times are exact to the millisecond, those of one millisecond are one moment, and codes ascend with time', () => {
  // Microseconds since 2000, before and after it, some of one millisecond.
  const microseconds = fc.option(fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.maxSafeInteger()))
  fc.assert(
    fc.property(fc.array(microseconds, { maxLength: 900 }), (drawn) => {
      const staged = stageTimes()
      for (const time of drawn) {
        const bytes = Buffer.alloc(8)
        if (time === null) staged.addUnknown()
        else {
          bytes.writeBigInt64BE(BigInt(time))
          staged.addAt(viewOver(bytes), 0)
        }
      }
      const column = staged.finish(Int32Array.of(-1, ...drawn.keys()))
      const expected = drawn.map((time) => (time === null ? null : Math.floor(time / 1_000) + zeroTime))
      expect(column.codes.length).toBe(drawn.length + 1)
      expect([null, ...expected]).toEqual(Array.from(column.codes, (_, document) => timeOf(column, document)))
      const known = expected.filter((time) => time !== null)
      expect(Array.from(column.moments)).toEqual([...new Set(known)].sort((left, right) => left - right))
    }),
  )
})
