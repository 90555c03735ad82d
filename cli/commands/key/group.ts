import { defineGroup } from '../../command.ts'
import { keyCreate } from './create.ts'
import { keyList } from './list.ts'
import { keyRevoke } from './revoke.ts'

export const keyCommands = defineGroup(
  {
    name: 'key',
    summary: 'API keys of an account.',
    examples: [
      'prospector key create --account acc_… --name Zapier --scopes contacts:search,contacts:reveal',
      'prospector key list --account acc_…',
      'prospector key revoke key_…',
    ],
  },
  [keyCreate, keyList, keyRevoke],
)
