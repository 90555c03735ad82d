import { defineGroup } from '../../command.ts'
import { operatorKeyCreate } from './create.ts'
import { operatorKeyList } from './list.ts'
import { operatorKeyRevoke } from './revoke.ts'

export const operatorKeyCommands = defineGroup(
  {
    name: 'operator-key',
    summary: 'Keys with which your own programs bring stores: POST /admin/v1/ingest.',
    details: 'They belong to no account and reach nothing else.',
    examples: [
      'prospector operator-key create --name crawler',
      'prospector operator-key list',
      'prospector operator-key revoke opk_…',
    ],
  },
  [operatorKeyCreate, operatorKeyList, operatorKeyRevoke],
)
