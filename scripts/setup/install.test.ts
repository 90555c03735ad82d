/** Installing from a registry of two packages, played by a server in this file, with an npm that can do nothing. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { install, isInstalled } from './install.mjs'

/** A tar as npm's are: every file below one folder, whatever its name. */
function pack(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const header = Buffer.alloc(512)
    header.write(`package/${path}`, 0)
    header.write('0000644\0', 100)
    header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124)
    header.write('0ustar\0', 156)
    return [header, Buffer.from(text), Buffer.alloc((512 - (Buffer.byteLength(text) % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]))
}

const manifest = (name: string): string => JSON.stringify({ name, version: '1.0.0' })
const longPath = `${'deep/'.repeat(15)}file.js`
const archives: Record<string, Buffer> = {
  '/one/-/one-1.0.0.tgz': pack({
    'package.json': manifest('one'),
    'cli.js': '#!/usr/bin/env node',
    'cli.d.ts': 'export {}',
    'cli.js.map': '{}',
    [longPath]: 'deep',
  }),
  '/@two/two/-/two-1.0.0.tgz': pack({ 'package.json': manifest('@two/two') }),
}
const integrityOf = (archive: Buffer): string => `sha512-${createHash('sha512').update(archive).digest('base64')}`

let registry: Server
let place: string
let folder: string
let requested: string[]
/** What the registry answers with instead of the package. */
let answers: Record<string, { status: number; body?: Buffer }>

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'prospector-install-'))
  registry = createServer(({ url = '' }, reply) => {
    requested.push(url)
    const { status, body } = answers[url] ?? { status: archives[url] ? 200 : 404, body: archives[url] }
    reply.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => registry.once('listening', resolve))
  const { port } = registry.address() as AddressInfo
  const settings = JSON.stringify({ registry: `http://127.0.0.1:${port}/`, cache: join(place, 'cache') })
  const npm = `#!/bin/sh\n[ "$1" = config ] && echo '${settings}' && exit\necho 'npm error code ENOSPC' >&2\nexit 1\n`
  writeFileSync(join(place, 'npm'), npm, { mode: 0o755 })
  vi.stubEnv('PATH', `${place}:${process.env.PATH}`)
  vi.stubEnv('npm_execpath', undefined)
})
afterAll(() => {
  vi.unstubAllEnvs()
  registry.close()
  rmSync(place, { recursive: true, force: true })
})

beforeEach(() => {
  requested = []
  answers = {}
  rmSync(join(place, 'cache'), { recursive: true, force: true })
  folder = mkdtempSync(join(place, 'clone-'))
  mkdirSync(join(folder, 'node_modules'))
  const integrity = (path: string): string => integrityOf(archives[path]!)
  const packages = {
    '': { name: 'clone' },
    'node_modules/one': { version: '1.0.0', integrity: integrity('/one/-/one-1.0.0.tgz'), bin: { one: 'cli.js' } },
    'node_modules/@two/two': { version: '1.0.0', integrity: integrity('/@two/two/-/two-1.0.0.tgz') },
    'node_modules/elsewhere': { version: '1.0.0', integrity: integrity('/one/-/one-1.0.0.tgz'), os: ['aix'] },
    'node_modules/part-of-for-tests': {
      version: '1.0.0',
      integrity: integrity('/one/-/one-1.0.0.tgz'),
      optional: true,
    },
    'node_modules/for-tests': { version: '1.0.0', integrity: integrity('/one/-/one-1.0.0.tgz'), dev: true },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone' }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
})

const modules = (): string[] => readdirSync(join(folder, 'node_modules')).sort()

describe('an installation', () => {
  it('for production leaves out types, source maps, and the parts of packages that it leaves out', async () => {
    await install(folder, 'production')
    expect(readdirSync(join(folder, 'node_modules/one')).sort()).toEqual(['cli.js', 'deep', 'package.json'])
    expect(modules()).toEqual(['.bin', '@two', 'one'])
  })

  it('unpacks what the lock file lists for this machine and mode, and links its programs', async () => {
    await install(folder, 'production')
    expect(modules()).toEqual(['.bin', '@two', 'one'])
    expect(readFileSync(join(folder, 'node_modules/.bin/one'), 'utf8')).toBe('#!/usr/bin/env node')
    expect(lstatSync(join(folder, 'node_modules/one/cli.js')).mode & 0o111).toBe(0o111)
    expect(readFileSync(join(folder, 'node_modules/one', longPath), 'utf8')).toBe('deep')
    expect(isInstalled(folder, 'production')).toBe(true)
    expect(isInstalled(folder, 'all')).toBe(false)
  })

  it('takes what was downloaded before from the cache, without asking the registry', async () => {
    await install(folder, 'production')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    requested = []
    await install(folder, 'production')
    expect(requested).toEqual([])
    expect(isInstalled(folder, 'production')).toBe(true)
  })

  it('that fails half-way leaves what was there as it was, and the next one goes on from there', async () => {
    mkdirSync(join(folder, 'node_modules/earlier'))
    answers['/@two/two/-/two-1.0.0.tgz'] = { status: 500 }
    await expect(install(folder, 'production')).rejects.toThrow('The disk is full. Free some space')
    expect(modules().filter((name) => !name.startsWith('.'))).toEqual(['earlier'])
    requested = []
    answers = {}
    await install(folder, 'production')
    expect(requested).not.toContain('/one/-/one-1.0.0.tgz')
    expect(modules()).toEqual(['.bin', '@two', 'one'])
  })

  it('uses no byte that the lock file does not name, neither of the registry nor of the cache', async () => {
    answers['/one/-/one-1.0.0.tgz'] = { status: 200, body: pack({ 'package.json': manifest('one'), 'evil.js': '' }) }
    await expect(install(folder, 'production')).rejects.toThrow()
    expect(existsSync(join(folder, 'node_modules/one'))).toBe(false)
    answers = {}
    await install(folder, 'production')
    const cached = readdirSync(join(place, 'cache'), { recursive: true, encoding: 'utf8' })
    for (const name of cached.filter((name) => name.length > 120)) writeFileSync(join(place, 'cache', name), 'damaged')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    await install(folder, 'production')
    expect(isInstalled(folder, 'production')).toBe(true)
  })

  it('refuses a package with a path that leaves its folder', async () => {
    const archive = pack({ 'package.json': manifest('one'), '../../../escaped': 'x' })
    answers['/one/-/one-1.0.0.tgz'] = { status: 200, body: archive }
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    const named = lock.replaceAll(integrityOf(archives['/one/-/one-1.0.0.tgz']!), integrityOf(archive))
    writeFileSync(join(folder, 'package-lock.json'), named)
    await expect(install(folder, 'production')).rejects.toThrow()
    expect(readdirSync(place, { recursive: true }).filter((name) => String(name).includes('escaped'))).toEqual([])
  })
})
