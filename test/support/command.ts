/** The real command as a child process: what an operator types, what it prints, how it ends. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { on, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Job, JobResult } from './command-host.ts'
import { makeScratch } from './scratch.ts'

export const commandPath = fileURLToPath(new URL('../../bin/prospector', import.meta.url))

type CommandResult = {
  code: number | null
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents whose shape is what they test.
  json: any
}

type Environment = Record<string, string>

/** Nothing of the shell that runs the tests: settings that happen to be there must not decide them. */
function cleanEnvironment(env: Environment): Environment {
  const { PATH = '', HOME = '/' } = process.env
  return { PATH, HOME, LOG_LEVEL: 'info', THREADS: '1', DRAIN_SECONDS: '0', ...env }
}

/**
 * For a process of its own. `npm run dev` watches for changes, and Node tells its threads so in the environment: commands
 * have to work there, too.
 */
const environmentOfProcess = (env: Environment): Environment => ({
  ...cleanEnvironment(env),
  WATCH_REPORT_DEPENDENCIES: '1',
})

/** Settings for a database that the test made; the keys are as long as the environment lives. */
export function environmentFor(databaseUrl: string): Environment {
  const secret = () => randomBytes(32).toString('base64')
  return { DATABASE_URL: databaseUrl, AUTH_SECRET: secret(), CHANNEL_KEY: secret(), PORT: '0' }
}

export type Command = (
  line: string,
  options?: { input?: string | Buffer; cwd?: string; path?: string },
) => Promise<CommandResult>

/** `command('account show acc_x --json')`. Words are split at spaces; what holds a space stands in single quotes. */
export function createCommand(env: Environment): Command {
  return async (line, { input, cwd, path = commandPath } = {}) => {
    const child = spawn(path, splitWords(line), { env: environmentOfProcess(env), ...(cwd && { cwd }) })
    const output = collect(child)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [code] = (await once(child, 'close')) as [number | null]
    const { stdout, stderr } = output
    return { code, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : null }
  }
}

let host: ChildProcess | undefined
let lastJob: Promise<unknown> = Promise.resolve()

/**
 * The same for tests of what commands do to a database: one process runs them one after another, because most of the time
 * of a short command is that of its start.
 */
export function createQuickCommand(env: Environment): Command {
  const start = createCommand(env)
  return async (line, options = {}) => {
    if (options.cwd || options.path) return start(line, options)
    const input = Buffer.from(options.input ?? '').toString('base64')
    const job: Job = { words: splitWords(line), env: cleanEnvironment(env), input }
    const result = lastJob.then(() => sendJob(job))
    lastJob = result.catch(() => {})
    return result
  }
}

/** It ends with this process, which it is connected to. */
async function sendJob(job: Job): Promise<CommandResult> {
  if (!host?.connected) {
    host = fork(fileURLToPath(new URL('command-host.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    host.unref()
    host.channel!.unref()
  }
  host.send(job)
  const { code, stdout, stderr } = await nextResult(host)
  return { code, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : null }
}

/** Node itself may send reports about modules on the same channel. */
async function nextResult(from: ChildProcess): Promise<JobResult> {
  for await (const [message] of on(from, 'message')) if (typeof message.stdout === 'string') return message as JobResult
  throw new Error('The process that runs commands has gone.')
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout!.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr!.on('data', (chunk) => {
    output.stderr += chunk
  })
  return output
}

export type RunningServer = {
  child: ChildProcess
  url: string
  output: { stdout: string; stderr: string }
  /** Resolves when the text has been printed to stderr. */
  says(text: string): Promise<void>
  /** Sends a signal and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** `serve`, up and listening, until the test ends at the latest. Rejects with what it said when it ends instead. */
export async function startServer(env: Environment, words: string[] = []): Promise<RunningServer> {
  const child = spawn(commandPath, ['serve', ...words], { env: environmentOfProcess({ PORT: '0', ...env }) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = collect(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const url = await Promise.race([
    until(() => /https?:\/\/localhost:\d+/.exec(output.stdout)?.[0], child.stdout!),
    ended.then(() => Promise.reject(new Error(`serve ended: ${output.stderr}`))),
  ])
  return {
    child,
    url,
    output,
    says: async (text) => void (await until(() => output.stderr.includes(text) || undefined, child.stderr!)),
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

async function until<T>(look: () => T | undefined, stream: NodeJS.ReadableStream): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await once(stream, 'data')
  }
}

/** A DATA_DIR of one's own that the embedded server's user can enter. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const home = await makeScratch('command')
  return { path: join(home, 'data'), remove: () => rm(home, { recursive: true, force: true }) }
}
