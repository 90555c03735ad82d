/** What a kept index was read by is part of the name of its state. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedName } from './feed.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'prospector-feed-'))
beforeAll(() => {
  for (const folder of ['base', 'catalog', 'db'])
    cpSync(join(root, 'src', folder), join(copy, 'src', folder), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

/** As another release has it, in which one file is changed. */
function nameAfter(file: string, change: (text: string) => string): string {
  const path = join(copy, 'src/catalog', file)
  const before = readFileSync(path, 'utf8')
  expect(change(before)).not.toBe(before)
  writeFileSync(path, change(before))
  const program = `import { feedName } from ${JSON.stringify(pathToFileURL(join(copy, 'src/catalog/feed.ts')).href)}; process.stdout.write(feedName)`
  const name = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  writeFileSync(path, before)
  return name
}

it.each([
  ['the mask of last names', 'masked-last-name.ts', (text: string) => text.replaceAll("'***'", "'****'")],
  ['who is visible', 'visible-contacts.ts', (text: string) => text.replace(' AND NOT contact.withheld', '')],
  ['which changes are for customers', 'held-changes.ts', (text: string) => text.replace("'recorded'", "'held'")],
  ['a column', 'feed.ts', (text: string) => text.replace("title: 'title'", "title: 'upper(title)'")],
])('S15: an index that was kept before %s was changed is not used', (_, file, change) => {
  expect(nameAfter(file, change)).not.toBe(feedName)
})

it('S15: whatever else of the catalogue is changed, a kept index is used', () => {
  expect(nameAfter('erasure.ts', (text) => `${text}\n// A note.\n`)).toBe(feedName)
})
