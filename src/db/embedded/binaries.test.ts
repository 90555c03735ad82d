import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ask, copyPackage, isRoot, openSandbox, serverPid } from '../../../test/support/embedded-sandbox.ts'
import { findNativeDirectory, prepareBinaries } from './binaries.ts'

const sandbox = openSandbox({ holdsPrograms: true })

/** The installed package in another place, as it comes out of npm when install scripts are forbidden. */
async function installWithoutScripts(home: string): Promise<string> {
  const nativeDir = await copyPackage(home)
  for (const { target } of await listLinks(home)) await rm(join(home, target), { force: true })
  return nativeDir
}

async function listLinks(home: string): Promise<{ target: string }[]> {
  return JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8'))
}

it('library links that a forbidden install script did not make are made at the start', async () => {
  const nativeDir = await installWithoutScripts(sandbox.path('package'))
  const [first, second] = await Promise.all([
    prepareBinaries(nativeDir, undefined, sandbox.path('open')),
    prepareBinaries(nativeDir, undefined, sandbox.path('open')),
  ])
  expect(first).toEqual(second)
  expect(first.majorVersion).toBe('18')
  for (const { target } of await listLinks(sandbox.path('package'))) {
    expect((await lstat(sandbox.path('package', target))).isSymbolicLink()).toBe(true)
  }
  const { stdout } = await promisify(execFile)(first.postgres, ['--version'])
  expect(stdout).toContain('PostgreSQL) 18')
})

it.runIf(isRoot)('programs that the server user can’t reach run from a copy that is made once', async () => {
  await mkdir(sandbox.path('home'), { mode: 0o700 })
  const nativeDir = await installWithoutScripts(sandbox.path('home', 'package'))
  // Even where the operator's umask hides everything from others.
  await chmod(join(nativeDir, 'share'), 0o700)
  const dataDir = await sandbox.dataDir()
  const first = await sandbox.start(dataDir, { nativeDir })
  await ask(first.url, 'SELECT 1')
  const program = await readlink(`/proc/${await serverPid(dataDir)}/exe`)
  expect(program).toMatch(new RegExp(`^${sandbox.path('open')}/postgresql-18[^/]*/bin/postgres$`))
  await first.stop()

  const { ino } = await lstat(program)
  await sandbox.start(dataDir, { nativeDir })
  expect((await lstat(program)).ino).toBe(ino)
  expect(await readdir(sandbox.path('open'))).toHaveLength(1)
})

it('a platform without a package is told to bring its own database', () => {
  expect(() => findNativeDirectory('plan9-mips')).toThrow(/plan9-mips.*set DATABASE_URL/)
})

it('an incomplete package is reported in the words of initdb, and leaves no half-made cluster', async () => {
  const nativeDir = await copyPackage(sandbox.path('package'))
  await rm(`${nativeDir}/share/postgresql/information_schema.sql`)
  const started = sandbox.start(sandbox.path('data'), { nativeDir })
  await expect(started).rejects.toThrow(
    /could not create its database in .*set DATABASE_URL[\s\S]*information_schema\.sql/,
  )
  expect(await readdir(sandbox.path('data'))).toEqual([
    'postgres-password',
    'postgres-serving-password',
    'postgres-superuser-password',
  ])
})
