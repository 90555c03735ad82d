import { chmod, lstat, mkdir, readdir, readlink, realpath, rm, stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ask, isRoot, openSandbox, serverPid } from '../../../test/support/embedded-sandbox.ts'
import { canUseFile, findObstacle, giveTree } from './user.ts'

const sandbox = openSandbox()
const nobody = { uid: 65534, gid: 65534 }

describe('the way to a directory', () => {
  it('is free for ourselves, whatever the permissions say', async () => {
    await mkdir(sandbox.path('closed'), { mode: 0o700 })
    expect(await findObstacle(sandbox.path('closed'), undefined)).toBeUndefined()
    expect(await canUseFile(sandbox.path('closed'), undefined)).toBe(true)
  })

  it('is barred for a stranger by the first ancestor that does not let them enter', async () => {
    await mkdir(sandbox.path('closed', 'open'), { recursive: true })
    expect(await findObstacle(sandbox.path('closed', 'open'), nobody)).toBeUndefined()
    await chmod(sandbox.path('closed'), 0o744)
    expect(await findObstacle(sandbox.path('closed', 'open'), nobody)).toBe(sandbox.path('closed'))
  })
})

describe.runIf(isRoot)('under root', () => {
  it('the server runs as nobody, and DATA_DIR lets its group pass and nobody else', async () => {
    const dataDir = await sandbox.dataDir()
    await sandbox.start(dataDir)
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(65534)
    const { mode, uid, gid } = await stat(dataDir)
    expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o710, uid: 0, gid: 65534 })
    expect((await lstat(sandbox.path('data', 'postgres'))).isDirectory()).toBe(true)
  })

  it('a DATA_DIR that nobody can enter leads to a cluster elsewhere, and does so the second time', async () => {
    await mkdir(sandbox.path('home'), { mode: 0o700 })
    const dataDir = sandbox.path('home', 'data')
    const [first, second] = await Promise.all([sandbox.start(dataDir), sandbox.start(dataDir)])
    expect(second.url).toBe(first.url)
    await ask(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await Promise.all([first.stop(), second.stop()])

    const cluster = await readlink(sandbox.path('home', 'data', 'postgres'))
    expect(cluster.startsWith(sandbox.path('open'))).toBe(true)
    const again = await sandbox.start(dataDir)
    expect(await ask(again.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(65534)
    // The slower of the two took its own draft away again.
    expect(await readdir(sandbox.path('open'))).toHaveLength(1)
  })

  it('a link to a cluster that is gone is reported, not replaced by an empty database', async () => {
    await mkdir(sandbox.path('home'), { mode: 0o700 })
    const server = await sandbox.start(sandbox.path('home', 'data'))
    await server.stop()
    await rm(await realpath(sandbox.path('home', 'data', 'postgres')), { recursive: true })
    await expect(sandbox.start(sandbox.path('home', 'data'))).rejects.toThrow('a link to a directory that is gone')
  })

  it('a cluster restored from a backup by root is handed to the user who runs it', async () => {
    const dataDir = await sandbox.dataDir()
    await giveTree(dataDir, { uid: 0, gid: 0 })
    const server = await sandbox.start(dataDir)
    await ask(server.url, 'SELECT 1')
  })

  it('a cluster that was moved where nobody can enter is refused with the way out', async () => {
    await mkdir(sandbox.path('home'), { mode: 0o700 })
    const dataDir = await sandbox.dataDir('home/data')
    await expect(sandbox.start(dataDir)).rejects.toThrow(`"chmod o+x ${sandbox.path('home')}"`)
  })
})
