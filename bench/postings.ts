import { pathToFileURL } from 'node:url'
import { countBits, hasBit, intersectAll, setBits, wordsFor } from '../src/search/columns/bitset.ts'
import { isDense, type PostingLists, posting, unionOf } from '../src/search/columns/posting-lists.ts'
import { buildSegment } from '../src/search/indexing/build-segment.ts'
import { repeatedRows } from './repeated-rows.ts'

/** The part of `roaring-wasm` that is measured; it is no dependency of ours. */
type Roaring = {
  getSerializationSizeInBytes(format: 'portable'): number
  runOptimize(): boolean
  andCardinality(other: Roaring): number
}
type RoaringModule = { RoaringBitmap32: new (documents: Uint32Array) => Roaring }

/** A rare term in every form, and what one query does with it: keep what it shares with a frequent one, and count. */
type Form = { name: string; bytes: number; shared(frequent: number): number }

/**
 * `npm run bench postings [-- --contacts N] [--roaring FOLDER]`: bytes and speed of the lists of rare terms, apps and categories of
 * contacts, as runs (what the index has), as lists of documents (what it had), as lists of 16 bits a document, and as
 * roaring bitmaps, if `roaring-wasm` is installed in the folder.
 */
export async function run(options: string[]): Promise<void> {
  const option = (name: string): string | undefined => options[options.indexOf(name) + 1 || options.length]
  const contacts = Number(option('--contacts') ?? 1_000_000)
  const folder = option('--roaring')
  const roaring =
    folder && ((await import(pathToFileURL(`${folder}/node_modules/roaring-wasm/index.js`).href)) as RoaringModule)
  const { spreads, fields } = await buildSegment(repeatedRows(contacts))
  for (const [label, postings] of [
    ['apps of contacts', spreads['store.apps']!],
    ['categories of contacts', spreads['store.categories']!],
    ['apps of stores', fields['store.apps']!.postings],
    ['words of people', fields['person.query']!.postings],
  ] as const) {
    measure(label, postings, contacts, roaring || undefined)
  }
}

function measure(label: string, postings: PostingLists, contacts: number, roaring: RoaringModule | undefined): void {
  const terms = Array.from(postings.counts.keys())
  const rare = terms.filter((term) => !isDense(postings, term) && postings.counts[term]! > 0)
  const frequent = terms.filter((term) => isDense(postings, term)).slice(0, 4)
  const lists = rare.map((term) => documentsOf(postings, term))
  const forms = [ours(postings, rare), plain(postings, lists), halves(postings, lists)]
  if (roaring) forms.push(compressed(postings, lists, roaring.RoaringBitmap32))
  const asked = Array.from({ length: 200 }, (_, at) => (at * 7_919) % rare.length)
  // The best of each query: what other programs took in the other rounds is not the query's.
  const best = forms.map(() => asked.map(() => Number.POSITIVE_INFINITY))
  for (let round = 0; round < 30; round++) {
    for (const [at, form] of forms.entries()) {
      for (const [place, term] of asked.entries()) {
        const began = performance.now()
        form.shared(term * 4 + (place % frequent.length))
        best[at]![place] = Math.min(best[at]![place]!, performance.now() - began)
      }
    }
  }
  const times = best.map((list) => (list.reduce((sum, time) => sum + time, 0) * 1_000) / list.length)
  console.log(
    `\n| ${label}, ${rare.length} rare terms | bytes a contact | shared with a frequent term, counted |\n|---|---|---|`,
  )
  for (const [at, { name, bytes }] of forms.entries()) {
    console.log(`| ${name} | ${(bytes / contacts).toFixed(2)} | ${times[at]!.toFixed(1)} µs |`)
  }

  /** By number: the rare term's times four, plus the frequent one's. */
  function withScratch(name: string, bytes: number, fill: (set: Uint32Array, term: number) => void): Form {
    const words = wordsFor(postings.documents)
    const [union, both] = [new Uint32Array(words), new Uint32Array(words)]
    return {
      name,
      bytes,
      shared(asked) {
        fill(union.fill(0), Math.floor(asked / 4))
        intersectAll(both, [union, posting(postings, frequent[asked % 4]!)], 0, words)
        return countBits(both, 0, words)
      },
    }
  }

  function ours(of: PostingLists, rareTerms: number[]): Form {
    const window = { from: 0, to: wordsFor(of.documents) }
    const bytes = rareTerms.reduce((sum, term) => sum + posting(of, term).byteLength, 0)
    return withScratch('as the index has them', bytes, (set, at) => {
      unionOf(of, { terms: [rareTerms[at]!] }, window, () => set)
    })
  }

  function plain(_: PostingLists, all: Uint32Array[]): Form {
    const bytes = all.reduce((sum, list) => sum + list.byteLength, 0)
    return withScratch('32 bits a document', bytes, (set, at) => setBits(set, all[at]!, 0, all[at]!.length))
  }

  function halves(of: PostingLists, all: Uint32Array[]): Form {
    const chunks = (of.documents >>> 16) + 1
    const cut = all.map((list) => {
      const ends = new Uint32Array(chunks)
      for (const document of list) ends[document >>> 16]!++
      for (let chunk = 1; chunk < chunks; chunk++) ends[chunk]! += ends[chunk - 1]!
      return { ends, low: Uint16Array.from(list) }
    })
    const bytes = cut.reduce(
      (sum, { ends, low }) => sum + Math.min(low.length * 4, ends.byteLength + low.byteLength),
      0,
    )
    return withScratch('16 bits a document, in parts of 65,536', bytes, (set, at) => {
      const { ends, low } = cut[at]!
      for (let chunk = 0, place = 0; chunk < ends.length; chunk++) {
        const base = chunk << 11
        for (; place < ends[chunk]!; place++) set[base + (low[place]! >>> 5)]! |= 1 << (low[place]! & 31)
      }
    })
  }

  function compressed(of: PostingLists, all: Uint32Array[], Bitmap: RoaringModule['RoaringBitmap32']): Form {
    const make = (documents: Uint32Array): Roaring => {
      const bitmap = new Bitmap(documents)
      bitmap.runOptimize()
      return bitmap
    }
    const bitmaps = all.map(make)
    const others = frequent.map((term) => make(documentsOf(of, term)))
    const bytes = bitmaps.reduce((sum, bitmap) => sum + bitmap.getSerializationSizeInBytes('portable'), 0)
    const shared = (asked: number): number => bitmaps[Math.floor(asked / 4)]!.andCardinality(others[asked % 4]!)
    return { name: 'roaring-wasm', bytes, shared }
  }
}

/** Ascending, whichever form they are kept in. */
function documentsOf(postings: PostingLists, term: number): Uint32Array {
  const { counts, lengthBits } = postings
  const kept = posting(postings, term)
  const list = new Uint32Array(counts[term]!)
  let length = 0
  if (isDense(postings, term)) {
    for (let document = 0; document < postings.documents; document++)
      if (hasBit(kept, document)) list[length++] = document
  } else {
    for (const entry of kept) {
      for (let more = 0; more <= entry % 2 ** lengthBits; more++) list[length++] = (entry >>> lengthBits) + more
    }
  }
  return list
}
