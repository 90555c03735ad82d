import { readFile } from 'node:fs/promises'
import { type Command, CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { createCommand } from '../test/support/command.ts'
import { loadProgram } from './program.ts'

const run = createCommand({})

function listCommands(command: Command, path: string[] = []): { name: string; command: Command }[] {
  const here = [...path, command.name()]
  return [{ name: here.join(' '), command }, ...command.commands.flatMap((verb) => listCommands(verb, here))]
}
const program = await loadProgram([])
const commands = listCommands(program)
/** Nouns that are a command of their own, next to their verbs. */
const isRunnable = (command: Command): boolean =>
  command.commands.length === 0 || ['suppress', 'backup'].includes(command.name())

describe('CLI-1, CLI-2: the command', () => {
  it.each([
    'serve',
    'migrate',
    'demo load',
    'import',
    'account create',
    'account show',
    'account set',
    'account grant',
    'key create',
    'key list',
    'key revoke',
    'suppress',
    'suppress list',
    'suppress remove',
    'ledger verify',
  ])('has %s', (name) => {
    expect(commands.map((command) => command.name)).toContain(`prospector ${name}`)
  })

  it('says its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  it.each(commands)('$name explains itself with examples', ({ command }) => {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) })
    command.outputHelp()
    expect(help).toMatch(/\nExamples:\n {2}\$ /)
    expect(command.description().length).toBeGreaterThan(10)
    expect(help.replaceAll(/\s+/g, ' '), 'a default is said once, in words').not.toMatch(/\) \(default|default: \[/)
  })

  it.each(commands.filter(({ command }) => isRunnable(command)))('CLI-1: $name takes --json', ({ command }) => {
    expect(command.options.map((option) => option.long)).toContain('--json')
  })
})

it('the table of commands in README.md lists every command, and no other', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const rows = readme.split('\n| command | ')[1]!.split('\n\n')[0]!.split('\n').slice(2)
  // The command is the words before the first argument or option: `key create\|list --account A` stands for two.
  const listed = rows
    .flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`(?:prospector )?([^`]+)`/g)].map(([, line]) => line!))
    .flatMap((line) => {
      const words = /^[a-z-]+(?: [a-z-]+(?:\\\|[a-z-]+)*){0,2}(?= |$)/.exec(line.replaceAll(/ (--|[A-Z[]).*/g, ''))![0]
      const verbs = words.split(' ').at(-1)!
      const nouns = words.slice(0, -verbs.length)
      return verbs.split('\\|').map((verb) => `prospector ${nouns}${verb}`)
    })
  const runnable = commands.filter(({ command }) => isRunnable(command))
  expect(listed.sort()).toEqual(runnable.map(({ name }) => name).sort())
})

describe('exit codes', () => {
  it('CLI-2: help that was asked for is a success, on stdout', async () => {
    const { code, stdout, stderr } = await run('account create --help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Examples:')
  })

  it.each(['account', 'account show a --nonsense', 'account grant acc_x 0 --reason R'])(
    'CLI-2: %s is wrong usage: 2, and nothing on stdout',
    async (line) => {
      const { code, stdout, stderr } = await run(line)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).not.toBe('')
    },
  )

  it.each([
    ['acount show x', "unknown command 'acount'"],
    ['account show', "missing required argument 'account'"],
    ['account show a b', 'too many arguments'],
    ['account show a --nonsense', "unknown option '--nonsense'"],
    ['account create --name A', "required option '--email <address>' not specified"],
    ['account create --name A --email nonsense', 'It must be an email address'],
    ['account create --name A --email a@b.example --password ninechars', 'It must have 10 to 128 characters'],
    [
      `account create --name A --email a@b.example --password ${'long'.repeat(33)}`,
      'It must have 10 to 128 characters',
    ],
    ['account create --name A --email a@b.example --password password123', 'that attackers try first'],
    ['account create --name A --email xoluvelax@b.example --password Xoluvelax1815!', 'your own name or email'],
    ['account set acc_x --password ninechars', 'It must have 10 to 128 characters'],
    ['account set acc_x --password qwertyuiop12', 'follows the keyboard'],
    ['account create --name A --email a@b.example --credits -1', 'It must be a whole number from 0 to 2147483647'],
    ['account create --name A --email a@b.example --rpm many', 'It must be a whole number from 0 to 2147483647'],
    ['account set acc_x', 'give at least one thing to change'],
    ['account grant acc_x 0 --reason R', 'It must be a whole number from 1 to 2147483647'],
    ['account grant acc_x 5', "required option '--reason <text>' not specified"],
    ['key create --account acc_x --scopes contacts:everything', 'There is no scope "contacts:everything"'],
    ['key create --account acc_x --expires tomorrow', 'It must be a date such as'],
    ['key create --account acc_x --expires 2027-02-30', 'It must be a date such as'],
    ['key create --account acc_x --expires 2027-06-31T10:00:00Z', 'It must be a date such as'],
    ['suppress', 'give exactly one of --email, --contact and --domain'],
    ['suppress --email a@b.example --domain b.example', 'give exactly one of'],
    ['suppress --contact ct_1', 'It must be a contact id'],
    ['demo load --stores 0', 'It must be a whole number from 1 to'],
    ['import', 'name a file to import'],
    ['bounces accept', 'name bounces by their ids, or one --account'],
    ['bounces refuse bnc_1 --account acc_x', 'name bounces by their ids, or one --account'],
    ['source set crawler', 'give at least one of --label'],
    ['report --csv', 'name one table for --csv'],
    ['privacy notices withhold', 'give countries, or --none'],
    ['privacy notices withhold DE --none', 'give countries, or --none'],
    ['privacy refuse PR-1 --reason=', '--reason must have 1 to'],
  ])('%s is refused before anything is opened', async (line, complaint) => {
    let complaints = ''
    for (const { command } of commands) command.configureOutput({ writeErr: (text) => (complaints += text) })
    await expect(program.parseAsync(line.split(' '), { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
    expect(complaints).toContain(complaint)
  })

  it('SETTING-3: all faults of the settings are reported at once', async () => {
    const settings = { PORT: 'http', DEMO: 'maybe', DATABASE_URL: 'mysql://db/x' }
    const { code, stderr } = await createCommand(settings)('migrate')
    expect(code).toBe(2)
    for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'AUTH_SECRET', 'CHANNEL_KEY']) expect(stderr).toContain(name)
  })

  it('CLI-2: a database that is away is one clear line', async () => {
    const secret = Buffer.alloc(32).toString('base64')
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', AUTH_SECRET: secret, CHANNEL_KEY: secret }
    const { code, stdout, stderr } = await createCommand(settings)('migrate --json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^The database can't be reached: .*ECONNREFUSED.*Check that the server runs.*\n$/)
  })
})
