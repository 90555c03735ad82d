import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ask, openSandbox, patiently, serverPid } from '../../../test/support/embedded-sandbox.ts'

const sandbox = openSandbox()

/** Whether this password opens the database as the superuser. */
const isSuperuser = (url: string, password: string): Promise<boolean> => {
  const address = new URL(url)
  address.username = 'postgres'
  address.password = password
  address.pathname = '/postgres'
  return ask(address.href, 'SELECT 1').then(
    () => true,
    () => false,
  )
}

describe('SEC-13: the superuser has a password of its own', () => {
  const read = async (dataDir: string, name: string) => (await readFile(`${dataDir}/${name}`, 'utf8')).trim()

  it('from the first start, and in a database of an earlier release from its next start', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    const password = await read(dataDir, 'postgres-password')
    const own = await read(dataDir, 'postgres-superuser-password')
    expect((await stat(`${dataDir}/postgres-superuser-password`)).mode & 0o777).toBe(0o600)
    expect([await isSuperuser(server.url, password), await isSuperuser(server.url, own)]).toEqual([false, true])

    const address = new URL(server.url)
    Object.assign(address, { username: 'postgres', password: own, pathname: '/postgres' })
    await ask(address.href, `ALTER ROLE postgres PASSWORD '${password}'`)
    await rm(`${dataDir}/postgres-superuser-password`)
    const [again, other] = await Promise.all([sandbox.start(dataDir), sandbox.start(dataDir)])
    const newest = await read(dataDir, 'postgres-superuser-password')
    expect(newest).not.toBe(own)
    expect([await isSuperuser(again.url, password), await isSuperuser(other.url, newest)]).toEqual([false, true])
  })
})

describe('SEC-18: a role of its own serves, which owns no table', () => {
  const whoServes = async (url: string) => (await ask<{ role: string }>(url, 'SELECT current_user AS role'))[0]!.role

  it('from the first start; in a database of an earlier release, or without its password, from the next start', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    expect(await whoServes(server.url)).toBe('prospector_serving')
    expect(await whoServes(server.ownerUrl)).toBe('prospector')
    expect((await stat(`${dataDir}/postgres-serving-password`)).mode & 0o777).toBe(0o600)
    await expect(ask(server.url, 'CREATE TABLE mine (id integer)')).rejects.toMatchObject({ code: '42501' })
    await expect(ask(server.url, 'SET ROLE prospector')).rejects.toMatchObject({ code: '42501' })
    await rm(`${dataDir}/postgres-serving-password`)
    const again = await sandbox.start(dataDir)
    expect([await whoServes(again.url), again.url === server.url]).toEqual(['prospector_serving', false])
    const superuser = new URL(server.url)
    superuser.username = 'postgres'
    superuser.password = (await readFile(`${dataDir}/postgres-superuser-password`, 'utf8')).trim()
    await ask(superuser.href, 'DROP OWNED BY prospector_serving; DROP ROLE prospector_serving')
    const [one, two] = await Promise.all([sandbox.start(dataDir), sandbox.start(dataDir)])
    expect(await Promise.all([whoServes(one.url), whoServes(two.url)])).toEqual(Array(2).fill('prospector_serving'))
  })

  it('and where the operator keeps the superuser to themselves, the owner serves as before', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    await rm(`${dataDir}/postgres-serving-password`)
    await writeFile(`${dataDir}/postgres-superuser-password`, 'unknown')
    expect((await sandbox.start(dataDir)).url).toBe(server.ownerUrl)
  })
})

