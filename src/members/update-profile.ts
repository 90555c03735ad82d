import { Type } from 'typebox'
import { givenName } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { personOf, type SessionNeeds } from '../call/session-needs.ts'
import { renameUser } from '../sign-in/users.ts'
import { exampleProfile, profile, readProfile } from './profile.ts'

export const updateProfile = defineOperation({
  id: 'updateProfile',
  method: 'POST',
  path: '/profile',
  summary: 'Change my name',
  description: 'Changes the name that other members see. Email, password and second factor are changed under /auth.',
  scope: 'profile:manage',
  meter: 'session',
  request: { body: Type.Object({ name: givenName() }, { additionalProperties: false }) },
  reply: profile,
  problems: [],
  example: { summary: 'The new name', request: { name: 'Ada' }, reply: exampleProfile },

  async run({ principal, body }, needs: SessionNeeds) {
    const { userId } = personOf(principal)
    await renameUser(needs.database, needs.clock, userId, body.name.trim())
    return readProfile(needs, userId, principal.account.id)
  },
})
