import { glob, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

it('tests draw their cases from one seed: none has its own, none is left to chance or to a time limit alone', async () => {
  const allowed = ['test/support/within.ts', 'test/rules/seeds.test.ts']
  const broken: string[] = []
  for await (const file of glob('{src,cli,sdk,web/src,test}/**/*.ts', { cwd: root })) {
    if (allowed.includes(file) || !/\.test\.ts$|-fixture\.ts$|^test\//.test(file)) continue
    const text = await readFile(new URL(file, root), 'utf8')
    if (/Math\.random\(|interruptAfterTimeLimit|numRuns:[^}]*\bseed\b/.test(text)) broken.push(file)
  }
  expect(broken).toEqual([])
})
