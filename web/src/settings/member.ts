import type { Reply } from '../api/call.ts'

export type Member = Reply<'listMembers'>['data'][number]
