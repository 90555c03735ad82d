import { chmod, chown, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandPath, environmentFor, startServer } from '../../test/support/command.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { isRoot } from '../../test/support/embedded-sandbox.ts'
import { canUseFile } from '../db/embedded/user.ts'
import { chooseUser, handOver } from './chown-data-dir.ts'
import { findReasonToStay } from './leave-root.ts'

const nobody = { uid: 65534, gid: 65534 }
const isOpenToAll = await canUseFile(commandPath, nobody)

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leave-root-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
})
afterEach(() => rm(folder, { recursive: true }))

const settings = (changes = {}) => ({
  port: 8080,
  metricsPort: null,
  databaseUrl: 'postgres://db',
  dataDir,
  ...changes,
})

const other = { uid: 4_711, gid: 4_711 }
const me = { uid: process.getuid!(), gid: process.getgid!() }

describe('RUN-12: a server of root stays root', () => {
  it('when a folder or link in the DATA_DIR of another user belongs to somebody else', async () => {
    await mkdir(join(dataDir, 'search'))
    if (isRoot) await chown(dataDir, other.uid, other.gid)
    const reason = await findReasonToStay(settings(), other)
    expect(reason?.why).toBe(`${join(dataDir, 'search')} does not belong to the owner of DATA_DIR`)
    expect(reason?.advice).toContain(`chown -R USER ${dataDir}`)
  })

  it('when a file in it has a second name elsewhere, which root must not give away', async () => {
    await writeFile(join(folder, 'shadow'), 'of root')
    await link(join(folder, 'shadow'), join(dataDir, 'auth-secret'))
    if (isRoot) await chown(dataDir, other.uid, other.gid)
    expect((await findReasonToStay(settings(), other))?.why).toContain('auth-secret does not belong')
    await handOver(dataDir, other)
    expect((await stat(join(folder, 'shadow'))).uid).toBe(me.uid)
  })

  it.runIf(isRoot)('when it shares the folder with other programs', async () => {
    await writeFile(join(dataDir, 'passwd'), '')
    expect((await findReasonToStay(settings(), nobody))?.why).toBe(
      `${join(dataDir, 'passwd')} is not a file of Prospector`,
    )
  })

  it.runIf(isOpenToAll)('when the user can’t enter the folder', async () => {
    if (isRoot) await chmod(folder, 0o700)
    const reason = await findReasonToStay(settings(), isRoot ? nobody : other)
    expect(reason?.why).toMatch(isRoot ? `can't enter ${folder}` : `can't enter ${dataDir}`)
  })

  it.each([{ port: 1 }, { metricsPort: 1 }])('when only root may listen: %j', async (port) => {
    await chmod(dataDir, 0o755)
    const reason = await findReasonToStay(settings(port), other)
    expect(reason?.why).toBe('only root may listen on port 1')
  })
})

describe.runIf(isRoot && isOpenToAll)('RUN-12: under root, a server', () => {
  /** The ids that count now, that may be taken back, and the groups. */
  const idsOf = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return ['Uid', 'Gid', 'Groups'].map((name) => new RegExp(`^${name}:\\s+(.*?)\\s*$`, 'm').exec(status)?.[1])
  }

  it('goes on as the user who owns DATA_DIR, and can’t come back', async () => {
    await chown(dataDir, nobody.uid, nobody.gid)
    const database = await createTestDatabase()
    const server = await startServer({ ...environmentFor(database.url), DATA_DIR: dataDir })
    const all = '65534\t65534\t65534\t65534'
    expect(await idsOf(server.child.pid!)).toEqual([all, all, '65534'])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(server.output.stderr).toContain('runs as the user who owns DATA_DIR')
    expect(await server.end()).toBe(0)
    await database.drop()
  })

  it('gives its DATA_DIR to the user of the database in it, or to nobody, with all that root left there; compiled code of its other threads is kept where that user may write', async () => {
    await writeFile(join(dataDir, 'auth-secret'), 'secret', { mode: 0o600 })
    await mkdir(join(dataDir, 'search'))
    await writeFile(join(dataDir, 'search', 'base.snapshot'), '')
    expect(await chooseUser(dataDir)).toEqual(nobody)
    const kept = join(folder, 'kept')
    const database = await createTestDatabase()
    const settings = { ...environmentFor(database.url), DATA_DIR: dataDir, NODE_COMPILE_CACHE: kept }
    const server = await startServer({ ...settings, THREADS: '2' })
    expect((await idsOf(server.child.pid!))[0]).toBe('65534\t65534\t65534\t65534')
    expect(await server.end()).toBe(0)
    for (const path of ['', 'auth-secret', 'search', 'search/base.snapshot'])
      expect([path, (await stat(join(dataDir, path))).uid]).toEqual([path, nobody.uid])
    const ofNobody = (await readdir(kept)).filter((name) => name.endsWith(`-${nobody.uid}`))
    expect(ofNobody).toHaveLength(1)
    expect((await readdir(join(kept, ofNobody[0]!))).length).toBeGreaterThan(10)
    await database.drop()
    const elsewhere = join(folder, 'not there yet', 'data')
    expect(await chooseUser(elsewhere)).toEqual(nobody)
    await mkdir(join(elsewhere, 'postgres'))
    await chown(join(elsewhere, 'postgres'), other.uid, other.gid)
    expect(await chooseUser(elsewhere)).toEqual(other)
  })

  it('takes over plain files that root left in the DATA_DIR of another user, and follows no link', async () => {
    await writeFile(join(dataDir, 'auth-secret'), 'secret', { mode: 0o600 })
    await writeFile(join(folder, 'shadow'), 'of root')
    await symlink(join(folder, 'shadow'), join(dataDir, 'channel-key'))
    await chown(dataDir, other.uid, other.gid)
    await handOver(dataDir, other)
    const owners = [join(dataDir, 'auth-secret'), join(folder, 'shadow')].map(async (path) => (await stat(path)).uid)
    expect(await Promise.all(owners)).toEqual([other.uid, 0])
  })
})
