/** The list of all commands. A new one is written in cli/commands/<noun>/<verb>.ts and added here. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { withHelp } from './command.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** By its first word, in the order of the help. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand,
  demo: async () => (await import('./commands/demo/group.ts')).demoCommands,
  import: async () => (await import('./commands/import.ts')).importCommand,
  imports: async () => (await import('./commands/imports/group.ts')).importsCommands,
  source: async () => (await import('./commands/source/group.ts')).sourceCommands,
  quality: async () => (await import('./commands/quality.ts')).qualityCommand,
  operator: async () => (await import('./commands/operator/group.ts')).operatorCommands,
  'operator-key': async () => (await import('./commands/operator-key/group.ts')).operatorKeyCommands,
  admin: async () => (await import('./commands/admin.ts')).adminCommand,
  changes: async () => (await import('./commands/changes/group.ts')).changesCommands,
  plans: async () => (await import('./commands/plans/group.ts')).plansCommands,
  account: async () => (await import('./commands/account/group.ts')).accountCommands,
  key: async () => (await import('./commands/key/group.ts')).keyCommands,
  'oauth-client': async () => (await import('./commands/oauth-client/group.ts')).oauthClientCommands,
  suppress: async () => (await import('./commands/suppress/group.ts')).suppressCommands,
  erase: async () => (await import('./commands/erase.ts')).eraseCommand,
  privacy: async () => (await import('./commands/privacy/group.ts')).privacyCommands,
  bounces: async () => (await import('./commands/bounces/group.ts')).bouncesCommands,
  webhooks: async () => (await import('./commands/webhooks/group.ts')).webhooksCommands,
  jobs: async () => (await import('./commands/jobs/group.ts')).jobsCommands,
  ledger: async () => (await import('./commands/ledger/group.ts')).ledgerCommands,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  backup: async () => (await import('./commands/backup/group.ts')).backupCommands,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  billing: async () => (await import('./commands/billing/group.ts')).billingCommands,
  mail: async () => (await import('./commands/mail/group.ts')).mailCommands,
}

/**
 * The program for what was typed. Only the command that the first word names is loaded, because all of them together take
 * most of a second to load. Without such a word, as for help or after a typing error, all are there.
 */
export async function loadProgram([first]: readonly string[]): Promise<Command> {
  const named = Object.entries(commands).filter(([name]) => name === first)
  const program = createProgram()
  for (const [, load] of named.length > 0 ? named : Object.entries(commands)) program.addCommand(await load())
  return program
}

const createProgram = () =>
  withHelp(
    new Command('prospector'),
    'Prospector: ecommerce stores and the people who work at them, on your own machine.',
    'Settings come from the environment; README.md lists them. Every command also works while a server is running.',
    [
      'prospector serve',
      'prospector account create --name Acme --email ada@acme.example',
      'prospector import stores.ndjson.gz',
      'prospector account show --help',
    ],
  ).version(version, '-V, --version', 'print the version')
