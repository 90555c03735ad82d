/** The compiled command does what its sources say, and never what they said before they were changed. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

const sources = {
  'cli/main.ts': `
    import { Worker } from 'node:worker_threads'
    type Word = string
    const beside = new URL('../src/beside.txt', import.meta.url)
    const { explain }: { explain: () => Word } = await import('../src/explain.ts')
    const thread = new Worker(new URL('../src/thread.ts', import.meta.url), { workerData: beside.href })
    const said = await new Promise((resolve) => thread.once('message', resolve))
    console.log(JSON.stringify({ said, trace: explain(), isCompiled: new Error().stack === undefined || import.meta.dirname.includes('dist') }))`,
  'src/explain.ts': `
    /* A comment, and types, that are gone when this is compiled. */
    type Fault = { message: string }
    class Refused extends Error {}
    const refuse = ({ message }: Fault) => { throw new Refused(message) }

    export function explain(): string {
      try { refuse({ message: 'No.' }) } catch (error) { return (error as Error).stack! }
      return ''
    }`,
  'src/thread.ts': `
    import { readFileSync } from 'node:fs'
    import { parentPort, workerData } from 'node:worker_threads'
    import { explain } from './explain.ts'
    parentPort!.postMessage({ text: readFileSync(new URL(workerData as string), 'utf8'), trace: explain() })`,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prospector-compile-'))
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const [path, text] of Object.entries(sources)) write(path, text)
  write('src/beside.txt', 'words beside')
  write('package.json', '{ "type": "module" }')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const compile = () => execFileSync(process.execPath, [join(root, 'scripts/setup/compile.mjs'), folder])
const builds = () => readdirSync(join(folder, 'dist/server')).filter((name) => name !== 'current.json')

function run(): { said: { text: string; trace: string }; trace: string; isCompiled: boolean } {
  const printed = execFileSync(process.execPath, ['bin/start.mjs'], { cwd: folder, encoding: 'utf8' })
  return JSON.parse(printed)
}

it('RUN-19: compiled code runs, with its threads and the files beside its sources, and its traces name the sources', () => {
  const fromSources = run()
  expect(fromSources).toMatchObject({ isCompiled: false, said: { text: 'words beside' } })
  compile()
  const compiled = run()
  expect(compiled).toMatchObject({ isCompiled: true, said: { text: 'words beside' } })
  for (const { trace } of [compiled, compiled.said]) {
    expect(trace).toMatch(
      /^Error: No\.\n {4}at refuse \(file:\/\/\S+\/src\/explain\.ts:5:\d+\)\n {4}at explain \(\S+\/src\/explain\.ts:8:\d+\)/,
    )
    expect(trace).not.toContain('dist/server')
  }
  expect(compiled.trace.split('\n')[0]).toBe(fromSources.trace.split('\n')[0])
})

it('RUN-19: a source that was changed, or is gone, is what runs; a time that changed alone means nothing', () => {
  compile()
  const path = join(folder, 'src/explain.ts')
  utimesSync(path, new Date(), new Date(0))
  expect(run().isCompiled).toBe(true)
  write('src/explain.ts', readFileSync(path, 'utf8').replace('No.', 'Na.'))
  expect(run()).toMatchObject({ isCompiled: false, trace: expect.stringContaining('Na.') })
  compile()
  expect(run()).toMatchObject({ isCompiled: true, trace: expect.stringContaining('Na.') })
  rmSync(path)
  expect(run).toThrow(/Cannot find module/)
})

it('RUN-19: a node that runs finds what it was compiled with after the next build', () => {
  compile()
  const [first] = builds()
  write('src/explain.ts', sources['src/explain.ts'].replace('No.', 'Na.'))
  compile()
  expect(builds()).toHaveLength(2)
  expect(builds()).toContain(first)
  write('src/explain.ts', sources['src/explain.ts'].replace('No.', 'Nu.'))
  compile()
  expect(builds()).toHaveLength(2)
  expect(builds()).not.toContain(first)
})
