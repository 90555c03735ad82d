import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clearRange,
  countBits,
  countRange,
  intersectAll,
  nextBits,
  setBits,
  setRange,
  uniteAll,
  wordsFor,
} from './bitset.ts'

const size = 200
const documentLists = fc.uniqueArray(fc.nat(size - 1))
const ranges = fc.tuple(fc.nat(size), fc.nat(size)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

function setOf(documents: number[]): Uint32Array {
  const set = new Uint32Array(wordsFor(size))
  setBits(set, Uint32Array.from(documents), 0, documents.length)
  return set
}

const members = (set: Uint32Array) => nextBits(set, 0, set.length, size)
const ascending = (documents: Iterable<number>) => [...documents].toSorted((left, right) => left - right)

test('a set gives back exactly the documents put into it, in order, from any start and up to any limit', () => {
  fc.assert(
    fc.property(documentLists, fc.nat(size), fc.nat(size), (documents, start, limit) => {
      const set = setOf(documents)
      expect(nextBits(set, start, set.length, limit)).toEqual(
        ascending(documents)
          .filter((document) => document >= start)
          .slice(0, limit),
      )
      expect(countBits(set, 0, set.length)).toBe(documents.length)
    }),
  )
})

test('ranges are added, removed and counted exactly, across words as within one', () => {
  fc.assert(
    fc.property(documentLists, ranges, (documents, { from, to }) => {
      const inside = documents.filter((document) => document >= from && document < to)
      const outside = documents.filter((document) => document < from || document >= to)
      const whole = Array.from({ length: to - from }, (_, at) => from + at)
      const set = setOf(documents)
      expect(countRange(set, from, to)).toBe(inside.length)
      setRange(set, from, to)
      expect(members(set)).toEqual(ascending([...outside, ...whole]))
      clearRange(set, from, to)
      expect(members(set)).toEqual(ascending(outside))
    }),
  )
})

test('the union of any number of sets holds the documents of all', () => {
  fc.assert(
    fc.property(fc.array(documentLists, { maxLength: 11 }), (lists) => {
      const target = setOf([])
      uniteAll(target, lists.map(setOf), 0, target.length)
      expect(members(target)).toEqual(ascending(new Set(lists.flat())))
    }),
  )
})

test('an intersection of any number of sets holds what all of them hold, whatever the target held before', () => {
  fc.assert(
    fc.property(fc.array(documentLists, { minLength: 1, maxLength: 5 }), documentLists, (lists, before) => {
      const target = setOf(before)
      intersectAll(target, lists.map(setOf), 0, target.length)
      expect(members(target)).toEqual(ascending(lists[0]!.filter((one) => lists.every((list) => list.includes(one)))))
    }),
  )
})
