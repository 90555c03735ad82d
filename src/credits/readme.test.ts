import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

/** The numbers in front of the titles of tests, such as "L4, L6: …" or "L1 to L12: …". */
async function readCitations(): Promise<Set<string>> {
  const cited = new Set<string>()
  for (const folder of ['src/credits', 'src/usage', 'test/journeys', 'test/faults']) {
    for (const name of await readdir(new URL(folder, root))) {
      if (!name.endsWith('.test.ts')) continue
      const text = await readFile(new URL(`${folder}/${name}`, root), 'utf8')
      for (const [, numbers] of text.matchAll(/'(L\d+(?:, L\d+)*): /g)) {
        for (const number of numbers!.split(', ')) cited.add(number)
      }
    }
  }
  return cited
}

it('every invariant of the README is cited by a test, and no test cites one that is not there', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')
  const listed = [...readme.matchAll(/^\| (L\d+) /gm)].map(([, number]) => number!)
  expect(listed.length).toBeGreaterThan(0)
  expect([...(await readCitations())].sort()).toEqual(listed.sort())
})
