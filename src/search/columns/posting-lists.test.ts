import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextBits, wordsFor } from './bitset.ts'
import { bitsetOf, carries, isDense, layOutPostings, postingWriter, type Terms, unionOf } from './posting-lists.ts'

const documents = 300

/** Term 0 is frequent, term 1 rare, term 2 is carried by nobody; further ones as drawn. */
function postingsOf(lists: number[][]) {
  const postings = layOutPostings(documents, Uint32Array.from(lists.map((list) => list.length)))
  const write = postingWriter(postings)
  for (let document = 0; document < documents; document++) {
    for (const [term, list] of lists.entries()) if (list.includes(document)) write(term, document)
  }
  return postings
}

const everySecond = Array.from({ length: documents / 2 }, (_, at) => at * 2)
const lists = fc
  .tuple(fc.uniqueArray(fc.nat(documents - 1), { maxLength: 9 }), fc.uniqueArray(fc.nat(documents - 1)))
  .map(([rare, drawn]) => [everySecond, rare, [], drawn])

const whole = { from: 0, to: wordsFor(documents) }
const members = (set: Uint32Array) => nextBits(set, 0, set.length, documents)

test('S2: a frequent term takes a bit a document, a rare one four bytes a carrier, and both say the same', () => {
  fc.assert(
    fc.property(lists, (drawn) => {
      const postings = postingsOf(drawn)
      expect(isDense(postings, 0)).toBe(true)
      expect(isDense(postings, 1)).toBe(false)
      for (const [term, list] of drawn.entries()) {
        const expected = list.toSorted((left, right) => left - right)
        expect(members(bitsetOf(postings, term))).toEqual(expected)
        for (let document = 0; document < documents; document++) {
          expect(carries(postings, term, document)).toBe(list.includes(document))
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('a union holds exactly the carriers of its terms, within the window that is asked about', () => {
  const terms = fc.subarray([0, 1, 2, 3])
  const windows = fc
    .tuple(fc.nat(whole.to), fc.nat(whole.to))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  fc.assert(
    fc.property(lists, terms, windows, (drawn, asked, window) => {
      const postings = postingsOf(drawn)
      const inWindow = (documents: Iterable<number>) =>
        [...documents].filter((document) => document >= window.from * 32 && document < window.to * 32)
      const union = (of: Terms) => inWindow(members(unionOf(postings, of, window, () => new Uint32Array(whole.to))))
      const carriersOf = (several: readonly number[][]) =>
        inWindow(new Set(several.flat())).toSorted((left, right) => left - right)
      expect(union({ terms: asked })).toEqual(carriersOf(asked.map((term) => drawn[term]!)))
      const [from = 0, to = 0] = [asked[0], asked.at(-1)]
      expect(union({ terms: [], range: { from, to } })).toEqual(carriersOf(drawn.slice(from, to)))
    }),
  )
})
