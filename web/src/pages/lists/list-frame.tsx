import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { plural } from '../../shared/format.ts'
import type { List } from '../../shared/lists/lists.ts'
import { useActorName, withinSentence } from '../../shared/members.ts'
import { paths } from '../../shared/paths.ts'
import { useVisit } from '../../shared/watches/new-marks.tsx'
import { WatchMenu } from '../../shared/watches/watch-menu.tsx'
import { type StatusChoice, StatusSelect, statusChoices, useStatusChoice } from '../../shared/work/status-choice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { retryOf } from '../../ui/table/endless-table.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import type { TableSpec } from '../../ui/table/table-spec.ts'
import { ListMenu } from './list-menu.tsx'
import type { ListItems } from './use-list-items.ts'

/** What a list is, who made it, and what can be done with all of it. */
export function ListHeader({
  list,
  items: { total, results },
  children,
}: {
  list: List
  items: ListItems
  children: ReactNode
}) {
  const [status, choose] = useStatusChoice()
  const navigate = useNavigate()
  const nameOf = useActorName()
  useVisit({ list_id: list.id })
  const noun = list.kind === 'contacts' ? 'contact' : 'store'
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-title wrap-anywhere font-semibold tracking-[-0.01em]">{list.name}</h1>
        <p className="figures text-small text-ink-faint">
          {total !== undefined && (
            <span role="status" data-testid="total" data-stale={results.isPlaceholderData}>
              {plural(total, noun)}
              {status && ` with ${status === 'none' ? 'no status' : `the status ${statusChoices[status]}`}`}
            </span>
          )}
          {` · ${list.private ? 'Private' : 'Shared'} · made by ${withinSentence(nameOf(list.created_by))}`}
        </p>
      </div>
      <StatusSelect choice={status} onChange={choose} />
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
  status,
  spec,
  isCard,
  children,
}: {
  list: List
  items: ListItems
  status: StatusChoice | undefined
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
      {results.isSuccess && items.length === 0 && !results.isPlaceholderData && status && <NoneSo status={status} />}
      {results.isSuccess && items.length === 0 && !results.isPlaceholderData && !status && (
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

function NoneSo({ status }: { status: StatusChoice }) {
  const [, choose] = useStatusChoice()
  return (
    <EmptyState
      icon="search"
      title={
        status === 'none' ? 'Everything here has a status' : `Nothing here has the status “${statusChoices[status]}”`
      }
      action={<Button onClick={() => choose(undefined)}>Show all</Button>}
    >
      Set it with the keys 1 to 5, or with “Status” for what is selected.
    </EmptyState>
  )
}
