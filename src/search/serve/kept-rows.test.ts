/** Rows that are asked for again are copied instead of written: the same bytes, whatever was asked for in between. */
import { expect, it } from 'vitest'
import { createJsonWriter, json } from './json-writer.ts'
import { createKeptRows } from './kept-rows.ts'

/** Writes documents as their numbers, and tells which had to be written. */
function rowsIn(places: number) {
  const kept = createKeptRows(places)
  const writer = createJsonWriter()
  return (documents: number[], rowOf = (document: number) => `"row ${document}"`) => {
    const written: number[] = []
    for (const document of documents) {
      if (kept.write(writer, document)) continue
      const from = writer.length()
      writer.raw(json(rowOf(document)))
      kept.keep(writer, document, from)
      written.push(document)
    }
    return { text: writer.take().toString('utf8'), written }
  }
}

it('a row is written once, and after that copied', () => {
  const write = rowsIn(8)
  expect(write([1, 2, 1])).toEqual({ text: '"row 1""row 2""row 1"', written: [1, 2] })
  expect(write([2, 5, 1])).toEqual({ text: '"row 2""row 5""row 1"', written: [5] })
})

it('of two documents with the same place the later one is kept, and neither is taken for the other', () => {
  const write = rowsIn(4)
  expect(write([1, 5, 1, 5, 0])).toEqual({ text: '"row 1""row 5""row 1""row 5""row 0"', written: [1, 5, 1, 5, 0] })
  expect(write([5, 0]).written).toEqual([])
})

it('a row longer than a place is written each time, and leaves the one that is kept there', () => {
  const write = rowsIn(4)
  const long = (document: number) => `"${document} ${'x'.repeat(2_000)}"`
  write([1])
  expect(write([5], long)).toEqual({ text: long(5), written: [5] })
  expect(write([5], long).written).toEqual([5])
  expect(write([1])).toEqual({ text: '"row 1"', written: [] })
})

it('an index without contacts has nothing to keep', () => {
  expect(rowsIn(0)([]).text).toBe('')
})
