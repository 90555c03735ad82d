import { queryOptions } from '@tanstack/react-query'
import { type Body, call, type Reply } from '../../api/call.ts'

/** What an account works on: a contact by id, a store by domain. */
export type WorkItem = { kind: 'contact'; id: string } | { kind: 'store'; domain: string }
export type Work = Reply<'getContactWork'>
export type WorkChange = Body<'updateContactWork'>
export type WorkStatus = NonNullable<Work['status']>

/** In the order in which work goes on; the place is the key that sets it. */
export const statuses: Record<WorkStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  won: 'Won',
  lost: 'Lost',
}

export const workKey = ['work']

const keyOf = (item: WorkItem): string => (item.kind === 'contact' ? item.id : item.domain)

export const workQuery = (item: WorkItem) =>
  queryOptions({
    queryKey: [...workKey, keyOf(item)],
    queryFn: ({ signal }): Promise<Work> =>
      item.kind === 'contact'
        ? call('getContactWork', { signal, params: { contact_id: item.id } })
        : call('getStoreWork', { signal, params: { domain: item.domain } }),
  })

export const changeWork = (item: WorkItem, change: WorkChange) =>
  item.kind === 'contact'
    ? call('updateContactWork', { params: { contact_id: item.id }, body: change })
    : call('updateStoreWork', { params: { domain: item.domain }, body: change })

/** One request each; a few at a time, so that others of this person are answered meanwhile. */
export async function changeAll(items: readonly WorkItem[], change: WorkChange): Promise<number> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await changeWork(item, change)
  }
  await Promise.all([work(), work(), work()])
  return items.length
}
/** More at once would use up the requests of a minute. */
export const changedMax = 100
