/** A program for tests: runs the operator's commands one after another, each with the environment it is sent with. */
import { runCommand } from '../../cli/run.ts'

export type Job = { words: string[]; env: Record<string, string> }
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

async function run({ words, env }: Job): Promise<JobResult> {
  output = { stdout: '', stderr: '' }
  process.exitCode = 0
  process.env = { ...env }
  await runCommand(words)
  return { code: Number(process.exitCode), ...output }
}