describe('a first start', () => {
  it('answers only on loopback, with a stored password, in UTC and UTF-8', async () => {
    const dataDir = sandbox.path('data')
    const server = await sandbox.start(dataDir)

    const password = (await readFile(sandbox.path('data', 'postgres-password'), 'utf8')).trim()
    expect(server.ownerUrl).toMatch(new RegExp(`^postgres://prospector:${password}@127\\.0\\.0\\.1:\\d+/prospector$`))
    expect((await stat(sandbox.path('data', 'postgres-password'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o007).toBe(0)
    const [facts] = await ask(
      server.ownerUrl,
      `SELECT current_user AS role, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser, pg_get_userbyid(datdba) AS owner, pg_encoding_to_char(encoding) AS encoding,
              datcollate AS locale, current_setting('timezone') AS zone, current_setting('listen_addresses') AS addresses,
              current_setting('unix_socket_directories') AS sockets, current_setting('server_version_num')::int / 10000 AS major,
              current_setting('wal_level') AS wal_level, current_setting('shared_buffers') AS shared_buffers
         FROM pg_database WHERE datname = current_database()`,
    )
    expect(facts).toEqual({
      role: 'prospector',
      superuser: false,
      owner: 'prospector',
      encoding: 'UTF8',
      locale: 'C',
      zone: 'UTC',
      addresses: '127.0.0.1',
      sockets: '',
      major: 18,
      wal_level: 'minimal',
      // Ours is 256MB: the setting that the caller gave wins.
      shared_buffers: '16MB',
    })
    await expect(ask(server.ownerUrl.replace(password, 'wrong'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it('keeps data out of the log when a statement fails', async () => {
    const { ownerUrl: url } = await sandbox.start(await sandbox.dataDir())
    await ask(url, `CREATE TABLE people (email text PRIMARY KEY); INSERT INTO people VALUES ('ada@example.com')`)
    const failures = [`INSERT INTO people VALUES ('ada@example.com')`, `SELECT 'ada@example.com'::int`]
    for (const statement of failures) await expect(ask(url, statement)).rejects.toThrow()
    const log = await readFile(sandbox.path('data', 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('ada@example.com')
  })
})

describe('several processes on one DATA_DIR', () => {
  it('share one server when they start at once, and the last one stops it', async () => {
    const dataDir = sandbox.path('data')
    const others = [sandbox.startElsewhere(dataDir), sandbox.startElsewhere(dataDir)]
    const urls = await Promise.all(others.map((other) => other.url))
    expect(new Set(urls).size).toBe(1)
    const pid = await serverPid(dataDir)

    await others[0]!.stop()
    expect(await serverPid(dataDir)).toBe(pid)
    await ask(urls[0]!, 'SELECT 1')

    await others[1]!.stop()
    await expect(serverPid(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('find the server that a process left running when it was killed with its whole group', async () => {
    const dataDir = await sandbox.dataDir()
    const other = sandbox.startElsewhere(dataDir)
    const url = await other.url
    const pid = await serverPid(dataDir)
    const hasEnded = new Promise((resolve) => other.child.once('exit', resolve))
    process.kill(-other.child.pid!, 'SIGKILL')
    await hasEnded

    const server = await sandbox.start(dataDir)
    expect(server.url).toBe(url)
    expect(await serverPid(dataDir)).toBe(pid)
    await server.stop()
    await expect(serverPid(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('are left with it when one of them ends at once; the last one takes it along, whatever connections it has open', async () => {
    const dataDir = await sandbox.dataDir()
    const other = sandbox.startElsewhere(dataDir)
    const url = await other.url
    const server = await sandbox.start(dataDir)
    await server.stopAtOnce()
    await ask(url, 'SELECT 1')
    await other.stop()
    const busy = new pg.Client({ connectionString: server.url, application_name: 'prospector' })
    busy.on('error', () => {})
    await busy.connect()
    await server.stopAtOnce()
    await expect.poll(() => serverPid(dataDir).catch(() => null), patiently).toBeNull()
  })

  it('always end up with a server when one stops it while another starts', async () => {
    const dataDir = await sandbox.dataDir()
    let current = await sandbox.start(dataDir)
    for (let round = 0; round < 4; round++) {
      const [next] = await Promise.all([sandbox.start(dataDir), current.stop()])
      await ask(next.url, 'SELECT 1')
      current = next
    }
  })

  it('wait for a server that is shutting down, then start it again', async () => {
    const dataDir = await sandbox.dataDir()
    const before = await sandbox.start(dataDir)
    const pid = await serverPid(dataDir)
    // A smart shutdown lets those who are connected finish and refuses new ones: it lasts until `before` is closed.
    process.kill(pid, 'SIGTERM')
    await expect.poll(() => ask(before.url, 'SELECT 1').catch((error) => error.code), patiently).toBe('57P03')
    const starting = sandbox.start(dataDir)
    await before.stop()
    const after = await starting
    expect(after.url).toBe(before.url)
    expect(await serverPid(dataDir)).not.toBe(pid)
    await ask(after.url, 'SELECT 1')
  })
})

describe('stopping', () => {
  it('leaves the server to a client that is still connected', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    const client = new pg.Client(server.url)
    await client.connect()
    await server.stop()
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await client.end()

    await (await sandbox.start(dataDir)).stop()
    await expect(serverPid(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is done once, keeps what was written, and leaves nothing to restart', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    await ask(server.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await Promise.all([server.stop(), server.stop()])
    await expect(server.ensureRunning()).rejects.toThrow('has been stopped')
    const again = await sandbox.start(dataDir)
    expect(await ask(again.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })
})

it('a start takes the port of the last one, and another if somebody sits on it', async () => {
  const dataDir = await sandbox.dataDir()
  const first = await sandbox.start(dataDir)
  await first.stop()
  const second = await sandbox.start(dataDir)
  expect(second.url).toBe(first.url)
  await second.stop()

  const squatter = createServer()
  const port = Number(new URL(first.url).port)
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  try {
    const third = await sandbox.start(dataDir)
    expect(third.url).not.toBe(first.url)
    await ask(third.url, 'SELECT 1')
  } finally {
    squatter.close()
  }
})
