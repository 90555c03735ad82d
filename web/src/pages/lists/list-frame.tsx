import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { plural } from '../../shared/format.ts'
import type { List } from '../../shared/lists/lists.ts'
import { useActorName } from '../../shared/members.ts'
import { paths } from '../../shared/paths.ts'
import { useVisit } from '../../shared/watches/new-marks.tsx'
import { WatchMenu } from '../../shared/watches/watch-menu.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { retryOf } from '../../ui/table/endless-table.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import type { TableSpec } from '../../ui/table/table-spec.ts'
import { ListMenu } from './list-menu.tsx'
import type { ListItems } from './use-list-items.ts'

/** What a list is, who made it, and what can be done with all of it. */
export function ListHeader({ list, total, children }: { list: List; total: number | undefined; children: ReactNode }) {
  const navigate = useNavigate()
  const nameOf = useActorName()
  useVisit({ list_id: list.id })
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
      <WatchMenu source={{ list_id: list.id }} name={list.name} kind={list.kind} />
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
