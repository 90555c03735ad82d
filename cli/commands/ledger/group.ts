import { defineGroup } from '../../command.ts'
import { ledgerVerify } from './verify.ts'

export const ledgerCommands = defineGroup(
  { name: 'ledger', summary: 'The credit ledger.', examples: ['prospector ledger verify'] },
  [ledgerVerify],
)
