import { type Command, Option } from 'commander'
import type { Plans } from '../../../src/accounts/plan.ts'
import { ConfigError } from '../../../src/base/config.ts'
import { planStatuses } from '../../../src/base/plan-statuses.ts'
import { wholeNumber } from '../../arguments.ts'

export type LimitOptions = { credits?: number; rpm?: number; rpd?: number; searchRows?: number }

export const planOption = (): Option =>
  new Option('--plan <plan>', 'the plan: pro, business, enterprise or one of your own')

/** The operator's own plans are known only where DATA_DIR and the database are. */
export function requireSold(plans: Plans, plan: string | undefined): void {
  if (plan === undefined || plans.has(plan)) return
  throw new ConfigError([`There is no plan "${plan}". Allowed choices are ${[...plans.keys()].join(', ')}.`])
}

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
