/**
 * The server and the command as a few files that the setup compiles out of the sources (scripts/compile), which a start reads
 * in half the time and memory. They count only while every source is as it was: whoever changes one runs what they wrote.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const compiledFolder = (root) => join(root, 'dist', 'server')

export const digestOf = (content) => createHash('sha256').update(content).digest('hex')

/** What the setup noted: `folder`, the files in it that a start loads, and of each source its size, time and digest. Null: nothing is compiled. */
export function readCompiled(root) {
  try {
    return JSON.parse(readFileSync(join(compiledFolder(root), 'current.json'), 'utf8'))
  } catch {
    return null
  }
}

/** Times differ in a copy of the folder; then the contents are compared. */
export function isCompiledFrom(root, sources) {
  return Object.entries(sources).every(([path, { size, time, digest }]) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    if (found?.size !== size) return false
    return found.mtimeMs === time || digestOf(readFileSync(join(root, path))) === digest
  })
}
