import { dueDays } from '../../../src/privacy/requests.ts'
import { defineGroup } from '../../command.ts'
import { privacyComplete, privacyRefuse } from './complete-or-refuse.ts'
import { privacyDrop } from './drop.ts'
import { privacyErasures } from './erasures.ts'
import { privacyList } from './list.ts'
import { privacyNotices } from './notices.ts'
import { privacyOptOuts } from './opt-outs.ts'
import { privacyRepeat } from './repeat.ts'
import { privacyShow } from './show.ts'

export const privacyCommands = defineGroup(
  {
    name: 'privacy',
    summary: 'Requests of people about data that is held of them.',
    details:
      'People ask at /privacy (on when PRIVACY_CONTACT is set) and confirm by a link in a mail. Copies and ' +
      `objections are answered at once; erasures and corrections wait for you, with ${dueDays} days to answer.`,
    examples: [
      'prospector privacy list',
      'prospector privacy show PR-7K3M-Q9TX',
      'prospector privacy complete PR-7K3M-Q9TX',
      'prospector privacy refuse PR-7K3M-Q9TX --reason "You are not the person concerned."',
      'prospector privacy erasures',
    ],
  },
  [
    privacyList,
    privacyShow,
    privacyComplete,
    privacyRefuse,
    privacyErasures,
    privacyOptOuts,
    privacyRepeat,
    privacyNotices,
    privacyDrop,
  ],
)
