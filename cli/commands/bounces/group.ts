import { automaticReturns } from '../../../src/base/bounce-rules.ts'
import { defineGroup } from '../../command.ts'
import { bouncesAccept, bouncesRefuse } from './accept-or-refuse.ts'
import { bouncesList } from './list.ts'

export const bouncesCommands = defineGroup(
  {
    name: 'bounces',
    summary: 'Reported bounces that wait for your decision.',
    details: `Credits for bounced addresses come back by themselves for up to ${automaticReturns}. What is reported beyond that waits here.`,
    examples: [
      'prospector bounces list',
      'prospector bounces accept bnc_…',
      'prospector bounces accept --account acc_…',
      'prospector bounces refuse bnc_… bnc_…',
    ],
  },
  [bouncesList, bouncesAccept, bouncesRefuse],
)
