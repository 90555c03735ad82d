import type { Reply } from '../../api/call.ts'

export type Store = Reply<'searchStores'>['data'][number]
