/** How every command is built: the same options, the same help, the same way to refuse. */
import { Command } from 'commander'

/** A request that was understood and refused: one clear line, exit code 1. */
export class Refused extends Error {}

type Description = { name: string; summary: string; details?: string; examples: string[] }

export function defineCommand({ name, summary, details, examples }: Description): Command {
  return withHelp(new Command(name), summary, details, examples).option(
    '--json',
    'print one JSON document on stdout; everything else goes to stderr',
  )
}

/** A noun that groups its verbs. */
export function defineGroup(description: Description, verbs: Command[]): Command {
  const { name, summary, details, examples } = description
  const group = withHelp(new Command(name), summary, details, examples)
  for (const verb of verbs) group.addCommand(verb)
  return group
}

export function withHelp(command: Command, summary: string, details: string | undefined, examples: string[]): Command {
  return (
    command
      .summary(summary)
      .description(details ? `${summary}\n\n${details}` : summary)
      .helpOption('-h, --help', 'show this help')
      .helpCommand(false)
      .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`)
      .showHelpAfterError('Run it with --help to see how to use it.')
      // An option after a verb is the verb's, also where its noun has one of the same name.
      .enablePositionalOptions()
      .exitOverride()
  )
}
