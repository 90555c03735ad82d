import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'

export type ContactList = Reply<'listContactLists'>['data'][number]

export const listsQuery = queryOptions({
  queryKey: ['listContactLists'],
  queryFn: ({ signal }) => call('listContactLists', { signal }),
  staleTime: 60_000,
})

/** The key under which everything revealed is kept; a change of a list changes what it shows. */
export const revealedKey = ['searchRevealedContacts']

export const createList = (given: { name: string; shared: boolean }) => call('createContactList', { body: given })

export const updateList = ({ id, ...change }: { id: string; name?: string; shared?: boolean }) =>
  call('updateContactList', { params: { list_id: id }, body: change })

export const deleteList = (id: string) => call('deleteContactList', { params: { list_id: id } })

/** One request takes this many; longer selections go one request after the other. */
const contactsPerRequest = 100

async function inChunks(ids: readonly string[], send: (chunk: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += contactsPerRequest) await send(ids.slice(at, at + contactsPerRequest))
}

export const addToList = (listId: string, ids: readonly string[]): Promise<void> =>
  inChunks(ids, (chunk) => call('addToContactList', { params: { list_id: listId }, body: { contact_ids: chunk } }))

export const removeFromList = (listId: string, ids: readonly string[]): Promise<void> =>
  inChunks(ids, (chunk) => call('removeFromContactList', { params: { list_id: listId }, body: { contact_ids: chunk } }))
