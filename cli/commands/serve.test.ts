import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { findFreePort } from '../../test/support/browser.ts'
import {
  commandPath,
  createCommand,
  createQuickCommand,
  environmentFor,
  makeDataDir,
  type RunningServer,
  startServer,
} from '../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { serverPid } from '../../test/support/embedded-sandbox.ts'

type Demo = { email: string; password: string; account_id: string; api_key: string; contact_id: string }

const demoOf = (server: RunningServer): Demo => JSON.parse(server.output.stdout).demo

async function reveal(server: RunningServer, key: string, contactId: string) {
  const answer = await fetch(`${server.url}/api/v1/contacts/reveal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contact_ids: [contactId] }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into the body whose shape it tests.
  return { status: answer.status, body: (await answer.json()) as any }
}

async function countChanges(server: RunningServer, key: string): Promise<unknown[]> {
  const answer = await fetch(`${server.url}/api/v1/stores/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ facets: ['change'] }),
  })
  return ((await answer.json()) as { facets: { change: unknown[] } }).facets.change
}

describe('with the embedded database', () => {
  let home: Awaited<ReturnType<typeof makeDataDir>>
  let env: { DATA_DIR: string; PORT: string }
  beforeAll(async () => {
    home = await makeDataDir()
    env = { DATA_DIR: home.path, PORT: '0' }
    // As an interrupted first start leaves it, with a smaller catalogue than the real one.
    await mkdir(home.path)
    await writeFile(join(home.path, 'demo.json'), '{"catalogue":{"stores":100,"seed":1,"loaded":false}}')
  })
  afterAll(async () => {
    // A test that failed may have left its database running.
    await serverPid(home.path).then(
      (pid) => process.kill(pid, 'SIGQUIT'),
      () => {},
    )
    await home.remove()
  })

  it('RUN-5, CLI-3, CLI-20, RUN-3: an interrupted first start is finished by the next, has its past, and the one after prints the same block; commands find the running server from any folder and through links; a killed server is adopted, a killed database is back within 10 seconds, and a second Ctrl-C ends both', async () => {
    const first = await startServer(env, ['--json'])
    const demo = demoOf(first)
    expect(demo).toMatchObject({ email: 'demo@prospector.example', contact_id: expect.stringMatching(/^ct_live_/) })
    expect(first.output.stdout.trim().split('\n')).toHaveLength(1)
    const { status, body } = await reveal(first, demo.api_key, demo.contact_id)
    expect({ status, credits: body.credits }).toEqual({
      status: 200,
      credits: { spent: 1, remaining: 999, spendable_now: 999 },
    })
    expect((await countChanges(first, demo.api_key)).length).toBeGreaterThan(5)
    expect(await first.end('SIGINT')).toBe(0)
    await expect(serverPid(home.path)).rejects.toThrow('ENOENT')
    const notes = await readFile(join(home.path, 'demo.json'), 'utf8')

    const second = await startServer(env)
    expect(second.output.stdout).toContain(`-H 'Authorization: Bearer ${demo.api_key}'`)
    expect(second.output.stdout).toContain(`${demo.email}  ${demo.password}`)
    expect(second.output.stdout).toContain(`-d '{"contact_ids":["${demo.contact_id}"]}'`)
    expect(await readFile(join(home.path, 'demo.json'), 'utf8')).toBe(notes)
    expect((await stat(join(home.path, 'demo.json'))).mode & 0o777).toBe(0o600)
    await expectFoundFromAnywhere()
    const postmaster = await serverPid(home.path)
    await second.end('SIGKILL')

    const startedAt = performance.now()
    const heir = await startServer({ ...env, DRAIN_SECONDS: '60' }, ['--json'])
    // Ten seconds, and on a machine where a start alone takes that long, longer.
    const awayMaxMs = Math.max(10_000, 10 * (performance.now() - startedAt))
    expect(await serverPid(home.path)).toBe(postmaster)
    expect((await reveal(heir, demo.api_key, demo.contact_id)).status).toBe(200)
    await diesAndComesBack(heir, demo, awayMaxMs)
    heir.child.kill('SIGTERM')
    await heir.says('Finishing the requests in progress')
    // Two signals within half a second are one wish: npm repeats what the terminal sent.
    await pause(600)
    expect(await heir.end('SIGINT')).toBe(1)
    await expect.poll(() => serverPid(home.path).catch(() => null)).toBeNull()
  })

  async function expectFoundFromAnywhere(): Promise<void> {
    const link = join(home.path, '..', 'a-link')
    await symlink(commandPath, link)
    const shown = await createCommand(env)('account show demo@prospector.example --json', { cwd: '/', path: link })
    expect({ code: shown.code, status: shown.json.status, stderr: shown.stderr }).toEqual({
      code: 0,
      status: 'active',
      stderr: '',
    })
  }

  /** A database that dies under the server is back within 10 seconds; meanwhile 503, and nothing is lost. */
  async function diesAndComesBack(
    server: RunningServer,
    { api_key, contact_id }: Demo,
    awayMaxMs: number,
  ): Promise<void> {
    process.kill(await serverPid(home.path), 'SIGKILL')
    const killedAt = performance.now()
    const statuses = new Set<number>()
    let answer = await reveal(server, api_key, contact_id)
    for (; answer.status !== 200; answer = await reveal(server, api_key, contact_id)) {
      statuses.add(answer.status)
      if (performance.now() - killedAt > awayMaxMs) break
      await pause(20)
    }
    // On a busy machine the database may be back before the first request arrives.
    expect([...statuses].filter((status) => status !== 503)).toEqual([])
    expect(answer).toMatchObject({ status: 200, body: { data: [{ reveal_status: 'already_revealed' }] } })
    // The connection of a reveal may be back before the others that readiness tries.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    const verified = await createQuickCommand(env)('ledger verify --json')
    expect(verified.json).toMatchObject({ reveals: 1, problems: [] })
  }
})

