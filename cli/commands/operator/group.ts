import { defineGroup } from '../../command.ts'
import { operatorCreate } from './create.ts'
import { operatorList } from './list.ts'
import { operatorRemove } from './remove.ts'
import { operatorReset } from './reset.ts'

export const operatorCommands = defineGroup(
  {
    name: 'operator',
    summary: 'People who use the operator’s console at /operator.',
    details:
      'They are nobody’s members: they see no account from inside, and no account sees them. The first one switches the console on.',
    examples: [
      'prospector operator create --name Ada --email ada@operator.example',
      'prospector operator list',
      'prospector operator remove ada@operator.example',
    ],
  },
  [operatorCreate, operatorList, operatorReset, operatorRemove],
)
