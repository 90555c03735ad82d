import { type Command, InvalidArgumentError, Option } from 'commander'
import { planStatuses } from '../../../src/accounts/plan.ts'
import { loadPlans } from '../../../src/billing/plans/plans.ts'
import { wholeNumber } from '../../arguments.ts'
import { readSettings } from '../../with-database.ts'

export type LimitOptions = { credits?: number; rpm?: number; rpd?: number; searchRows?: number }

export const planOption = (): Option =>
  new Option('--plan <plan>', 'the plan: pro, business, enterprise or one of DATA_DIR/plans.json').argParser(soldPlan)

/** The operator's own plans are known only here and now, where DATA_DIR is. */
function soldPlan(value: string): string {
  const sold = loadPlans(readSettings().dataDir)
  if (sold.has(value)) return value
  throw new InvalidArgumentError(`Allowed choices are ${[...sold.keys()].join(', ')}.`)
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
