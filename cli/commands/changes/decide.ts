import { type Command, Option } from 'commander'
import { discardChanges, releaseChanges } from '../../../src/catalog/held-changes.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { type?: string; value?: string }

const narrowed = (command: Command): Command =>
  command
    .argument('<import>', 'the number of the import ("prospector changes list")', wholeNumber(1))
    .addOption(new Option('--type <type>', 'only removals of this type').choices(['app_removed', 'pixel_removed']))
    .option('--value <name>', 'only of this app or pixel')

const noneHeld = (importRun: number): Refused => new Refused(`Import ${importRun} holds no such changes back.`)

export const changesRelease = narrowed(
  defineCommand({
    name: 'release',
    summary: 'Record removals that were held back: the stores did lose them.',
    examples: ['prospector changes release 12', 'prospector changes release 12 --value Klaviyo --json'],
  }),
).action(async (importRun: number, options: Options) => {
  const released = await withDatabase(({ database }) => releaseChanges(database, { importRun, ...narrow(options) }))
  if (released === 0) throw noneHeld(importRun)
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
  const discarded = await withDatabase(({ database }) => discardChanges(database, { importRun, ...narrow(options) }))
  if (discarded === 0) throw noneHeld(importRun)
  report(options, { import: importRun, discarded }, `Dropped ${plural(discarded, 'removal')}.`)
})

const narrow = ({ type, value }: Options) => ({ type, value })
