import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandPath, environmentFor, startServer } from '../test/support/command.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { isRoot } from '../test/support/embedded-sandbox.ts'
import { canUseFile } from './db/embedded/user.ts'
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

describe('RUN-12: a server of root stays root', () => {
  const cases = [
    { when: 'DATA_DIR does not exist', why: 'does not exist yet', user: undefined },
    { when: 'DATA_DIR belongs to root', why: 'belongs to root', user: { uid: 0, gid: 0 } },
  ]
  it.each(cases)('when $when', async ({ why, user }) => {
    const reason = await findReasonToStay(settings(), user)
    expect(reason?.why).toContain(why)
    expect(reason?.advice).toContain(`chown -R USER ${dataDir}`)
  })

  it('when a file in DATA_DIR belongs to somebody else', async () => {
    await writeFile(join(dataDir, 'auth-secret'), '', { mode: 0o600 })
    const reason = await findReasonToStay(settings(), { uid: 4_711, gid: 4_711 })
    expect(reason?.why).toBe(`${join(dataDir, 'auth-secret')} does not belong to the owner of DATA_DIR`)
  })

  it('when the owner of DATA_DIR can not enter it', async () => {
    expect((await findReasonToStay(settings(), { uid: 4_711, gid: 4_711 }))?.why).toContain(`can't enter ${dataDir}`)
  })

  it.each([{ port: 1 }, { metricsPort: 1 }])('when only root may listen: %j', async (port) => {
    await chmod(dataDir, 0o755)
    const reason = await findReasonToStay(settings(port), { uid: 4_711, gid: 4_711 })
    expect(reason?.why).toBe('only root may listen on port 1')
  })
})

describe.runIf(isRoot && isOpenToAll)('RUN-12: under root, a server', { timeout: 60_000 }, () => {
  /** The ids that count now, that may be taken back, and the groups. */
  const idsOf = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return ['Uid', 'Gid', 'Groups'].map((name) => new RegExp(`^${name}:\\s+(.*?)\\s*$`, 'm').exec(status)?.[1])
  }

  it('goes on as the user who owns DATA_DIR, and can not come back', async () => {
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

  it('on a DATA_DIR of its own stays root, and one line says so', async () => {
    const database = await createTestDatabase()
    const server = await startServer({ ...environmentFor(database.url), DATA_DIR: dataDir })
    expect((await idsOf(server.child.pid!))[0]).toBe('0\t0\t0\t0')
    expect(server.output.stderr.match(/runs as root, because DATA_DIR \S+ belongs to root/g)).toHaveLength(1)
    expect(await server.end()).toBe(0)
    await database.drop()
  })
})
