import { useState } from 'react'
import { plural } from '../format.ts'
import { jobSender } from '../jobs/job-sender.ts'
import type { Job } from '../jobs/jobs.ts'
import { createList, listsQuery } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { type Acceptable, type RevealSource, revealRequest } from './job-quote.ts'
import { noteJob } from './reveal-run.ts'

/** In place of the id of a list. */
export const newList = 'new'
export const noList = ''

/** Where revealed contacts go: a list, a new one of this name, or none. */
export type RevealTarget = { id: string; name: string }

type Start = {
  source: RevealSource
  accept: Acceptable
  target: RevealTarget
  price: number
  /** Contacts that another job is about to reveal: this one pays for those that it comes to first. */
  underWay: number
}

/** Makes the list, where a new one is wanted, then the job. */
export function useStartReveal(onStarted: (job: Job) => void) {
  const [send] = useState(jobSender)
  return useAction(
    async ({ source, accept, target, price, underWay }: Start) => {
      const job = await send({ source, accept, target }, async () => {
        const isNew = target.id === newList
        const listId = isNew
          ? (await createList({ name: target.name.trim(), kind: 'contacts', private: false })).id
          : target.id
        const body = {
          ...revealRequest(source, accept),
          max_credits: price + underWay,
          ...('list_id' in source && { on_short_balance: 'stop' as const }),
          ...(listId !== noList && { add_to_list_id: listId }),
        }
        return { body, ...(isNew && { newListId: listId }) }
      })
      if ('contact_ids' in source) noteJob(job.id, source.contact_ids)
      return { job, price }
    },
    {
      refresh: [listsQuery.queryKey],
      showsRefusal: true,
      done: ({ price }) => ({ title: `Revealing ${plural(price, 'contact')}. You can close this tab.` }),
      after: ({ job }) => onStarted(job),
    },
  )
}
