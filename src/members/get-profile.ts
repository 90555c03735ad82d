import { defineOperation } from '../operation.ts'
import { personOf, type SessionNeeds } from '../session-needs.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const getProfile = defineOperation({
  id: 'getProfile',
  method: 'GET',
  path: '/profile',
  summary: 'Who am I',
  description: 'The signed-in person, the account the session works in, and the accounts it could work in.',
  scope: 'profile:manage',
  meter: 'session',
  request: {},
  reply: profile,
  problems: [],
  example: { summary: 'An owner', reply: exampleProfile },

  run: ({ principal }, needs: SessionNeeds) => readProfile(needs, personOf(principal).userId, principal.account.id),
})
