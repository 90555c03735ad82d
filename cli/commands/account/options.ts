import { type Command, Option } from 'commander'
import { planStatuses } from '../../../src/access/plan.ts'
import { plans } from '../../../src/billing/plans.ts'
import { wholeNumber } from '../../arguments.ts'

export type LimitOptions = { credits?: number; rpm?: number; rpd?: number; searchRows?: number }

export const planOption = (): Option => new Option('--plan <plan>', 'the plan').choices([...plans.keys()])
export const statusOption = (): Option => new Option('--status <status>', 'where it stands').choices([...planStatuses])

/** What `create` and `set` both take. */
export function addLimitOptions(command: Command): Command {
  return command
    .option('--credits <number>', "the current period's credits, instead of the plan's", wholeNumber(0))
    .option('--rpm <number>', "requests a minute, instead of the plan's", wholeNumber(0))
    .option('--rpd <number>', "requests a day, instead of the plan's", wholeNumber(0))
    .option('--search-rows <number>', "search rows a month, instead of the plan's", wholeNumber(0))
}

/** Only what was given: an option that is absent leaves things as they are. */
export function readLimits({ credits, rpm, rpd, searchRows }: LimitOptions) {
  return {
    ...(credits !== undefined && { credits }),
    ...(rpm !== undefined && { requestsPerMinute: rpm }),
    ...(rpd !== undefined && { requestsPerDay: rpd }),
    ...(searchRows !== undefined && { searchRowsPerMonth: searchRows }),
  }
}
