import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

/** A started server with a small catalogue, a person, a key and an approved integration. */
export type Stage = {
  /** What drivers need to know, as environment variables. */
  environment: Record<string, string>
  close(): Promise<void>
}

const repository = fileURLToPath(new URL('../../', import.meta.url))
const command = join(repository, 'bin', 'prospector')
const person = {
  email: 'ada@interop.example',
  password: 'correct horse battery staple',
}
/** Nothing listens there: the person stops at the redirect and reads the code from the address. */
const redirectUri = 'https://crm.example/callback'

export async function openStage(folder: string): Promise<Stage> {
  await mkdir(folder, { recursive: true })
  // The embedded database may run as another user, who has to get in.
  for (const open of [join(folder, '..'), folder]) await chmod(open, 0o755)
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    // Demo servers send webhooks to this machine, too.
    DEMO: 'true',
    PORT: String(port),
    PUBLIC_URL: origin,
    OAUTH_REGISTRATION: 'open',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  }
  const ask = async (...words: string[]): Promise<Record<string, string>> =>
    JSON.parse((await promisify(execFile)(command, [...words, '--json'], { env })).stdout)

  const server = spawn(command, ['serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'close')
  try {
    await untilReady(origin, ended)
    const limits = ['--credits', '1000', '--rpm', '10000', '--rpd', '100000']
    const { email, password } = person
    const account = await ask(
      'account',
      'create',
      '--name',
      'Interop',
      '--email',
      email,
      '--password',
      password,
      ...limits,
    )
    const client = await ask('oauth-client', 'create', '--name', 'CRM', '--redirect-uri', redirectUri)
    await untilSearchable(origin, account.api_key!)
    return {
      environment: {
        ORIGIN: origin,
        API_KEY: account.api_key!,
        EMAIL: email,
        PASSWORD: password,
        CLIENT_ID: client.client_id!,
        CLIENT_SECRET: client.client_secret!,
        REDIRECT_URI: redirectUri,
        ...(await databaseFor('n8n', env.DATA_DIR)),
        TYPESCRIPT: join(repository, 'node_modules', 'typescript', 'bin', 'tsc'),
        ...(await withoutBrowser(folder)),
      },
      close: async () => {
        server.kill('SIGTERM')
        await ended
      },
    }
  } catch (error) {
    server.kill('SIGKILL')
    throw error
  }
}

/** A database of its own in the server's PostgreSQL, for a program that needs one, in the variables by which n8n finds it. */
async function databaseFor(name: string, dataDir: string): Promise<Record<string, string>> {
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]!
  const password = (await readFile(join(dataDir, 'postgres-superuser-password'), 'utf8')).trim()
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password,
    database: 'postgres',
  })
  await client.connect()
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
  await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
  await client.end()
  const settings = { HOST: '127.0.0.1', PORT: port, USER: name, PASSWORD: name, DATABASE: name }
  const named = Object.entries(settings).map(([key, value]) => [`DB_POSTGRESDB_${key}`, value])
  return { DB_TYPE: 'postgresdb', ...Object.fromEntries(named) }
}

/** Programs that open a browser for their user find one that does nothing: the driver is the user, and reads the address. */
async function withoutBrowser(folder: string): Promise<Record<string, string>> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const opener of ['xdg-open', 'open']) {
    await writeFile(join(bin, opener), '#!/bin/sh\nexit 0\n')
    await chmod(join(bin, opener), 0o755)
  }
  return {
    PATH: `${bin}:${process.env.PATH}`,
    BROWSER: 'none',
    MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote'),
  }
}

async function untilReady(origin: string, ended: Promise<unknown>): Promise<void> {
  for (;;) {
    const outcome = await Promise.race([
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
      ended.then(() => Promise.reject(new Error('The server ended before it was ready.'))),
    ])
    if (outcome) return
    await pause(200)
  }
}

/** Nodes pick a new catalogue up by themselves, within seconds. */
async function untilSearchable(origin: string, key: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/contacts/search`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
      },
      body: '{"limit": 1}',
    })
    if (answer.ok && ((await answer.json()) as { total: number }).total > 0) return
    await pause(200)
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
