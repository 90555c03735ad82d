import { expect, test } from 'vitest'
import { fold, wordsOf } from './words.ts'

test.each([
  ['Head of E-Commerce', ['head', 'of', 'e', 'commerce']],
  ['Directeur Général', ['directeur', 'general']],
  ['DIRECTEUR GÉNÉRAL', ['directeur', 'general']],
  ['İstanbul R&D', ['istanbul', 'r', 'd']],
  ['CEO / ceo', ['ceo']],
  ['营销 主管', ['营销', '主管']],
  [' … ', []],
])('S5: the words of %j ignore case, accents and punctuation', (title, words) => {
  expect(wordsOf(title)).toEqual(words)
})

test('words are whole: nothing is stemmed or cut', () => {
  expect(wordsOf('Marketing Market Markets')).toEqual(['marketing', 'market', 'markets'])
})

test('values match without regard to case, composition and blanks around them', () => {
  expect(fold(' Über App ')).toBe(fold('u\u0308ber app'))
})
