/** The command line: runs the command, and turns every failure into a line and an exit code. */
import { CommanderError } from 'commander'
import { ConfigError } from '../src/config.ts'
import { loadProgram } from './program.ts'

/** A reader such as `head` may stop before everything is printed; that is not a failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  const program = await loadProgram(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

function explain(error: unknown): number {
  // Commander has printed what is wrong already. Help that was asked for is a success, help for want of a command is not.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  const isOurMistake = error instanceof TypeError || error instanceof ReferenceError || !(error instanceof Error)
  process.stderr.write(`${isOurMistake ? ((error as Error)?.stack ?? String(error)) : error.message}\n`)
  return 1
}
