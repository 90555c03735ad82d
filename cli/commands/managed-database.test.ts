/** A managed PostgreSQL: its customer has a database and one role, which is no superuser, makes no roles and installs nothing. */
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { canSharePort } from '../../src/base/config.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { createCertificate } from '../../test/support/certificate.ts'
import { createQuickCommand, environmentFor, makeDataDir, startServer } from '../../test/support/command.ts'
import { copyDataDir } from '../../test/support/prepared-data-dir.ts'

let home: Awaited<ReturnType<typeof makeDataDir>>
let provider: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let asProvider: Database
let url: string
beforeAll(async () => {
  home = await makeDataDir()
  await copyDataDir(home.path)
  provider = await startEmbeddedPostgres({ dataDir: home.path, settings: await makeTls() })
  const superuser = new URL(provider.ownerUrl)
  superuser.username = 'postgres'
  superuser.password = (await readFile(join(home.path, 'postgres-superuser-password'), 'utf8')).trim()
  asProvider = openDatabase({ url: superuser.href, poolSize: 1, connectWithinMs: 60_000 })
  url = await orderDatabase()
})
afterAll(async () => {
  await asProvider.close()
  await provider.stop()
  await home.remove()
})

const certificatePath = () => join(home.path, '..', 'provider.crt')

/** Providers speak TLS, with a certificate that is often their own. */
async function makeTls(): Promise<Record<string, string>> {
  const { key, cert } = createCertificate('localhost')
  const keyPath = join(home.path, '..', 'provider.key')
  await writeFile(certificatePath(), cert)
  await writeFile(keyPath, key, { mode: 0o600 })
  // Under root the server runs as nobody, who has to own its key.
  if (process.getuid?.() === 0) await chown(keyPath, 65_534, 65_534)
  return { ssl: 'on', ssl_cert_file: certificatePath(), ssl_key_file: keyPath }
}

/** With rights that the customer never has. */
async function orderDatabase(): Promise<string> {
  const statements = [
    `CREATE ROLE customer LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD 'customer'`,
    'CREATE DATABASE ordered OWNER customer',
  ]
  for (const statement of statements) await asProvider.query(rawSql(statement))
  const ordered = new URL(provider.ownerUrl)
  Object.assign(ordered, { hostname: 'localhost', username: 'customer', password: 'customer', pathname: '/ordered' })
  ordered.searchParams.set('sslmode', 'verify-full')
  ordered.searchParams.set('sslrootcert', certificatePath())
  return ordered.href
}

it('RUN-17: migrations, serving, background work, backups and checks need no more than a database and a role that owns it', async () => {
  const backups = join(home.path, '..', 'backups')
  await mkdir(backups)
  const dataDir = join(home.path, '..', 'node')
  await mkdir(dataDir)
  const env = {
    ...environmentFor(url),
    DATA_DIR: dataDir,
    THREADS: '2',
    ...{ BACKUP_DIR: backups, BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') },
  }
  const run = createQuickCommand(env)
  expect(await run('migrate')).toMatchObject({ code: 0 })
  expect(await run('demo load --stores 5')).toMatchObject({ code: 0 })
  const { api_key } = (await run('account create --name A --email ada@managed.example --json')).json
  const asCustomer = openDatabase({ url, poolSize: 1, connectWithinMs: 60_000 })
  const [contact] = await asCustomer.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE has_email LIMIT 1`,
  )
  const extensions = await asCustomer.query(sql`SELECT extname FROM pg_extension`)
  await asCustomer.close()
  expect(extensions).toEqual([{ extname: 'plpgsql' }])

  const server = await startServer(env)
  const ask = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status
  }
  expect(await ask('/contacts/search', {})).toBe(200)
  expect(await ask('/contacts/reveal', { contact_ids: [contact!.id] })).toBe(200)
  expect(await ask('/jobs', { kind: 'enrich', domains: ['a.example'] })).toBe(201)
  const made = await run('backup run')
  expect([made.stderr, made.code]).toEqual([expect.anything(), 0])
  expect((await run('backup list --json')).json.backups).toMatchObject([{ verified_at: expect.any(String) }])
  expect(await run('ledger verify')).toMatchObject({ code: 0 })
  const { findings } = (await run('doctor --json')).json as { findings: { about: string; state: string }[] }
  const about = ['database', 'deadlines', 'connections', 'durability', 'ledger', 'jobs', 'backups']
  expect(findings.filter((one) => about.includes(one.about) && one.state === 'error')).toEqual([])
  const [plain] = await asProvider.query<{ connections: number; encrypted: number }>(sql`
    SELECT count(*) FILTER (WHERE NOT ssl)::int AS connections, count(*) FILTER (WHERE ssl)::int AS encrypted
    FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'customer'`)
  expect(plain).toEqual({ connections: 0, encrypted: expect.any(Number) })
  expect(plain!.encrypted).toBeGreaterThan(5)
  // By this name the console knows the node.
  const nodes = await asProvider.query(sql`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'prospector background%'`)
  const name = `prospector background ${packageJson.version} #${server.child.pid} threads ${canSharePort ? 2 : 1}`
  expect(nodes).toEqual([{ name }])
  expect(server.output.stderr).not.toMatch(/"level":[56]0/)
  expect(await server.end()).toBe(0)
}, 600_000)
