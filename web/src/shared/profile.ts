import type { Reply } from '../api/call.ts'
import { type SettingsSection, settingsSections } from './paths.ts'

export type Profile = Reply<'getProfile'>

export const mayManage = (
  profile: Profile,
  scope: 'keys:manage' | 'members:manage' | 'billing:manage' | 'audit:read',
): boolean => profile.scopes.includes(scope)

/** Not everybody may read the audit log. */
export const sectionsFor = (profile: Profile | undefined): [SettingsSection, string][] =>
  (Object.entries(settingsSections) as [SettingsSection, string][]).filter(
    ([section]) => section !== 'audit' || (profile && mayManage(profile, 'audit:read')),
  )

export const isOwner = (profile: Profile): boolean => profile.role === 'owner'
