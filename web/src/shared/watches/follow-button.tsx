import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { profileQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { listItemsKey, listsQuery } from '../lists/lists.ts'
import { useAction } from '../use-action.ts'
import { watchesQuery } from './watches.ts'

const followQuery = (domain: string) =>
  queryOptions({
    queryKey: ['getStoreFollow', domain],
    queryFn: ({ signal }) => call('getStoreFollow', { params: { domain }, signal }),
  })

/** What changes at the store from now on is told in News. */
export function FollowButton({ domain, name }: { domain: string; name: string }) {
  const { data: profile } = useQuery(profileQuery)
  const query = followQuery(domain)
  const { data } = useQuery({ ...query, enabled: profile?.api_access.enabled === true })
  const isFollowed = data?.followed ?? false
  const toggle = useAction(
    () =>
      isFollowed
        ? call('unfollowStore', { params: { domain } })
        : call('followStore', { params: { domain }, body: {} }),
    {
      refresh: [query.queryKey, watchesQuery.queryKey, listsQuery.queryKey, listItemsKey],
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
      disabled={!data}
      isBusy={toggle.isPending}
      onClick={() => toggle.mutate(undefined)}
    >
      <span className="max-sm:sr-only">{isFollowed ? 'Following' : 'Follow'}</span>
    </Button>
  )
}
