import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinTexts } from '../columns/texts.ts'
import { nameSortKey } from '../segments/sort-orders.ts'
import { nameKeys } from './name-keys.ts'

test('S18: keys of names compare as the strings that cursors hold, in all planes of Unicode and with escapes', () => {
  const unit = fc.constantFrom('a', 'B', 'é', '"', '\\', '\n', '李', '\u{ffee}', '\u{e000}', '😀', '𐀀', '\u{10ffff}')
  const names = fc.array(fc.oneof(fc.string({ unit, maxLength: 6 }), fc.string({ unit: 'grapheme', maxLength: 6 })))
  fc.assert(
    fc.property(names, (drawn) => {
      const { bytes, offsets } = nameKeys(joinTexts(drawn.map((name) => Buffer.from(JSON.stringify(name)))))
      const keyOf = (at: number) => bytes.subarray(offsets[at]!, offsets[at + 1]!)
      for (const [left, name] of drawn.entries()) {
        for (const [right, other] of drawn.entries()) {
          const [one, two] = [nameSortKey(name), nameSortKey(other)]
          const expected = one === two ? 0 : one < two ? -1 : 1
          expect(Math.sign(Buffer.compare(keyOf(left), keyOf(right)))).toBe(expected)
        }
      }
    }),
  )
})
