import { defineGroup } from '../../command.ts'
import { billingReconcile } from './reconcile.ts'

export const billingCommands = defineGroup(
  {
    name: 'billing',
    summary: 'Plans and payments.',
    examples: ['prospector billing reconcile --dry-run'],
  },
  [billingReconcile],
)
