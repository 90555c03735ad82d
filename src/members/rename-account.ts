import { Type } from 'typebox'
import { lockAccount, setAccountName } from '../accounts/accounts.ts'
import { recordCall } from '../audit/record.ts'
import { givenName } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const renameAccount = defineOperation({
  id: 'renameAccount',
  method: 'POST',
  path: '/account',
  summary: 'Rename the account',
  description: 'Changes the name of the account that this session uses.',
  scope: 'members:manage',
  meter: 'session',
  request: { body: Type.Object({ name: givenName() }, { additionalProperties: false }) },
  reply: profile,
  problems: [],
  example: { summary: 'The new name', request: { name: 'Shop & Co' }, reply: exampleProfile },

  async run(call, needs: SessionNeeds) {
    const { principal, body } = call
    const accountId = principal.account.id
    await needs.database.transaction(async (tx) => {
      // The account comes before its members, as where somebody leaves: in another order the two could wait for each other.
      await lockAccount(tx, accountId)
      await call.recheck(tx)
      await setAccountName(tx, accountId, body.name.trim())
      await recordCall(tx, call, 'account.renamed', { details: { name: body.name.trim() } })
    })
    return readProfile(needs, personOf(principal).userId, accountId)
  },
})
