import { defineOperation } from '../call/operation.ts'
import { isSupportView } from '../call/principal.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { readViewEnd } from '../sign-in/support-views.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const getProfile = defineOperation({
  id: 'getProfile',
  method: 'GET',
  path: '/profile',
  summary: 'Get my profile',
  description: 'The signed-in person, the account this session uses, and the other accounts it can switch to.',
  scope: 'profile:manage',
  meter: 'session',
  openWhenSuspended: true,
  request: {},
  reply: profile,
  problems: [],
  example: { summary: 'An owner', reply: exampleProfile },

  async run({ principal }, needs: SessionNeeds) {
    const { userId, sessionId } = personOf(principal)
    const { account, actor, scopes } = principal
    const theirs = await readProfile(needs, userId, account.id)
    if (!isSupportView(principal)) return theirs
    const endsAt = await readViewEnd(needs.database, account.id, sessionId)
    return {
      ...theirs,
      scopes: [...scopes],
      accounts: theirs.accounts.filter(({ id }) => id === account.id),
      support_view: endsAt && { operator: actor.name, ends_at: endsAt.toISOString() },
    }
  },
})
