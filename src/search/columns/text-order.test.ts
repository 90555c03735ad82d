import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areSameTexts, orderOfTexts, type TextBytes } from './text-order.ts'

function joined(texts: readonly string[]): TextBytes {
  const offsets = Uint32Array.of(0, ...texts.map((text) => Buffer.byteLength(text)))
  for (let at = 1; at < offsets.length; at++) offsets[at]! += offsets[at - 1]!
  return { bytes: Buffer.from(texts.join('')), offsets }
}

const numbersInOrder = (texts: readonly string[], bytesOf: (text: string) => Buffer): number[] =>
  Array.from(texts.keys()).sort(
    (left, right) => Buffer.compare(bytesOf(texts[left]!), bytesOf(texts[right]!)) || left - right,
  )

test('texts are in the order of their bytes from either end, equal ones in that of their numbers, however long and many', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 20 }),
    fc.constantFrom('warehouse collection', 'warehouse collections', 'other warehouse collection'),
  )
  const texts = fc.oneof(
    fc.array(text, { maxLength: 40 }),
    fc.array(text, { maxLength: 30 }).map((drawn) => Array.from({ length: 300 }, () => drawn).flat()),
  )
  fc.assert(
    fc.property(texts, (drawn) => {
      const all = joined(drawn)
      expect(Array.from(orderOfTexts(all, 'beginning'))).toEqual(numbersInOrder(drawn, (text) => Buffer.from(text)))
      expect(Array.from(orderOfTexts(all, 'end'))).toEqual(numbersInOrder(drawn, (text) => Buffer.from(text).reverse()))
      for (const [at, text] of drawn.entries()) expect(areSameTexts(all, at, 0)).toBe(text === drawn[0])
    }),
    { numRuns: 60 },
  )
})
