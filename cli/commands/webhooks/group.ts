import { defineGroup } from '../../command.ts'
import { webhooksDisable, webhooksEnable } from './enable-or-disable.ts'
import { webhooksList } from './list.ts'
import { webhooksResend } from './resend.ts'
import { webhooksShow } from './show.ts'

export const webhooksCommands = defineGroup(
  {
    name: 'webhooks',
    summary: 'Webhooks of all accounts: which fail, what was sent, and sending it again.',
    examples: [
      'prospector webhooks list --failing',
      'prospector webhooks show wh_…',
      'prospector webhooks enable wh_…',
      'prospector webhooks resend wh_… --since 120',
    ],
  },
  [webhooksList, webhooksShow, webhooksDisable, webhooksEnable, webhooksResend],
)
