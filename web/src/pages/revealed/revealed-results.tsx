import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { RevealedContact } from '../../api/contacts.ts'
import { fullNameOf } from '../../shared/contacts/revealed-contact.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { paths } from '../../shared/paths.ts'
import { statusChoices } from '../../shared/work/status-choice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pagingOf, retryOf } from '../../ui/table/endless-table.tsx'
import { Table, TableSkeletons } from '../../ui/table/table.tsx'
import type { Table as TableState } from '../../ui/table/use-table.ts'
import type { RevealedFilter, RevealedPages } from './use-revealed.ts'

/** The contacts that were looked for, or why there are none to see. */
export function RevealedResults({
  revealed: { results, total },
  table,
  looking,
  onShowAll,
}: {
  revealed: RevealedPages
  table: TableState<RevealedContact>
  looking: RevealedFilter
  onShowAll: () => void
}) {
  return (
    <>
      {results.error && <SearchFailed error={results.error} onRetry={() => retryOf(results)} />}
      {results.isPending && (
        <>
          <div aria-hidden="true" className="h-9 shrink-0 border-b" />
          <TableSkeletons spec={table.spec} count={12} isCard={table.isCard} />
        </>
      )}
      {results.isSuccess && table.rows.length === 0 && !results.isPlaceholderData && (
        <NothingHere looking={looking} onClear={onShowAll} />
      )}
      {table.rows.length > 0 && <Table table={table} total={total} paging={pagingOf(results)} />}
    </>
  )
}

function NothingHere({ looking: { words, days, status }, onClear }: { looking: RevealedFilter; onClear: () => void }) {
  if (words) return <NoWords words={words} isFiltered={Boolean(days || status)} onClear={onClear} />
  if (status) {
    return (
      <EmptyState
        icon="search"
        title={
          status === 'none'
            ? 'Every revealed contact has a status'
            : `No revealed contact has the status “${statusChoices[status]}”`
        }
        action={<Button onClick={onClear}>Show all</Button>}
      >
        Set it with the keys 1 to 5, or with “Status” for what is selected.
      </EmptyState>
    )
  }
  if (days) {
    return (
      <EmptyState
        icon="search"
        title="Nothing revealed in that time"
        action={<Button onClick={onClear}>Show all</Button>}
      >
        Choose a longer time, or look at everything.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="revealed"
      title="Nothing revealed yet"
      action={<ButtonLink to={paths.contacts()}>Find contacts</ButtonLink>}
    >
      Contacts your account reveals appear here with every channel, ready to copy and export. Opening one again is free.
    </EmptyState>
  )
}

const offeredMax = 3

/** Nobody is found as it was typed: those who are with a typo, or without the filters, are offered. */
function NoWords({ words, isFiltered, onClear }: { words: string; isFiltered: boolean; onClear: () => void }) {
  const { data } = useQuery({
    queryKey: ['searchRevealedContacts', 'near', words],
    retry: false,
    queryFn: ({ signal }) =>
      call('searchRevealedContacts', { signal, query: { words, spelling: 'near', limit: offeredMax } }),
  })
  const offers = data?.data ?? []
  return (
    <EmptyState
      icon="search"
      title={`No matches for “${words}” ${isFiltered ? 'with these filters' : 'in Revealed'}`}
      action={
        <div className="flex flex-col items-center gap-2">
          {offers.map((contact) => (
            <ButtonLink key={contact.id} to={paths.revealedContact(fullNameOf(contact), contact.id)} look="secondary">
              {fullNameOf(contact)}, {contact.store.name}
            </ButtonLink>
          ))}
          <Button look={offers.length > 0 ? 'quiet' : 'secondary'} onClick={onClear}>
            Show all
          </Button>
        </div>
      }
    >
      {offers.length > 0
        ? isFiltered
          ? 'Found without these filters:'
          : didYouMean(offers.length)
        : 'Every word must match a name, title, role, store, email or phone.'}
    </EmptyState>
  )
}
