import type { Reply } from '../../api/call.ts'

export type Member = Reply<'listMembers'>['data'][number]

/** In the order in which they are offered. */
export const roleNames: Record<Member['role'], string> = { member: 'Member', admin: 'Admin', owner: 'Owner' }
