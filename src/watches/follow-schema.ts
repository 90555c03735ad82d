import { Type } from 'typebox'
import { nullableString, requestId, requestIdExample } from '../base/schema.ts'
import { storeExample } from '../stores/store.ts'
import type { Watch } from './watch-rows.ts'
import { exampleWatch } from './watch-schema.ts'

export const followReply = Type.Object({
  object: Type.Literal('store_follow'),
  store_id: Type.String({ description: 'The id of the store.' }),
  followed: Type.Boolean({ description: 'Whether the caller follows it.' }),
  watch_id: nullableString({
    description: 'The watch that tells its changes; null while the caller follows no store.',
  }),
  list_id: nullableString({ description: 'The list of the stores that the caller follows.' }),
  request_id: requestId,
})

export const renderFollow = (storeId: string, watch: Watch | null, followed: boolean) => ({
  object: 'store_follow' as const,
  store_id: storeId,
  followed,
  watch_id: watch?.id ?? null,
  list_id: watch?.listId ?? null,
})

export const followExample = {
  object: 'store_follow' as const,
  store_id: storeExample.id,
  followed: true,
  watch_id: exampleWatch.id,
  list_id: 'lst_4Jd82mQpLx0aRt5VbN7c',
  request_id: requestIdExample,
}
