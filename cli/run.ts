/** The command line: runs the command, and turns every failure into a line and an exit code. */
import { CommanderError } from 'commander'
import { ConfigError } from '../src/base/config.ts'
import { loadProgram } from './program.ts'

/** Sets the exit code of the process. A command may set it, too: an import that was incomplete. */
export async function runCommand(words: string[]): Promise<void> {
  try {
    const program = await loadProgram(words)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error)
  }
}

function explain(error: unknown): number {
  // Commander has printed what is wrong already. Help that was asked for is a success, help shown because no command was given is not.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  const isOurMistake = error instanceof TypeError || error instanceof ReferenceError || !(error instanceof Error)
  process.stderr.write(`${isOurMistake ? ((error as Error)?.stack ?? String(error)) : error.message}\n`)
  return 1
}
