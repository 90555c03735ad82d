import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command as Commander } from 'commander'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Command, commandPath, createQuickCommand, makeDataDir, startServer } from '../../test/support/command.ts'
import { serverPid } from '../../test/support/embedded-sandbox.ts'
import { copyDataDir } from '../../test/support/prepared-data-dir.ts'
import { loadProgram } from '../program.ts'

let home: Awaited<ReturnType<typeof makeDataDir>>
let env: Record<string, string>
let run: Command
let held: ChildProcess | undefined
beforeAll(async () => {
  home = await makeDataDir()
  const kept = join(home.path, '../kept')
  await mkdir(kept)
  const backups = { BACKUP_DIR: kept, BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') }
  env = { DATA_DIR: home.path, PORT: '0', THREADS: '1', DRAIN_SECONDS: '0', ...backups }
  run = createQuickCommand(env)
  await copyDataDir(home.path)
  await run('migrate')
  held = await holdImportOpen()
})
afterAll(async () => {
  held?.kill('SIGKILL')
  await serverPid(home.path).then(
    (pid) => process.kill(pid, 'SIGQUIT'),
    () => {},
  )
  await home.remove()
})

/** It has begun, and waits for more input. */
async function holdImportOpen(): Promise<ChildProcess> {
  const child = spawn(commandPath, ['import', '-'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify({ domain: 'held.example' })}\n`)
  // It is listed once it holds its lock. An import of our own to find out could take the lock before it.
  while ((await run('imports list --json')).json.imports.length === 0) expect(child.exitCode).toBeNull()
  return child
}

function runnable(command: Commander, path = ''): string[] {
  const name = `${path}${command.name()}`
  const own = command.commands.length === 0 || ['suppress', 'backup'].includes(command.name()) ? [name] : []
  return [...own, ...command.commands.flatMap((verb) => runnable(verb, `${name} `))]
}

/** Every command but those that are imports themselves, and `serve`, which has a test of its own below. */
const lines = (account: string, key: string, client: string, folder: string): string[] => [
  'migrate',
  'changes list',
  ...['admin', 'admin get /system'],
  'imports list',
  'imports show 1',
  'imports rejects 1',
  'source list',
  'source set partner --label Partner',
  'quality',
  ...['plans show', 'plans history', `plans check ${join(folder, 'plans.json')}`],
  `plans apply ${join(folder, 'plans.json')} --reason Test`,
  'operator create --name Ada --email ada@operator.example',
  'operator list',
  'operator reset ada@operator.example',
  'operator remove ada@operator.example --last',
  'operator-key create --name Crawler',
  'operator-key list',
  'privacy list',
  'privacy erasures',
  `privacy opt-outs --out ${join(folder, 'opt-outs.json')}`,
  `privacy repeat ${join(folder, 'opt-outs.json')}`,
  'privacy notices list',
  `privacy notices export --out ${join(folder, 'untold.csv')}`,
  'privacy notices withhold --none',
  'privacy drop status',
  `privacy drop evidence --out ${join(folder, 'drop.json')}`,
  'bounces list',
  'webhooks list',
  'jobs list',
  'account list',
  `account show ${account}`,
  `account set ${account} --rpm 70`,
  `account grant ${account} 5 --reason Test`,
  `account suspend ${account} --reason Test`,
  `account lift ${account} --reason Test`,
  `account sign-out ada@acme.example`,
  `key create --account ${account}`,
  `key list --account ${account}`,
  `key revoke ${key}`,
  `oauth-client create --name Zapier --redirect-uri https://zapier.example/back`,
  'oauth-client list',
  `oauth-client revoke ${client}`,
  'suppress --email ada@one.example',
  'suppress list',
  'suppress remove --email ada@one.example',
  'erase --email eve@one.example',
  'ledger verify',
  'audit',
  'doctor',
  'report',
  'upgrade --check',
  `backup ${join(folder, 'a.backup')} --with-secrets`,
  ...['backup run', 'backup list', 'backup prune'],
  'billing reconcile --dry-run',
  `mail preview --folder ${join(folder, 'mail')}`,
]

it('IMPORT-10: every command works next to an import that is under way', { timeout: 400_000 }, async () => {
  const { json: made } = await run('account create --name Acme --email ada@acme.example --json')
  expect(made).toMatchObject({ account_id: expect.any(String) })
  const { json: key } = await run(`key create --account ${made.account_id} --json`)
  const { json: client } = await run('oauth-client create --name A --redirect-uri https://a.example/back --json')
  await writeFile(join(home.path, '../plans.json'), JSON.stringify({ pro: { credits_per_month: 1_001 } }))
  const failed: string[] = []
  const tried = lines(made.account_id, key.key_id, client.client_id, join(home.path, '..'))
  for (const line of tried) {
    const { code, stderr } = await run(line)
    if (code !== 0) failed.push(`${line}: ${stderr}`)
  }
  expect(failed).toEqual([])
  const refund = await run(`account refund ${made.account_id} ent_none --reason Test`)
  expect(refund.stderr).not.toContain('lock')
  // Refused for what they name, not for the import: it may only be undone once it is over.
  const refused = [
    ...['imports undo 7', 'operator-key revoke pso_none', 'privacy show PR-0000-0000', 'privacy complete PR-0000-0000'],
    'privacy refuse PR-0000-0000 --reason No',
    ...['privacy notices send', 'privacy notices told none.csv', 'privacy drop run', 'privacy drop rehearse'],
    'privacy drop amend none 2',
    'backup verify none',
    `account view ${made.account_id} --reason Test --server http://127.0.0.1:9`,
    ...['bounces accept bnc_none', 'bounces refuse bnc_none', 'jobs show job_none', 'jobs cancel job_none'],
    ...['show', 'disable', 'enable', 'resend'].map((verb) => `webhooks ${verb} wh_none`),
  ]
  for (const line of refused) expect((await run(line)).stderr).not.toMatch(/\block\b|timeout/)
  expect((await run(`account set ${made.account_id} --status lapsed`)).code).toBe(0)
  expect((await run(`account erase ${made.account_id} --yes`)).stderr).not.toContain('lock')
  const onto = createQuickCommand({ ...env, DATA_DIR: join(home.path, '../restored') })
  expect(await onto(`restore ${join(home.path, '../a.backup')}`)).toMatchObject({ code: 0 })

  const names = [
    ...tried,
    ...refused,
    'changes release',
    'changes discard',
    'account create',
    'account refund',
    'account erase',
    'restore',
    'serve',
    'import',
    'demo load',
  ]
  const isTried = (name: string) => names.some((line) => line === name || line.startsWith(`${name} `))
  const all = (await loadProgram([])).commands.flatMap((command) => runnable(command))
  expect(all.filter((name) => !isTried(name))).toEqual([])
  const second = await run('demo load --stores 1')
  expect({ code: second.code, stderr: second.stderr }).toEqual({
    code: 1,
    stderr: 'Another import is running. Start this one again when it has finished.\n',
  })
})

it('IMPORT-10: a first start works next to an import that is under way, without the demo catalogue', async () => {
  const server = await startServer(env, ['--json'])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  held!.stdin!.end()
  expect(await once(held!, 'exit')).toEqual([0, null])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.end()
})
