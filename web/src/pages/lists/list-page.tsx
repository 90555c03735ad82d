import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { plural } from '../../shared/format.ts'
import { type List, listsQuery } from '../../shared/lists/lists.ts'
import { useActorName } from '../../shared/members.ts'
import { paths } from '../../shared/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { retryOf } from '../../ui/table/endless-table.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import type { TableSpec } from '../../ui/table/table-spec.ts'
import { useTitle } from '../../ui/use-title.ts'
import { ContactList } from './contact-list.tsx'
import { ListMenu } from './list-menu.tsx'
import { StoreList } from './store-list.tsx'
import type { ListItems } from './use-list-items.ts'

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
  if (error) {
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

/** What a list is, who made it, and what can be done with all of it. */
export function ListHeader({ list, total, children }: { list: List; total: number | undefined; children: ReactNode }) {
  const navigate = useNavigate()
  const nameOf = useActorName()
  const noun = list.kind === 'contacts' ? 'contact' : 'store'
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="truncate text-title font-semibold tracking-[-0.01em]">{list.name}</h1>
        <p className="figures text-small text-ink-faint">
          {total !== undefined && (
            <span role="status" data-testid="total" data-stale="false">
              {plural(total, noun)}
            </span>
          )}
          {` · ${list.private ? 'Private' : 'Shared'} · made by ${nameOf(list.created_by).toLowerCase() === 'you' ? 'you' : nameOf(list.created_by)}`}
        </p>
      </div>
      {children}
      <ListMenu list={list} onDeleted={() => void navigate({ to: paths.lists() })} />
    </header>
  )
}

/** The rows of a list, or why there are none to see. */
export function ListRows<Row>({
  list,
  items: { results, items },
  spec,
  isCard,
  children,
}: {
  list: List
  items: ListItems
  spec: TableSpec<Row>
  isCard: boolean
  children: ReactNode
}) {
  const isOfContacts = list.kind === 'contacts'
  return (
    <>
      {results.error && (
        <div className="p-4">
          <ErrorNotice error={results.error} onRetry={() => retryOf(results)} />
        </div>
      )}
      {results.isPending && <TableSkeletons spec={spec} count={12} isCard={isCard} />}
      {results.isSuccess && items.length === 0 && (
        <EmptyState
          icon="list"
          title="This list is empty"
          action={
            <ButtonLink to={isOfContacts ? paths.contacts() : paths.stores()}>
              {isOfContacts ? 'Choose contacts' : 'Choose stores'}
            </ButtonLink>
          }
        >
          {isOfContacts
            ? 'Select contacts, revealed or not, and add them to the list.'
            : 'Select stores and add them to the list.'}
        </EmptyState>
      )}
      {items.length > 0 && children}
    </>
  )
}
