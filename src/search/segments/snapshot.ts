import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Segment } from './segment.ts'

/**
 * A segment in a file. The first line is JSON: what the segment looks like, with a number in place of each array, and which
 * arrays follow. Then their bytes, one after the other. Everything is checked by sums before it is used.
 */
type Header = { writtenBy: string; state: object; shape: unknown; arrays: StoredArray[]; sum: number }
type StoredArray = { kind: keyof typeof kinds; length: number; sum: number }
type AnyArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

const kinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const
const chunkBytes = 1 << 24
/** Far more than a header has; a file of something else is noticed before it is read as one. */
const headerBytesMax = 1 << 24

/** The file is not what it should be: broken, of another release, or something else altogether. */
export class SnapshotRefused extends Error {}

/**
 * Segments are only as good as the code that built them, so a snapshot names that code: all of this module, by its contents.
 * No version has to be raised by hand, and none can be forgotten. How the rows are read is part of the name of their state.
 */
let code: string | undefined
function codeOfSearch(): string {
  if (code !== undefined) return code
  const folder = new URL('../', import.meta.url)
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|-fixture\.ts$/.test(name)).sort()) {
    hash.update(file).update(readFileSync(new URL(file, folder)))
  }
  code = hash.digest('hex')
  return code
}

/** Written next to it and renamed: a reader sees either the previous snapshot or this one, never half of either. */
export function writeSnapshot(path: string, segment: Segment, state: object): void {
  const arrays: AnyArray[] = []
  const shape = JSON.parse(
    JSON.stringify(segment, (_, value) => (isArray(value) ? { $: arrays.push(value) - 1 } : value)),
  )
  const stored = arrays.map((array) => ({ kind: kindOf(array), length: array.length, sum: sumOf(bytesOf(array)) }))
  const header = { writtenBy: codeOfSearch(), state, shape, arrays: stored }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomUUID()}`
  const file = openSync(aside, 'wx', 0o600)
  try {
    writeAll(file, Buffer.from(`${JSON.stringify({ ...header, sum: crc32(JSON.stringify(header)) })}\n`))
    for (const array of arrays) writeAll(file, bytesOf(array))
    fsyncSync(file)
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Throws `SnapshotRefused` when it can't be trusted, and the system's error when there is none. */
export function readSnapshot(path: string): { segment: Segment; state: object } {
  const file = openSync(path, 'r')
  try {
    const { header, length } = readHeader(file)
    let position = length
    const total = header.arrays.reduce(
      (sum, { kind, length }) => sum + length * kinds[kind].BYTES_PER_ELEMENT,
      position,
    )
    if (fstatSync(file).size !== total) throw new SnapshotRefused('it was cut off')
    const arrays = header.arrays.map(({ kind, length, sum }) => {
      const array = sharedArray(kind, length)
      position = readAll(file, bytesOf(array), position)
      if (sumOf(bytesOf(array)) !== sum) throw new SnapshotRefused('its bytes have changed')
      return array
    })
    return { segment: withArrays(header.shape, arrays) as Segment, state: header.state }
  } finally {
    closeSync(file)
  }
}

function readHeader(file: number): { header: Header; length: number } {
  const start = Buffer.alloc(Math.min(fstatSync(file).size, headerBytesMax))
  const end = start.subarray(0, readSync(file, start, 0, start.length, 0)).indexOf('\n')
  if (end === -1) throw new SnapshotRefused('it is not a snapshot')
  const header = parse(start.toString('utf8', 0, end))
  const { sum, ...rest } = header
  if (sum !== crc32(JSON.stringify(rest))) throw new SnapshotRefused('its header has changed')
  if (header.writtenBy !== codeOfSearch()) throw new SnapshotRefused('another release wrote it')
  return { header, length: end + 1 }
}

function parse(text: string): Header {
  try {
    return JSON.parse(text) as Header
  } catch {
    throw new SnapshotRefused('it is not a snapshot')
  }
}

function withArrays(shape: unknown, arrays: readonly AnyArray[]): unknown {
  if (typeof shape !== 'object' || shape === null) return shape
  if ('$' in shape) return arrays[shape.$ as number]
  return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, withArrays(part, arrays)]))
}

function sharedArray(kind: StoredArray['kind'], length: number): AnyArray {
  const Kind: new (memory: SharedArrayBuffer) => AnyArray = kinds[kind]
  return new Kind(new SharedArrayBuffer(length * kinds[kind].BYTES_PER_ELEMENT))
}

const isArray = (value: unknown): value is AnyArray => ArrayBuffer.isView(value)
const kindOf = (array: AnyArray): keyof typeof kinds => array.constructor.name as keyof typeof kinds
const bytesOf = (array: AnyArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0
  for (const chunk of chunksOf(bytes)) sum = crc32(chunk, sum)
  return sum
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at))
}

/** Where the next bytes begin. */
function readAll(file: number, bytes: Uint8Array, position: number): number {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, Math.min(chunkBytes, bytes.length - at), position + at)
    if (read === 0) throw new SnapshotRefused('it was cut off')
    at += read
  }
  return position + bytes.length
}
