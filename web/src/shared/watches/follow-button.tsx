import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { listItemsKey, listsQuery } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { useWatches, watchesQuery } from './watches.ts'

const followQuery = (domain: string) =>
  queryOptions({
    queryKey: ['getStoreFollow', domain],
    queryFn: ({ signal }) => call('getStoreFollow', { params: { domain }, signal }),
  })

/** What changes at the store from now on is told in News. */
export function FollowButton({ domain, name }: { domain: string; name: string }) {
  const { data: watches } = useWatches()
  // Following is a watch of a list of stores: who has none follows no store, and need not ask.
  const mayFollow = watches?.data.some((watch) => watch.list_id !== null && watch.kind === 'stores')
  const query = followQuery(domain)
  const { data } = useQuery({ ...query, enabled: mayFollow === true })
  const isFollowed = mayFollow === true && data?.followed === true
  const client = useQueryClient()
  const toggle = useAction(
    async () => {
      const answer = await (isFollowed
        ? call('unfollowStore', { params: { domain } })
        : call('followStore', { params: { domain }, body: {} }))
      client.setQueryData(query.queryKey, answer)
      return answer
    },
    {
      refresh: [watchesQuery.queryKey, listsQuery.queryKey, listItemsKey],
      done: ({ followed }) => ({
        title: followed ? `What changes at ${name} will be in News.` : `You no longer follow ${name}.`,
        look: 'success',
      }),
    },
  )
  return (
    <Button
      icon="bell"
      aria-pressed={isFollowed}
      disabled={mayFollow === undefined || (mayFollow && !data)}
      isBusy={toggle.isPending}
      onClick={() => toggle.mutate(undefined)}
    >
      <span className="max-sm:sr-only">{isFollowed ? 'Following' : 'Follow'}</span>
    </Button>
  )
}
