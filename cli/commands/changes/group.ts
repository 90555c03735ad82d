import { lossesMax, lossPercentMax } from '../../../src/catalog/held-changes.ts'
import { defineGroup } from '../../command.ts'
import { changesList } from './list.ts'
import { changesDiscard, changesRelease } from './release-or-discard.ts'

export const changesCommands = defineGroup(
  {
    name: 'changes',
    summary: 'Removals of apps and pixels that an import held back.',
    details:
      `If one import would take one app or pixel from more than ${lossPercentMax}% of the stores that have it (and from more than ${lossesMax}), the ` +
      'crawl is more likely at fault than the stores: these removals are held until you decide.',
    examples: [
      'prospector changes list',
      'prospector changes release 12',
      'prospector changes discard 12 --value Klaviyo',
    ],
  },
  [changesList, changesRelease, changesDiscard],
)
