import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewOver } from './numbered-texts.ts'
import { textOf } from './term-dictionary.ts'
import { fold, wordReader, wordsOf } from './words.ts'

test.each([
  ['Head of E-Commerce', ['head', 'of', 'e', 'commerce']],
  ['Directeur Général', ['directeur', 'general']],
  ['DIRECTEUR GÉNÉRAL', ['directeur', 'general']],
  ['İstanbul R&D', ['istanbul', 'r', 'd']],
  ['Główny Direktør, Straße', ['glowny', 'direktor', 'strasse']],
  ['CEO / ceo', ['ceo']],
  ['ΟΔΟΣ Νίκος νικοσ', ['οδοσ', 'νικοσ']],
  ['ﬁnance ＦＵＬＬ Ⅷ', ['finance', 'full', 'viii']],
  ['ｶﾀｶﾅ カタカナ', ['カタカナ']],
  ['营销 主管', ['营销', '主管']],
  [' … ', []],
])('FILTER-6, S5: the words of %j ignore case, accents and punctuation', (title, words) => {
  expect(wordsOf(title)).toEqual(words)
})

test('FILTER-6: words are whole: nothing is stemmed or cut', () => {
  expect(wordsOf('Marketing Market Markets')).toEqual(['marketing', 'market', 'markets'])
})

test('FILTER-4: values match without regard to case, composition and blanks around them', () => {
  expect(fold(' Über App ')).toBe(fold('u\u0308ber app'))
  expect(fold('STRASSE Pixel')).toBe(fold('straße pixel'))
})

test('S5: a build reads the same words out of bytes as a query out of its text', () => {
  const read: string[] = []
  const readWords = wordReader((bytes, from, to) => read.push(textOf(bytes, from, to)))
  const titles = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constant('Head of Growth ').map((text) => text.repeat(30)),
  )
  fc.assert(
    fc.property(titles, fc.nat(5), (title, before) => {
      const bytes = Buffer.from(`${'x'.repeat(before)}${title}y`, 'utf8')
      read.length = 0
      readWords(viewOver(bytes), before, bytes.length - 1)
      expect([...new Set(read)]).toEqual(wordsOf(Buffer.from(title, 'utf8').toString('utf8')))
    }),
  )
})
