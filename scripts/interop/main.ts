/**
 * `npm run long -- interop`: programs that we did not write, installed in a temporary folder and driven against a started server.
 * `-- --only orval` runs those whose name contains the text, `-- --latest` takes the newest versions, `-- --keep` leaves
 * the folder.
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Client, clients } from './clients.ts'
import { openStage, type Stage } from './stage.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    latest: { type: 'boolean' },
    keep: { type: 'boolean' },
  },
})
const here = fileURLToPath(new URL('.', import.meta.url))
/** Installing n8n takes some minutes, and more on a busy machine. */
const minutesMax = 20

type ProcessResult = { code: number | null; stdout: string; stderr: string }
type Row = {
  client: string
  version: string
  passed: boolean
  said: string
  seconds: string
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutesMax * 60_000,
    })
    const ended: ProcessResult = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (ended.stdout += chunk))
    child.stderr.on('data', (chunk) => (ended.stderr += chunk))
    child.on('error', (error) => resolve({ ...ended, stderr: error.message }))
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}

/** A folder of its own for each, as a user would have: no package is found because another one brought it. */
async function install(folder: string, { packages, overrides }: Client): Promise<ProcessResult> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }))
  for (const part of ['drivers', 'programs']) await cp(join(here, part), join(folder, part), { recursive: true })
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${values.latest ? 'latest' : version}`)
  const quiet = [
    ...(overrides ? ['--legacy-peer-deps'] : []),
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ]
  return run('npm', ['install', ...quiet, ...wanted], folder, process.env)
}

async function drive(root: string, stage: Stage, client: Client): Promise<Row> {
  const begun = Date.now()
  const folder = join(root, client.name.replaceAll(/[@/]/g, ' ').trim().replaceAll(' ', '-'))
  const installed = await install(folder, client)
  const version = values.latest ? 'latest' : client.packages[client.name]!
  const ended =
    installed.code === 0
      ? await run(process.execPath, [`drivers/${client.driver}`, client.name, ...(client.with ?? [])], folder, {
          ...process.env,
          ...stage.environment,
          PROSPECTOR_SOURCE: fileURLToPath(new URL('../..', import.meta.url)),
        })
      : installed
  const passed = ended.code === 0
  const said = passed ? (ended.stdout.trim().split('\n').at(-1) ?? '') : `failed: ${reasonOf(ended)}`
  return {
    client: client.name,
    version,
    passed,
    said,
    seconds: `${((Date.now() - begun) / 1_000).toFixed(0)} s`,
  }
}

const reasonOf = ({ stdout, stderr }: ProcessResult): string => `\n${stdout}\n${stderr}`.trim().slice(-2_000)

const root = await mkdtemp(join(tmpdir(), 'prospector-interop-'))
const rows: Row[] = []
const stage = await openStage(join(root, 'server'))
try {
  for (const client of clients.filter(({ name }) => name.includes(values.only ?? ''))) {
    const row = await drive(join(root, 'clients'), stage, client)
    console.log(
      `${row.passed ? '✓' : '✗'} ${[row.client, row.version].join(' ').padEnd(42)} ${row.seconds.padStart(5)}  ${row.said}`,
    )
    rows.push(row)
  }
} finally {
  await stage.close()
  if (values.keep) console.log(`Everything is in ${root}`)
  else await rm(root, { recursive: true, force: true })
}
const failed = rows.filter(({ passed }) => !passed).length
console.log(`\n${rows.length - failed} of ${rows.length} passed.`)
process.exitCode = failed > 0 ? 1 : 0
