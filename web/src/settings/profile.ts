import type { Reply } from '../api/call.ts'

export type Profile = Reply<'getProfile'>

export const mayManage = (
  profile: Profile,
  scope: 'keys:manage' | 'members:manage' | 'billing:manage' | 'audit:read',
): boolean => profile.scopes.includes(scope)

export const isOwner = (profile: Profile): boolean => profile.role === 'owner'
