import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { limits, perRequest } from '../../api/limits.ts'
import { formatCount } from '../format.ts'

export type List = Reply<'listLists'>['data'][number]

export const listsQuery = queryOptions({
  queryKey: ['listLists'],
  queryFn: ({ signal }) => readLists(signal),
  staleTime: 60_000,
})

/** All of them, by name: the server bounds how many an account has. */
async function readLists(signal: AbortSignal): Promise<{ data: List[] }> {
  const data: List[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await call('listLists', { signal, query: { limit: limits.pageRowsMax, ...(cursor && { cursor }) } })
    data.push(...page.data)
    if (page.next_cursor === null) return { data }
    cursor = page.next_cursor
  }
}

export const listsOf = (kind: List['kind'], lists: { data: List[] } | undefined): List[] | undefined =>
  lists?.data.filter((list) => list.kind === kind)

/** What is to be said before contacts are added that a list may not have room for. */
export function describeRoom({ items }: Pick<List, 'items'>, arriving: number): string | undefined {
  const room = limits.listItemsMax - items
  if (arriving <= room) return
  return `${room === 0 ? 'This list is full' : `This list has room for ${formatCount(room)} more`}. Whoever doesn’t fit is revealed all the same, and is in Revealed.`
}

/** In place of a name: deleted, or a colleague's own. */
export const unknownList = 'A list that you can’t see'

export const listItemsKey = ['getListItems']

/** The key under which everything revealed is kept; a change of a list changes what it shows. */
export const revealedKey = ['listRevealedContacts']

export const createList = (given: { name: string; kind: List['kind']; private: boolean }) =>
  call('createList', { body: given })

export const updateList = ({ id, ...change }: { id: string; name?: string; private?: boolean }) =>
  call('updateList', { params: { list_id: id }, body: change })

export const deleteList = (id: string) => call('deleteList', { params: { list_id: id } })

/** Longer selections go one request after the other. */
const itemsPerRequest = perRequest.addListItems.ids

async function inChunks(ids: readonly string[], send: (chunk: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += itemsPerRequest) await send(ids.slice(at, at + itemsPerRequest))
}

export const addToList = (listId: string, ids: readonly string[]): Promise<void> =>
  inChunks(ids, (chunk) => call('addListItems', { params: { list_id: listId }, body: { ids: chunk } }))

export const removeFromList = (listId: string, ids: readonly string[]): Promise<void> =>
  inChunks(ids, (chunk) => call('removeListItems', { params: { list_id: listId }, body: { ids: chunk } }))
