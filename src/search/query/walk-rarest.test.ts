/** A walk over few documents finds exactly what a look at every document finds. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../../../test/support/seed.ts'
import { nextBits, setBits, wordsFor } from '../columns/bitset.ts'
import { layOutPostings, type PostingLists, postingWriter } from '../columns/posting-lists.ts'
import { spread } from '../indexing/spread.ts'
import type { Field } from '../segments/field.ts'
import type { Condition } from './conditions.ts'
import { candidatesMax, walkRarest } from './walk-rarest.ts'

const stores = 1_024
const contactsPerStore = 4
const contacts = stores * contactsPerStore
const contactsFrom = Uint32Array.from({ length: stores + 1 }, (_, store) => store * contactsPerStore)
const storeOf = Uint32Array.from({ length: contacts }, (_, contact) => Math.floor(contact / contactsPerStore))

/** One in so many documents carries each term: two are frequent, the others rare. */
const rarities = [3, 20, 80, 150, 400]
const terms = rarities.map((_, term) => term)

/** The terms of every document, the same in every run: a document carries a term if a scrambled number of it says so. */
const termsOf = (documents: number, salt: number): number[][] =>
  Array.from({ length: documents }, (_, document) =>
    terms.filter(
      (term) => Math.imul(document + 1, 0x9e3779b1 + term * 2 + salt * 64) >>> 8 < 2 ** 24 / rarities[term]!,
    ),
  )

function postingsOf(carried: readonly number[][]): PostingLists {
  const counts = Uint32Array.from(terms, (term) => carried.filter((one) => one.includes(term)).length)
  const postings = layOutPostings(carried.length, counts)
  const write = postingWriter(postings)
  for (const [document, one] of carried.entries()) for (const term of one) write(term, document)
  return postings
}

/** A document of a column carries one term at most. */
function columnOf(carried: readonly number[][]): Field {
  return {
    postings: postingsOf(carried),
    docValues: Uint8Array.from(carried, ([term]) => (term === undefined ? 0 : term + 1)),
  }
}

function listsOf(carried: readonly number[][]): Field {
  const offsets = new Uint32Array(carried.length + 1)
  for (const [document, one] of carried.entries()) offsets[document + 1] = offsets[document]! + one.length
  return { postings: postingsOf(carried), lists: { offsets, terms: Uint8Array.from(carried.flat()) } }
}

const rarestOnly = (carried: number[][]) => carried.map((one) => one.slice(-1))
/** What carries terms: contacts themselves, or their stores, in each form that a field has. */
const carriers = [
  {
    carried: termsOf(contacts, 1),
    make: (carried: number[][]) => ({ postings: postingsOf(carried) }),
    ofStores: false,
  },
  { carried: rarestOnly(termsOf(contacts, 2)), make: columnOf, ofStores: false },
  { carried: rarestOnly(termsOf(stores, 3)), make: columnOf, ofStores: true },
  { carried: termsOf(stores, 4), make: listsOf, ofStores: true },
].map(({ carried, make, ofStores }) => {
  const field: Field = make(carried)
  const postings = ofStores ? spread(field.postings, contactsFrom) : field.postings
  return { carried, field, postings, storeOf: ofStores ? storeOf : null }
})

type ConditionCase = { condition: Condition; fits(contact: number): boolean }

/** Often a frequent one alone, so that walks also start from several of those. */
const askedTerms = fc.oneof(fc.constant<number[]>([1]), fc.subarray(terms, { minLength: 1, maxLength: 3 }))

const carrying: fc.Arbitrary<ConditionCase> = fc
  .tuple(fc.constantFrom(...carriers), askedTerms, fc.boolean(), fc.boolean())
  .map(([{ carried, field, postings, storeOf: byStore }, asked, wanted, asRange]) => {
    const from = asked[0]!
    const isRange = asRange && field.docValues === undefined && field.lists === undefined
    const wordTerms = isRange ? { terms: [], range: { from, to: from + asked.length } } : { terms: asked }
    const sought = isRange ? terms.slice(from, from + asked.length) : asked
    const any = (contact: number) =>
      carried[byStore === null ? contact : byStore[contact]!]!.some((term) => sought.includes(term))
    return {
      condition: { kind: 'carries', terms: wordTerms, wanted, postings, field, storeOf: byStore } as Condition,
      fits: (contact: number) => any(contact) === wanted,
    }
  })
  .filter(({ condition }) => condition.kind !== 'carries' || (condition.terms.range?.to ?? 0) <= terms.length)

const listed: fc.Arbitrary<ConditionCase> = fc
  .tuple(fc.uniqueArray(fc.nat(contacts - 1), { maxLength: 90 }), fc.boolean(), fc.boolean())
  .map(([members, wanted, asSet]) => {
    const documents = Uint32Array.from(members).sort()
    const set = new Uint32Array(wordsFor(contacts))
    setBits(set, documents, 0, documents.length)
    return {
      condition: asSet ? { kind: 'in_set', set, wanted } : { kind: 'listed', documents, wanted },
      fits: (contact: number) => members.includes(contact) === wanted,
    }
  })

const spans = fc
  .oneof(fc.constant([0, stores]), fc.tuple(fc.nat(stores), fc.nat(stores)))
  .map(([one, other]) => ({
    from: Math.min(one!, other!) * contactsPerStore,
    to: Math.max(one!, other!) * contactsPerStore,
  }))
  .map(({ from, to }) => ({ from, to, window: { from: from >>> 5, to: from < to ? wordsFor(to) : from >>> 5 } }))

it('S1: a walk over the rarest documents finds what a look at every document finds', () => {
  const seen = { walked: 0, left: 0 }
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 5, arbitrary: carrying }, listed), { maxLength: 5 }),
      spans,
      (asked, span) => {
        const unions: Uint32Array[] = []
        const memory = {
          set: new Uint32Array(wordsFor(contacts)).fill(0x55555555),
          candidates: new Uint32Array(candidatesMax(contacts)),
          newUnion: () => unions[unions.push(new Uint32Array(wordsFor(contacts))) - 1]!,
        }
        const total = walkRarest(
          asked.map(({ condition }) => condition),
          span,
          memory,
        )
        if (total === null) return void seen.left++
        seen.walked++
        const expected: number[] = []
        for (let contact = span.from; contact < span.to; contact++) {
          if (asked.every(({ fits }) => fits(contact))) expected.push(contact)
        }
        expect(nextBits(memory.set, span.window.from * 32, span.window.to, contacts)).toEqual(expected)
        expect(total).toBe(expected.length)
      },
    ),
    { numRuns: cases(500) },
  )
  expect(Math.min(seen.walked, seen.left)).toBeGreaterThan(100)
})
