/** Beside a first start: the pages are built at once, and the server is compiled when the node has come up. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
let clone: string
let node: Server
let status = 503
let looks = 0
let beside: number

/** A clone whose builds only leave a file behind. */
beforeEach(async () => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'prospector-go-on-')))
  for (const path of ['bin', 'scripts/setup', 'package-lock.json', 'web/package-lock.json']) {
    cpSync(join(root, path), join(clone, path), { recursive: true })
  }
  for (const path of ['node_modules/.bin', 'sdk', 'sdk-python', 'integrations/n8n']) {
    mkdirSync(join(clone, path), { recursive: true })
  }
  symlinkSync(process.execPath, join(clone, 'node_modules/.bin/node'))
  write('web/node_modules/vite/bin/package.json', '{ "type": "module" }')
  write('web/node_modules/vite/bin/vite.js', leaveFile(5, '/index.html'))
  write('scripts/packages/make.mjs', leaveFile(2, '/package.tgz'))
  write('scripts/setup/compile.mjs', leaveFile(2, '/dist/server/current.json'))
  node = createServer((_, reply) => {
    looks += 1
    reply.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
})
afterEach(() => {
  try {
    process.kill(beside)
  } catch {}
  node.close()
  rmSync(clone, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  writeFileSync(join(clone, path), text)
}

/** A program that makes a file in the folder that one of its words names. */
const leaveFile = (word: number, file: string): string =>
  `import { mkdirSync, writeFileSync } from 'node:fs'
   import { dirname } from 'node:path'
   const path = process.argv[${word}] + '${file}'
   mkdirSync(dirname(path), { recursive: true })
   writeFileSync(path, '')`

/** With the lock of the folder, as the setup of a start has it. */
function runInFolder(work: string): string {
  const program = `
    import { spawn } from 'node:child_process'
    import { oneAtATime, passOn } from './scripts/setup/host.mjs'
    await oneAtATime('${clone}', () => { ${work} })
    process.exit()`
  const env = { ...process.env, PORT: String((node.address() as AddressInfo).port) }
  const words = ['--input-type=module', '--eval', program]
  return execFileSync(process.execPath, words, { cwd: clone, env, encoding: 'utf8', timeout: 60_000 })
}

const isThere = (path: string): boolean => existsSync(join(clone, path))

it('RUN-20: the first node has the processors for itself: the server is compiled for the next start once it answers', async () => {
  const started = runInFolder(`
    const child = spawn(process.execPath, ['scripts/setup/go-on.mjs'], { stdio: 'ignore', detached: true })
    passOn('${clone}', child.pid)
    console.log(child.pid)`)
  beside = Number(started)
  // It looks for the node only after the build, and goes on looking.
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(1)
  expect([isThere('web/dist/index.html'), isThere('dist/server/current.json')]).toEqual([true, false])
  // Meanwhile another start in this folder waits for nothing.
  runInFolder('')
  expect(isThere('dist/server/current.json')).toBe(false)
  status = 200
  await expect.poll(() => isThere('dist/server/current.json'), { timeout: 60_000 }).toBe(true)
})
