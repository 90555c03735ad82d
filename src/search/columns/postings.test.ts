import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextBits, setRange, wordsFor } from './bitset.ts'
import { bitsetOf, carries, isDense, keepAny, layOutPostings, postingWriter, removeAny } from './postings.ts'

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
const all = () => {
  const set = new Uint32Array(whole.to)
  setRange(set, 0, documents)
  return set
}
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

test('any keeps and none removes exactly the carriers, within the window that is asked about', () => {
  const terms = fc.subarray([0, 1, 2, 3])
  const windows = fc
    .tuple(fc.nat(whole.to), fc.nat(whole.to))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  fc.assert(
    fc.property(lists, terms, windows, (drawn, asked, window) => {
      const postings = postingsOf(drawn)
      const fits = (document: number) => asked.some((term) => drawn[term]!.includes(document))
      const isInside = (document: number) => document >= window.from * 32 && document < window.to * 32
      const kept = all()
      keepAny(kept, new Uint32Array(whole.to), postings, { terms: asked }, window)
      expect(members(kept)).toEqual(members(all()).filter((document) => !isInside(document) || fits(document)))
      const [from = 0, to = 0] = [asked[0], asked.at(-1)]
      const inRange = (document: number) => drawn.slice(from, to).some((list) => list.includes(document))
      const keptByRange = all()
      keepAny(keptByRange, new Uint32Array(whole.to), postings, { terms: [], range: { from, to } }, window)
      expect(members(keptByRange)).toEqual(
        members(all()).filter((document) => !isInside(document) || inRange(document)),
      )
      const left = all()
      removeAny(left, postings, asked, window)
      expect(members(left)).toEqual(members(all()).filter((document) => !isInside(document) || !fits(document)))
    }),
  )
})
