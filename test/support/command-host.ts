/** A program for tests: runs the operator's commands one after another, each with the environment it is sent with. */
import { Readable } from 'node:stream'
import { runCommand } from '../../cli/run.ts'

/** `input`: what it reads from standard input, in base64. */
export type Job = { words: string[]; env: Record<string, string>; input: string }
export type JobResult = { code: number; stdout: string; stderr: string }

let output = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    output[name] += text
    return true
  }
}

let last = Promise.resolve()
process.on('message', (job: Job) => {
  last = last.then(async () => void process.send!(await run(job)))
})
process.on('disconnect', () => process.exit())

async function run({ words, env, input }: Job): Promise<JobResult> {
  output = { stdout: '', stderr: '' }
  process.exitCode = 0
  process.env = { ...env }
  const bytes = Buffer.from(input, 'base64')
  const stdin = Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false })
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  await runCommand(words)
  return { code: Number(process.exitCode), ...output }
}
