import type { Reply } from '../../api/call.ts'

export type Store = Reply<'searchStores'>['data'][number] & {
  /** An invented example, as shown without a plan. */
  synthetic?: true
}
