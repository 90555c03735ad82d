import { queryOptions } from '@tanstack/react-query'
import { type Body, call, type Reply } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { queryClient } from '../../api/queries.ts'
import { workStatuses } from '../../api/work-statuses.ts'

/** What an account works on, by its id. */
export type WorkItem = { kind: 'contact' | 'store'; id: string }
export type Work = Omit<Reply<'getContactWork'>, 'request_id'>
export type WorkChange = Body<'updateContactWork'>
export type WorkStatus = NonNullable<Work['status']>

/** In the order in which work goes on; the place is the key that sets it. */
export const statuses: Record<WorkStatus, string> = workStatuses

export const workKey = ['work']

export const workQuery = ({ kind, id }: WorkItem) =>
  queryOptions({
    queryKey: [...workKey, id],
    queryFn: ({ signal }): Promise<Work> =>
      kind === 'contact'
        ? call('getContactWork', { signal, params: { contact_id: id } })
        : call('getStoreWork', { signal, params: { domain: id } }),
    initialData: () => (rowWithoutWork(id) ? { ...noWork, id } : undefined),
    initialDataUpdatedAt: () => rowWithoutWork(id)?.dataUpdatedAt,
  })

/** What its row in a table was told, if that was that nobody has worked on it: then there is nothing more to know. */
function rowWithoutWork(id: string) {
  const row = queryClient.getQueryState<RowWork | null>(rowWorkKey(id))
  return row?.data === null && !row.isInvalidated ? row : undefined
}

const noWork: Omit<Work, 'id'> = {
  object: 'work',
  status: null,
  owner_id: null,
  tags: [],
  note: null,
  changed_at: null,
  changed_by: null,
  history: [],
}

export const changeWork = ({ kind, id }: WorkItem, change: WorkChange) =>
  kind === 'contact'
    ? call('updateContactWork', { params: { contact_id: id }, body: change })
    : call('updateStoreWork', { params: { domain: id }, body: change })

const itemsPerRequest = perRequest.updateWork.ids

/** All of one kind: what a table holds. */
export async function changeAll(items: readonly WorkItem[], change: WorkChange): Promise<number> {
  const kind = items[0]?.kind === 'store' ? 'stores' : 'contacts'
  for (let at = 0; at < items.length; at += itemsPerRequest) {
    const ids = items.slice(at, at + itemsPerRequest).map(({ id }) => id)
    await call('updateWork', { body: { kind, ids, ...change } })
  }
  return items.length
}

export type WorkKind = 'contacts' | 'stores'
export type RowWork = Reply<'findWork'>['data'][number]

const rowWorkKey = (id: string) => [...workKey, 'row', id]

/** The work on a row of a table; null where nobody has worked on it. */
export const rowWorkQuery = (kind: WorkKind, id: string) =>
  queryOptions({
    queryKey: rowWorkKey(id),
    queryFn: () => loadRow(kind, id),
    staleTime: 60_000,
    retry: false,
  })

type Waiting = { id: string; resolve: (work: RowWork | null) => void; reject: (error: unknown) => void }
const waiting: Record<WorkKind, Waiting[]> = { contacts: [], stores: [] }
/** Rows that are drawn together are asked for together. */
const togetherMs = 50

const loadRow = (kind: WorkKind, id: string): Promise<RowWork | null> =>
  new Promise((resolve, reject) => {
    if (waiting[kind].length === 0) setTimeout(() => void loadRows(kind, waiting[kind].splice(0)), togetherMs)
    waiting[kind].push({ id, resolve, reject })
  })

async function loadRows(kind: WorkKind, rows: Waiting[]): Promise<void> {
  try {
    const found = new Map<string, RowWork>()
    for (let at = 0; at < rows.length; at += itemsPerRequest) {
      const ids = rows.slice(at, at + itemsPerRequest).map(({ id }) => id)
      const { data } = await call('findWork', { body: { kind, ids } })
      for (const work of data) found.set(work.id, work)
    }
    for (const { id, resolve } of rows) resolve(found.get(id) ?? null)
  } catch (error) {
    for (const { reject } of rows) reject(error)
  }
}

/** Who last set the status, and when. Undefined: nobody, or so long ago that the history has forgotten it. */
export const lastStep = ({ history }: Work): Work['history'][number] | undefined =>
  history.find(({ changes }) => changes.status !== undefined)

/** What somebody did who set a status: "Tom wrote". */
export const didOf = (status: WorkStatus | null): string =>
  status === 'contacted' ? 'wrote' : status === 'replied' ? 'noted a reply' : 'changed this'
