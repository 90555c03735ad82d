import { defineGroup } from '../../command.ts'
import { accountCreate } from './create.ts'
import { accountErase } from './erase.ts'
import { accountGrant } from './grant.ts'
import { accountRefund } from './refund.ts'
import { accountSet } from './set.ts'
import { accountShow } from './show.ts'

export const accountCommands = defineGroup(
  {
    name: 'account',
    summary: 'Accounts: plan, status, limits and credits.',
    details: 'Where an account is asked for, its id (acc_…) or the address its owner signs in with will do.',
    examples: [
      'prospector account create --name Acme --email ada@acme.example',
      'prospector account show ada@acme.example',
      'prospector account grant acc_… 500 --reason "Launch offer"',
    ],
  },
  [accountCreate, accountShow, accountSet, accountGrant, accountRefund, accountErase],
)
