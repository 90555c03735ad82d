import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ask, isRoot, openSandbox, patiently, serverPid } from '../../../test/support/embedded-sandbox.ts'
import { readOrCreatePassword } from './cluster.ts'
import { startEmbeddedPostgres } from './server.ts'

const sandbox = openSandbox()
const run = promisify(execFile)

it('processes that ask for the password at once get the same one, and no draft stays behind', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => readOrCreatePassword(sandbox.path())))
  expect(new Set(answers).size).toBe(1)
  expect(await readdir(sandbox.path())).toEqual(['postgres-password'])
})

it('a first start accepts an empty directory and takes away what a killed first start left', async () => {
  await mkdir(sandbox.path('data', 'postgres'), { recursive: true })
  await mkdir(sandbox.path('data', 'initialising-0123'))
  await utimes(sandbox.path('data', 'initialising-0123'), 0, 0)
  const server = await sandbox.start(sandbox.path('data'))
  await ask(server.url, 'SELECT 1')
  expect((await readdir(sandbox.path('data'))).sort()).toEqual([
    'postgres',
    'postgres-password',
    'postgres-serving-password',
    'postgres-superuser-password',
    'postgres.log',
  ])
})

describe('a plain word for the operator', () => {
  it('when the cluster is of another major version', async () => {
    const dataDir = await sandbox.dataDir()
    await writeFile(`${dataDir}/postgres/PG_VERSION`, '15\n')
    await expect(sandbox.start(dataDir)).rejects.toThrow(
      /made by PostgreSQL 15, and this Prospector brings PostgreSQL 18/,
    )
  })

  it('when something else lies in the place of the cluster', async () => {
    await mkdir(sandbox.path('data', 'postgres', 'photos'), { recursive: true })
    await expect(sandbox.start(sandbox.path('data'))).rejects.toThrow('is not a PostgreSQL database. Move it away')
    expect(await readdir(sandbox.path('data', 'postgres'))).toEqual(['photos'])
  })

  it('when the password file is not the one of the cluster', async () => {
    const dataDir = await sandbox.dataDir()
    const password = await readFile(`${dataDir}/postgres-password`)
    await rm(`${dataDir}/postgres-password`)
    await expect(sandbox.start(dataDir)).rejects.toThrow(/does not accept the password in .*postgres-password/)
    // The server that was started for nothing is not left behind.
    await expect.poll(() => serverPid(dataDir).catch((error) => error.code), patiently).toBe('ENOENT')
    await writeFile(`${dataDir}/postgres-password`, password)
    await ask((await sandbox.start(dataDir)).url, 'SELECT 1')
  })

  it('when the server does not come up, with the last lines of its log', async () => {
    const dataDir = await sandbox.dataDir()
    const settings = { shared_buffers: 'plenty' }
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
      /did not start[\s\S]*invalid value for parameter "shared_buffers": "plenty"/,
    )
  })

  const canMount = isRoot && process.platform === 'linux'
  it.runIf(canMount)('when the disk is full', async ({ skip }) => {
    const disk = sandbox.path('disk')
    await mkdir(disk)
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=755', 'tmpfs', disk]).then(
      () => true,
      () => false,
    )
    skip(!isMounted, 'this machine does not let root mount a small disk')
    try {
      await expect(sandbox.start(`${disk}/data`)).rejects.toThrow('The disk is full: free some space')
    } finally {
      await run('umount', [disk])
    }
  })
})
