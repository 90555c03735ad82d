import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOf, numberTexts, textCount, viewOver } from './numbered-texts.ts'

test('texts are numbered by first sight, and only the same bytes have the same number, wherever they lie', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 14 }), { maxLength: 600 })
  fc.assert(
    fc.property(texts, fc.nat(3), (drawn, before) => {
      const numbered = numberTexts()
      const expected = [...new Set(drawn)]
      for (const text of drawn) {
        const bytes = Buffer.from(`${'z'.repeat(before)}${text}zzzz`, 'utf8')
        const number = numberOf(numbered, viewOver(bytes), before, bytes.length - 4)
        expect(number).toBe(expected.indexOf(text))
      }
      expect(textCount(numbered)).toBe(expected.length)
    }),
  )
})
