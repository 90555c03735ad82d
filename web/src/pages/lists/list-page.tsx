import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { listsQuery } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { ContactList } from './contact-list.tsx'
import { StoreList } from './store-list.tsx'

export function ListPage() {
  const { listId } = useParams({ strict: false }) as { listId: string }
  const { data: lists, error, refetch } = useQuery(listsQuery)
  const list = lists?.data.find(({ id }) => id === listId)
  const isMissing = lists !== undefined && !list
  // A list that was just made elsewhere is not among those that were read.
  useEffect(() => {
    if (isMissing) void refetch()
  }, [isMissing, refetch])
  useTitle(list?.name ?? 'List')
  if (error && !lists) {
    return (
      <main className="p-4">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (isMissing) {
    return (
      <main>
        <EmptyState
          isPage
          icon="list"
          title="This list no longer exists"
          action={<ButtonLink to={paths.lists()}>All lists</ButtonLink>}
        >
          It was deleted, or is no longer shared with you.
        </EmptyState>
      </main>
    )
  }
  if (!list) return <main aria-busy="true" />
  return list.kind === 'contacts' ? <ContactList key={listId} list={list} /> : <StoreList key={listId} list={list} />
}
