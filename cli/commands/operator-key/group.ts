import { defineGroup } from '../../command.ts'
import { operatorKeyCreate } from './create.ts'
import { operatorKeyList } from './list.ts'
import { operatorKeyRevoke } from './revoke.ts'

export const operatorKeyCommands = defineGroup(
  {
    name: 'operator-key',
    summary: 'Keys of your own programs: to bring stores, and with --operate for the operator’s API (/admin/v1).',
    details: 'They belong to no account, and reach nothing of one by themselves.',
    examples: [
      'prospector operator-key create --name crawler',
      'prospector operator-key list',
      'prospector operator-key revoke opk_…',
    ],
  },
  [operatorKeyCreate, operatorKeyList, operatorKeyRevoke],
)
