import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
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

  run: ({ principal }, needs: SessionNeeds) => readProfile(needs, personOf(principal).userId, principal.account.id),
})
