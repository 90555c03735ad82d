import type { Reply } from '../../api/call.ts'

export type Member = Reply<'listMembers'>['data'][number]

export const roleNames: Record<Member['role'], string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }
