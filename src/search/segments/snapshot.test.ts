/** A segment survives a file exactly, and a file that is not exactly right is not used. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { feedOf } from '../indexing/row-feed.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import { withSuppressions } from '../serve/index-fixture.ts'
import { nextSegments } from './segment-set.ts'
import { readSnapshot, SnapshotRefused, writeSnapshot } from './snapshot.ts'

const folder = mkdtempSync(join(tmpdir(), 'prospector-snapshot-'))
const path = join(folder, 'search', 'base.snapshot')
afterAll(() => rmSync(folder, { recursive: true }))

const segment = await buildSegment(feedOf([randomCatalogue(seed, 40)]))
writeSnapshot(path, segment, { version: 7 })
const intact = readFileSync(path)

it('S15: the snapshot that is read equals the one that was written, on shared memory', () => {
  const { segment: read, state } = readSnapshot(path)
  expect(state).toEqual({ version: 7 })
  expect(read).toEqual(segment)
  expect(read.contactIds.buffer).toBeInstanceOf(SharedArrayBuffer)
  const everyone = { query: {}, limit: 10_000 }
  const searched = [segment, read].map((one) => withSuppressions(nextSegments([], [{ number: 1, segment: one }])))
  expect(searched[1]!.searchContacts(everyone).ids).toEqual(searched[0]!.searchContacts(everyone).ids)
})

it('S15: one flipped bit, wherever it is, makes it useless', () => {
  const step = Math.max(1, Math.floor(intact.length / 100))
  for (let at = 0; at < intact.length; at += step) {
    const flipped = Buffer.from(intact)
    flipped[at]! ^= 1 << (at % 8)
    writeFileSync(path, flipped)
    expect(() => readSnapshot(path), `byte ${at} of ${intact.length}`).toThrow(SnapshotRefused)
  }
})

it('S15: one that was cut off, has something behind it, is empty or is something else is refused', () => {
  const wrong = [
    intact.subarray(0, intact.length >> 1),
    intact.subarray(0, intact.length - 1),
    Buffer.concat([intact, Buffer.from([0])]),
    Buffer.alloc(0),
    Buffer.from('{"writtenBy":"me"}\n'),
    Buffer.from('a text\nof two lines'),
  ]
  for (const bytes of wrong) {
    writeFileSync(path, bytes)
    expect(() => readSnapshot(path)).toThrow(SnapshotRefused)
  }
})

it('S15: a write that fails leaves the one before, and nothing else', () => {
  writeFileSync(path, intact)
  mkdirSync(join(folder, 'taken', 'inside'), { recursive: true })
  expect(() => writeSnapshot(join(folder, 'taken'), segment, {})).toThrow()
  expect(readdirSync(folder).sort()).toEqual(['search', 'taken'])
  expect(() => writeSnapshot(join(path, 'below a file'), segment, {})).toThrow()
  expect(readSnapshot(path).state).toEqual({ version: 7 })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

it.runIf(canMount)(
  'S15: a disk that fills up while it is written leaves the one before, and nothing else',
  ({ skip }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      skip('this machine does not let root mount a small disk')
    }
    try {
      const small = join(disk, 'base.snapshot')
      writeSnapshot(small, segment, { version: 8 })
      expect(() => writeFileSync(join(disk, 'other'), Buffer.alloc(8 * 2 ** 20))).toThrow('ENOSPC')
      expect(() => writeSnapshot(small, segment, { version: 9 })).toThrow('ENOSPC')
      expect(readdirSync(disk).sort()).toEqual(['base.snapshot', 'other'])
      expect(readSnapshot(small).state).toEqual({ version: 8 })
    } finally {
      execFileSync('umount', [disk])
    }
  },
)
