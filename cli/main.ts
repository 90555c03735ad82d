/** The command line: finds the command, and turns every failure into a line and an exit code. */
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../src/config.ts'
import { withHelp } from './command.ts'
import { accountCommands } from './commands/account/group.ts'
import { demoCommands } from './commands/demo/group.ts'
import { importCommand } from './commands/import.ts'
import { keyCommands } from './commands/key/group.ts'
import { ledgerCommands } from './commands/ledger/group.ts'
import { migrateCommand } from './commands/migrate.ts'
import { serveCommand } from './commands/serve.ts'
import { suppressCommands } from './commands/suppress/group.ts'

const program = withHelp(
  new Command('prospector'),
  'Prospector: ecommerce stores and the people who work at them, on your own machine.',
  'Settings come from the environment; docs/operating.md lists them. Every command also works beside a running server.',
  [
    'prospector serve',
    'prospector account create --name Acme --email ada@acme.example',
    'prospector import stores.ndjson.gz',
    'prospector account show --help',
  ],
)
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(demoCommands)
  .addCommand(importCommand)
  .addCommand(accountCommands)
  .addCommand(keyCommands)
  .addCommand(suppressCommands)
  .addCommand(ledgerCommands)

/** A reader such as `head` may leave before everything is printed; that is no failure of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
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
