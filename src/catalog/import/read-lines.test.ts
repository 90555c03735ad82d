import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Input, openInputs } from './inputs/open-inputs.ts'
import { readLines } from './inputs/read-inputs.ts'
import { type Arrival, lineBytesMax } from './read-lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prospector-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

const input: Omit<Input, 'open'> = { name: 'file', bytesTotal: null, format: 'ndjson', about: 'stores', path: null }

async function read(...chunks: Buffer[]): Promise<Arrival[]> {
  return collect(readLines([{ ...input, open: () => Readable.from(chunks) }]))
}

async function collect(source: AsyncIterable<Arrival[]>): Promise<Arrival[]> {
  const all: Arrival[] = []
  for await (const arrivals of source) all.push(...arrivals)
  return all
}

const textOf = (arrival: Arrival) => ('text' in arrival ? arrival.text.trim() : '')

describe('lines', () => {
  test('are the same wherever the chunks are cut', async () => {
    const text = '\ufeffone\r\n\n  \ntwo ü€😀\nthree'
    const bytes = Buffer.from(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const chunks = edges.slice(1).map((end, at) => bytes.subarray(edges[at], end))
        const arrivals = await read(...chunks)
        expect(arrivals.map((arrival) => [arrival.line, textOf(arrival)])).toEqual([
          [1, 'one'],
          [4, 'two ü€😀'],
          [5, 'three'],
        ])
      }),
    )
  })

  test('one that is too long is rejected with its beginning, and the next are read', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const chunks = Array.from({ length: lineBytesMax / chunk.length + 2 }, () => chunk)
    const arrivals = await read(Buffer.from('first\nlong:'), ...chunks, Buffer.from('y\nnext\nlast'))
    expect(arrivals.map((arrival) => [arrival.line, textOf(arrival).slice(0, 6), 'problem' in arrival])).toEqual([
      [1, 'first', false],
      [2, 'long:x', true],
      [3, 'next', false],
      [4, 'last', false],
    ])
    expect(textOf(arrivals[1]!).length).toBeLessThan(2_000)
  })

  test('a last line that is too long is rejected as well, and one that just fits is not', async () => {
    const [fits] = await read(Buffer.alloc(lineBytesMax, 'x'))
    expect('problem' in fits!).toBe(false)
    const [tooLong] = await read(Buffer.alloc(lineBytesMax, 'x'), Buffer.from('x'))
    expect('problem' in tooLong!).toBe(true)
  })

  test('broken UTF-8 spoils its own line only', async () => {
    const arrivals = await read(
      Buffer.concat([Buffer.from('gut ü\n'), Buffer.from([0xc3, 0x28]), Buffer.from('\nok\n')]),
    )
    expect(arrivals.map((arrival) => 'problem' in arrival)).toEqual([false, true, false])
  })
})

describe('inputs', () => {
  test('IMPORT-1: plain files, compressed ones whatever their name, several parts in one, and stdin, in order', async () => {
    await writeFile(join(folder, 'plain'), 'a\nb')
    await writeFile(join(folder, 'packed.gz'), Buffer.concat([gzipSync('c\n'), gzipSync('d\n')]))
    await writeFile(join(folder, 'packed-without-ending'), gzipSync('e'))
    await writeFile(join(folder, 'empty'), '')
    const paths = ['plain', 'packed.gz', 'packed-without-ending', 'empty'].map((name) => join(folder, name))
    const inputs = await openInputs([...paths, '-'], Readable.from([gzipSync('f\ng')]))
    let bytes = 0
    const source = readLines(inputs, (count) => {
      bytes += count
    })
    const arrivals = await collect(source)
    expect(arrivals.map((arrival) => [arrival.line, textOf(arrival)])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [1, 'c'],
      [2, 'd'],
      [1, 'e'],
      [1, 'f'],
      [2, 'g'],
    ])
    expect(inputs.map((input) => input.bytesTotal === null)).toEqual([false, false, false, false, true])
    expect(bytes).toBeGreaterThanOrEqual(inputs.reduce((sum, input) => sum + (input.bytesTotal ?? 0), 0))
  })

  test('a missing file is named before anything is read', async () => {
    await expect(openInputs([join(folder, 'nowhere')], process.stdin)).rejects.toThrow(/There is no file .*nowhere/)
    await expect(openInputs([folder], process.stdin)).rejects.toThrow('is a directory')
  })

  test('a compressed file that ends too early is an error, not the end', async () => {
    const packed = gzipSync('a\n'.repeat(10_000))
    await expect(read(packed.subarray(0, packed.length - 12))).rejects.toThrow("file can't be read to its end")
  })
})
