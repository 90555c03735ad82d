import { defineGroup } from '../../command.ts'
import { accountCreate } from './create.ts'
import { accountErase } from './erase.ts'
import { accountGrant } from './grant.ts'
import { accountList } from './list.ts'
import { accountRefund } from './refund.ts'
import { accountSet } from './set.ts'
import { accountShow } from './show.ts'
import { accountSignOut } from './sign-out.ts'
import { accountLift, accountSuspend } from './suspend.ts'
import { accountView } from './view.ts'

export const accountCommands = defineGroup(
  {
    name: 'account',
    summary: 'Accounts: plan, status, limits and credits.',
    details: 'Wherever a command takes an account, give its id (acc_…) or the email address of its owner.',
    examples: [
      'prospector account create --name Acme --email ada@acme.example',
      'prospector account show ada@acme.example',
      'prospector account grant acc_… 500 --reason "Launch offer"',
    ],
  },
  [
    ...[accountCreate, accountList, accountShow, accountView, accountSet, accountGrant, accountRefund],
    ...[accountSuspend, accountLift, accountSignOut, accountErase],
  ],
)
