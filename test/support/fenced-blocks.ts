import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The blocks of code of a document of this repository, in order. */
export function fencedBlocks(path: string): { language: string; code: string }[] {
  const text = readFileSync(root + path, 'utf8')
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, indent, language, code]) => ({
    language: language!,
    code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/** The block that begins so. */
export function fencedBlock(path: string, begins: string): string {
  const found = fencedBlocks(path).find(({ code }) => code.startsWith(begins))
  if (!found) throw new Error(`${path} has no block that begins with ${begins}`)
  return found.code
}
