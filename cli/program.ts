/** The list of all commands. A new one is written in cli/commands/<noun>/<verb>.ts and added here. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { withHelp } from './command.ts'
import { accountCommands } from './commands/account/group.ts'
import { auditCommand } from './commands/audit.ts'
import { billingCommands } from './commands/billing/group.ts'
import { demoCommands } from './commands/demo/group.ts'
import { doctorCommand } from './commands/doctor.ts'
import { eraseCommand } from './commands/erase.ts'
import { importCommand } from './commands/import.ts'
import { keyCommands } from './commands/key/group.ts'
import { ledgerCommands } from './commands/ledger/group.ts'
import { mailCommands } from './commands/mail/group.ts'
import { migrateCommand } from './commands/migrate.ts'
import { oauthClientCommands } from './commands/oauth-client/group.ts'
import { serveCommand } from './commands/serve.ts'
import { suppressCommands } from './commands/suppress/group.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const program = withHelp(
  new Command('prospector'),
  'Prospector: ecommerce stores and the people who work at them, on your own machine.',
  'Settings come from the environment; README.md lists them. Every command also works while a server is running.',
  [
    'prospector serve',
    'prospector account create --name Acme --email ada@acme.example',
    'prospector import stores.ndjson.gz',
    'prospector account show --help',
  ],
)
  .version(version, '-V, --version', 'print the version')
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(demoCommands)
  .addCommand(importCommand)
  .addCommand(accountCommands)
  .addCommand(keyCommands)
  .addCommand(oauthClientCommands)
  .addCommand(suppressCommands)
  .addCommand(eraseCommand)
  .addCommand(ledgerCommands)
  .addCommand(auditCommand)
  .addCommand(doctorCommand)
  .addCommand(billingCommands)
  .addCommand(mailCommands)
