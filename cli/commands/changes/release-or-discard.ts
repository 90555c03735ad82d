import { type Command, Option } from 'commander'
import { removalTypes } from '../../../src/base/change-types.ts'
import { plural } from '../../../src/base/words.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { decideChanges } from '../../../src/operator/catalogue-acts.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { type?: string; value?: string }

const narrowed = (command: Command): Command =>
  command
    .argument('<import>', 'the number of the import ("prospector changes list")', wholeNumber(1))
    .addOption(new Option('--type <type>', 'only removals of this type').choices(removalTypes))
    .option('--value <name>', 'only of this app or pixel')

export const changesRelease = narrowed(
  defineCommand({
    name: 'release',
    summary: 'Record removals that were held back: the stores did lose them.',
    examples: ['prospector changes release 12', 'prospector changes release 12 --value Klaviyo --json'],
  }),
).action(async (importRun: number, options: Options) => {
  const released = await decide(importRun, 'release', options)
  report(options, { import: importRun, released }, `Recorded ${plural(released, 'removal')}.`)
})

export const changesDiscard = narrowed(
  defineCommand({
    name: 'discard',
    summary: 'Drop removals that were held back: the crawl was wrong.',
    details: 'When a later import sees the apps and pixels again, that is no change either.',
    examples: ['prospector changes discard 12', 'prospector changes discard 12 --type pixel_removed'],
  }),
).action(async (importRun: number, options: Options) => {
  const discarded = await decide(importRun, 'discard', options)
  report(options, { import: importRun, discarded }, `Dropped ${plural(discarded, 'removal')}.`)
})

async function decide(importRun: number, decision: 'release' | 'discard', { type, value }: Options): Promise<number> {
  const decided = await withDatabase((tools) =>
    decideChanges(tools, atTheCommandLine(), importRun, decision, { type, value }),
  )
  return decided.changes
}