describe('with a database of the operator', () => {
  let store: TestDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    store = await createTestDatabase()
    env = environmentFor(store.url)
  })
  afterAll(() => store.drop())

  it('RUN-2, RUN-6, RUN-11, BACKUP-9, MASK-3: without SMTP_URL mail is a file in DATA_DIR/outbox; METRICS_PORT answers on loopback alone; SIGTERM lets the request under way finish, and turns new ones away; until then its port is in use, which is one clear line; what an earlier release stored is judged', async () => {
    const home = await makeDataDir()
    onTestFinished(home.remove)
    const metricsPort = await findFreePort()
    const run = createQuickCommand(env)
    await run('demo load --stores 5')
    const { account_id, api_key } = (await run('account create --name A --email a@drain.example --json')).json
    const [contact] = await store.database.query<{ contact_id: string }>(
      sql`SELECT contact_id FROM contacts WHERE has_email LIMIT 1`,
    )
    await store.database.query(sql`UPDATE catalogue_state SET texts_judged_to = ''`)
    // Never touched, and due since the first of January.
    const backups = { BACKUP_CHECK_FILE: join(home.path, 'never'), BACKUP_SCHEDULE: '0 0 1 1 *' }
    const server = await startServer({ ...env, ...backups, DATA_DIR: home.path, METRICS_PORT: String(metricsPort) })
    await expectPortInUse(new URL(server.url).port)
    await expectMailAndMetrics(server, home.path, metricsPort)
    const judged = async () =>
      (await store.database.query(sql`SELECT texts_judged_to AS "upTo" FROM catalogue_state`))[0]
    await expect.poll(judged).toEqual({ upTo: '~' })
    let underway: ReturnType<typeof reveal> | undefined
    await store.database.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM credit_balances WHERE account_id = ${account_id} FOR UPDATE`)
      underway = reveal(server, api_key, contact!.contact_id)
      await untilBlocked(store)
      server.child.kill('SIGTERM')
      await server.says('Finishing the requests in progress')
      // Without a pause: the request that waits for the lock is given up after seconds.
      await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status, { interval: 10 }).toBe(503)
      expect((await reveal(server, api_key, contact!.contact_id)).status).toBe(503)
    })
    expect(await underway).toMatchObject({ status: 200, body: { credits: { spent: 1, remaining: 999 } } })
    expect(await server.end()).toBe(0)
  })

  async function expectPortInUse(port: string): Promise<void> {
    const { code, stdout, stderr } = await createCommand({ ...env, PORT: port })('serve')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\. Stop the other program, or set PORT\.\n$/)
  }

  it('a plans.json that can’t be read stops the start, and says what is wrong with which plan', async () => {
    const home = await makeDataDir()
    onTestFinished(home.remove)
    await mkdir(home.path)
    const file = join(home.path, 'plans.json')
    await writeFile(file, '{"pro": {"credits_per_month": "many"}}')
    const { code, stdout, stderr } = await createCommand({ ...env, DATA_DIR: home.path })('serve')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    // Under root, a line of the log says before it as whom the server runs.
    expect(stderr.split('\n').filter((line) => !line.startsWith('{'))).toEqual([
      `The plans in ${file} can't be used:`,
      '  - Plan "pro": credits_per_month must be a whole number from 0 to 1,000,000,000.',
      '',
    ])
  })

  it('a plan that accounts are on and nobody describes stops the start, and says what to do', async () => {
    const { json } = await createQuickCommand(env)('account create --name Acme --email ada@gone.example --json')
    await store.database.query(sql`UPDATE accounts SET plan_id = 'gone' WHERE account_id = ${json.account_id}`)
    const { code, stdout, stderr } = await createCommand(env)('serve')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(
      `The plans lack "gone", which 1 account is on (${json.account_id}). Put it back (DATA_DIR/plans.json`,
    )
    expect(stderr).toContain('prospector account set ACCOUNT --plan PLAN')
    const moved = await createQuickCommand(env)(`account set ${json.account_id} --plan pro --json`)
    expect([moved.code, moved.json.plan]).toEqual([0, 'pro'])
  })

  /** A mail is a file in DATA_DIR/outbox; the metrics answer on loopback alone, in the format of Prometheus. */
  async function expectMailAndMetrics({ url }: RunningServer, dataDir: string, metricsPort: number): Promise<void> {
    const email = 'grace@outbox.example'
    const signedUp = await fetch(`${url}/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Grace', email, password: 'purple staircase 19 lamps' }),
    })
    expect(signedUp.status).toBe(200)
    const outbox = join(dataDir, 'outbox')
    const mails = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
    await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
    expect(await readFile(join(outbox, (await mails())[0]!), 'utf8')).toContain(`To: ${email}`)

    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ])
    const text = await answer.text()
    expect(text).toMatch(/^# TYPE prospector_request_seconds histogram$/m)
    expect(text).toMatch(/^prospector_backup_late_seconds \d{4,}/m)
    expect(text).not.toContain(email)
    const elsewhere = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')
    if (elsewhere) await expect(fetch(`http://${elsewhere.address}:${metricsPort}/metrics`)).rejects.toThrow()
  }

  it('CLI-12: two nodes that start at once on an empty database bring it up to date once', async () => {
    const name = new URL(store.url).pathname.slice(1)
    await store.owner.query(sql`DROP SCHEMA public CASCADE`)
    await store.owner.query(sql`DROP SCHEMA jobs CASCADE`)
    await store.owner.query(sql`CREATE SCHEMA public`)
    const run = createCommand({ ...env, MIGRATE_DATABASE_URL: store.ownerUrl })
    const [one, two] = await Promise.all([run('migrate --json'), run('migrate --json')])
    const applied = [...one.json.applied, ...two.json.applied]
    expect({ name, once: new Set(applied).size, total: applied.length }).toEqual({
      name,
      once: one.json.total,
      total: one.json.total,
    })
    expect((await createQuickCommand({ ...env, MIGRATE_DATABASE_URL: store.ownerUrl })('migrate')).stdout).toMatch(
      /^The database is up to date/,
    )
  })
})

async function untilBlocked({ database }: TestDatabase): Promise<void> {
  for (;;) {
    const waiting = await database.query(sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (waiting.length > 0) return
    await pause(10)
  }
}
