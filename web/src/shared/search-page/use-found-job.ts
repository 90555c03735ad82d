import { useState } from 'react'
import type { Body } from '../../api/call.ts'
import { plural } from '../format.ts'
import { jobSender } from '../jobs/job-sender.ts'
import { type List, listItemsKey, listsQuery } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { useUsage } from '../use-usage.ts'

export type FoundSearch = NonNullable<Body<'createJob'>['search']>

/**
 * Everything that a search found, written to a file or put into a list by the server. Either uses search rows, so it takes as many
 * as are left of them.
 */
export function useFoundJob(search: FoundSearch, count: number, noun: 'contact' | 'store') {
  const { data: usage } = useUsage()
  const rowsLeft = usage?.web_search_rows.remaining ?? count
  const most = Math.min(count, rowsLeft)
  const [send] = useState(jobSender)
  const start = useAction(
    async (list: List | null) => {
      await send({ search, list: list?.id }, async () => ({
        body: { kind: 'export', search, max: most, ...(list && { add_to_list_id: list.id }) },
      }))
      return list
    },
    {
      refresh: [listsQuery.queryKey, listItemsKey],
      done: (list) => ({
        title: list
          ? `Adding ${plural(most, noun)} to “${list.name}”. You can close this tab.`
          : `Exporting ${plural(most, noun)}. The file will be in the navigation.`,
      }),
    },
  )
  return { start, most, rowsLeft }
}
