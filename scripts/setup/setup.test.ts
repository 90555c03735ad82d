/** What stands in the way of an installation is said in one line, and the next run goes on from there. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const nobody = 65534
let clone: string
let programs: string

/** What the setup reads of a clone, and nothing installed. */
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'prospector-clone-'))
  chmodSync(clone, 0o755)
  for (const path of ['bin', 'scripts/setup.mjs', 'scripts/setup', 'package.json', 'package-lock.json']) {
    cpSync(join(root, path), join(clone, path), { recursive: true })
  }
  mkdirSync(join(clone, 'web'))
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, 'web', name), join(clone, 'web', name))
  programs = join(clone, 'programs')
  mkdirSync(programs)
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** An npm that fails as the real one does, at once. */
function npmThatFails(code: string, detail = ''): void {
  const lines = [`npm error code ${code}`, ...(detail ? [`npm error ${detail}`] : [])]
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\necho '${lines.join('\n')}' >&2\nexit 1\n`, { mode: 0o755 })
}

type Run = { preload?: string; uid?: number; env?: Record<string, string> }

function setUp({ preload = '', uid, env = {} }: Run = {}): { status: number | null; lines: string[] } {
  const imported = preload ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`] : []
  const { status, stderr } = spawnSync(process.execPath, [...imported, 'scripts/setup.mjs', '--production'], {
    cwd: clone,
    env: { PATH: `${programs}:/usr/bin:/bin`, HOME: clone, ...env },
    encoding: 'utf8',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Installing Prospector'))
  return { status, lines }
}

const pretend = (object: string, name: string, value: string): string =>
  `Object.defineProperty(${object}, ${JSON.stringify(name)}, { value: ${value} })`

describe('the setup ends in one plain line', () => {
  it('on a platform that has no packages', () => {
    expect(setUp({ preload: pretend('process', 'arch', '"riscv64"') })).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^Prospector runs on Linux and macOS, on x64 and arm64; this is \w+-riscv64\./)],
    })
  })

  it('with a Node that is too old', () => {
    const { status, lines } = setUp({
      preload: `${pretend('process.versions', 'node', '"18.20.4"')};${pretend('process', 'version', '"v18.20.4"')}`,
    })
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^Prospector needs Node\.js 20 or later .* this is v18\.20\.4\. Install a newer one/),
      ],
    })
  })

  it('in a folder that may not be written', () => {
    const isRoot = process.getuid!() === 0
    chmodSync(clone, 0o555)
    const { status, lines } = setUp(isRoot ? { uid: nobody } : {})
    chmodSync(clone, 0o755)
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/can't be written \(EACCES\)\. Run this as the user who owns the folder/)],
    })
  })

  it('when too little of the disk is free to begin', () => {
    const preload = `
      import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
      fs.statfsSync = () => ({ bavail: 100, bsize: 1000000 }); syncBuiltinESMExports()`
    expect(setUp({ preload })).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/is full: the installation needs about \d+ MB, and 100 MB are free\. Free some space/),
      ],
    })
  })

  it.each([
    ['ENOSPC', '', /^The disk is full\. Free some space, then run the same command again/],
    ['EACCES', 'path /home/ada/.npm', /^npm may not write to \/home\/ada\/\.npm \(EACCES\)\./],
    [
      'E407',
      'GET http://proxy.example/ 407',
      /^npm can't download .*E407 from http:\/\/proxy\.example.*proxy settings/,
    ],
    ['ENOTFOUND', '', /^npm can't download from its registry \(ENOTFOUND\)\. Check the network/],
    ['SELF_SIGNED_CERT_IN_CHAIN', '', /^npm can't download from its registry/],
  ])('when npm fails with %s', (code, detail, line) => {
    npmThatFails(code, detail)
    expect(setUp()).toEqual({ status: 1, lines: [expect.stringMatching(line)] })
  })

  it('with the real npm and a registry that refuses connections', () => {
    rmSync(join(programs, 'npm'))
    const PATH = process.env.PATH!
    expect(setUp({ env: { PATH, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' } })).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^npm can't download from its registry \(ECONNREFUSED/)],
    })
  })

  it('without npm', () => {
    const { status, lines } = setUp({ env: { PATH: programs } })
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^npm was not found\. Install Node/)],
    })
  })
})
