import { defineGroup } from '../../command.ts'
import { plansApply, plansCheck } from './apply.ts'
import { plansHistory, plansShow } from './show.ts'

export const plansCommands = defineGroup(
  {
    name: 'plans',
    summary: 'The plans that are sold, and their versions.',
    details:
      'DATA_DIR/plans.json counts until the first change here or in the console. From then on the newest version in the database does, on every node.',
    examples: [
      'prospector plans show > plans.json',
      'prospector plans check plans.json',
      "prospector plans apply plans.json --reason 'More credits for Pro'",
    ],
  },
  [plansShow, plansCheck, plansApply, plansHistory],
)
