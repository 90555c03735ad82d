import { expect, test } from 'vitest'
import { viewOver } from './numbered-texts.ts'
import { textOf } from './term-dictionary.ts'
import { stageWordList } from './word-list.ts'

/** More than a sort by comparison takes on, of all lengths, many with the same first or last eight letters. */
const spelled = Array.from({ length: 6_000 }, (_, number) => {
  const own = (number * 7_919).toString(36)
  return ['', 'a', 'warehouse', 'é'][number % 4] + own + ['', 'z', 'collection', 'ß'][Math.floor(number / 4) % 4]
})

test('S5: words are numbered in the order of their bytes, whatever order they came in, and listed as read from the end', () => {
  const staged = stageWordList()
  const codes = [...spelled, ...spelled].map((word) => {
    const bytes = Buffer.from(word)
    return staged.codeOf(viewOver(bytes), 0, bytes.length)
  })
  const { words, termOf } = staged.finish()
  const listed = Array.from(words.fromEnd, (_, term) =>
    textOf(words.bytes, words.offsets[term]!, words.offsets[term + 1]!),
  )
  const byBytes = (text: (word: string) => Buffer) => (left: string, right: string) =>
    Buffer.compare(text(left), text(right))
  expect(listed).toEqual(spelled.toSorted(byBytes((word) => Buffer.from(word))))
  expect(Array.from(words.fromEnd, (term) => listed[term])).toEqual(
    spelled.toSorted(byBytes((word) => Buffer.from(word).reverse())),
  )
  expect(codes.map((code) => listed[termOf[code]!])).toEqual([...spelled, ...spelled])
})
