import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/call.ts'
import { isWithoutPlan, PageWithoutPlan, SearchFailed } from '../billing/without-plan.tsx'
import type { RevealedContact } from '../contacts/reveal-run.ts'
import { useSelection } from '../contacts/use-selection.ts'
import { ListColumn } from '../lists/list-column.tsx'
import { listsQuery } from '../lists/lists.ts'
import { paths } from '../paths.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { pagingOf } from '../ui/endless-table.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { useIsNarrow } from '../ui/use-is-narrow.ts'
import { RevealedDetails } from './revealed-drawer.tsx'
import { RevealedHeader } from './revealed-header.tsx'
import { RevealedSelection } from './revealed-selection.tsx'
import { RevealedSkeletons, RevealedTable } from './revealed-table.tsx'
import { type Looking, useLooking, useRevealed } from './use-revealed.ts'

/** Everything this account owns: found by words, kept in lists, copied and exported. */
export function RevealedPage() {
  const [looking, look] = useLooking()
  const { words, list: listId } = looking
  const results = useRevealed(looking)
  const contacts = useMemo(() => results.data?.pages.flatMap((page) => page.data) ?? [], [results.data])
  // Words are counted by reading: their total is known with the last page.
  const total = results.data?.pages[0]?.total ?? (results.hasNextPage ? null : contacts.length)
  const { data: lists } = useQuery(listsQuery)
  const list = lists?.data.find(({ id }) => id === listId)
  const { selection, toggle, toggleAll, clear } = useSelection(contacts)
  const selectedIds = useMemo(() => [...selection.keys()], [selection])
  const [current, setCurrent] = useState(-1)
  const [open, setOpen] = useState<RevealedContact | null>(null)
  const [isListing, setListing] = useState(false)
  const isNarrow = useIsNarrow()
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere nothing is chosen yet
  useEffect(() => {
    setCurrent(-1)
    clear()
  }, [words, listId])

  const step = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), contacts.length - 1)
    setCurrent(next)
    if (open && contacts[next]) setOpen(contacts[next])
  }
  const openAt = useCallback(
    (index: number) => {
      setCurrent(index)
      setOpen(contacts[index] ?? null)
    },
    [contacts],
  )
  useShortcuts({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    x: () => toggle(current, false),
    X: () => toggle(current, true),
    Enter: () => openAt(Math.max(current, 0)),
    '/': () => field.current?.focus(),
    Escape: () => (open ? setOpen(null) : clear()),
  })
  const onWords = useCallback((wanted: string | undefined) => look({ words: wanted }, true), [look])
  const choose = (chosen: string | undefined) => {
    setListing(false)
    look({ list: chosen, words: undefined })
  }
  const column = <ListColumn chosen={listId} onChoose={choose} />

  if (isWithoutPlan(results.error)) return <PageWithoutPlan title="Revealed" />
  return (
    <main className="flex h-full min-h-0">
      {!isNarrow && (
        <aside aria-label="Lists" className="hairline-scroll w-60 shrink-0 overflow-y-auto border-r bg-surface">
          {column}
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <RevealedHeader
          list={list}
          total={results.data && { count: total ?? contacts.length, isExact: total !== null }}
          isStale={results.isPlaceholderData}
          looking={looking}
          onWords={onWords}
          onLists={isNarrow ? () => setListing(true) : undefined}
          canExport={contacts.length > 0}
          field={field}
        />
        {results.error && <LookFailed error={results.error} onRetry={() => void results.refetch()} />}
        {results.isPending && (
          <>
            <div aria-hidden="true" className="h-9 shrink-0 border-b" />
            <RevealedSkeletons count={12} isCard={isNarrow} />
          </>
        )}
        {results.isSuccess && contacts.length === 0 && !results.isPlaceholderData && (
          <NothingHere looking={looking} onClear={() => look({ words: undefined })} />
        )}
        {contacts.length > 0 && (
          <RevealedTable
            contacts={contacts}
            total={total}
            selection={selection}
            current={current}
            openId={open?.id ?? null}
            isCard={isNarrow}
            paging={pagingOf(results)}
            onSelect={toggle}
            onSelectAll={toggleAll}
            onOpen={openAt}
          />
        )}
        <RevealedSelection contactIds={selectedIds} list={list} onClear={clear} />
      </div>
      {open && !isNarrow && (
        <Drawer title="Contact" onClose={() => setOpen(null)}>
          <RevealedDetails contact={open} />
        </Drawer>
      )}
      {open && isNarrow && (
        <Sheet title="Contact" onClose={() => setOpen(null)}>
          <RevealedDetails contact={open} />
        </Sheet>
      )}
      {isListing && (
        <Sheet title="Lists" side="left" onClose={() => setListing(false)}>
          {column}
        </Sheet>
      )}
    </main>
  )
}

function NothingHere({ looking: { words, list }, onClear }: { looking: Looking; onClear: () => void }) {
  if (words) {
    return (
      <EmptyState
        icon="search"
        title={`Nobody ${list ? 'in this list' : 'you revealed'} fits “${words}”.`}
        action={<Button onClick={onClear}>Show all</Button>}
      >
        Names, titles, roles and stores are searched, all words together.
      </EmptyState>
    )
  }
  if (list) {
    return (
      <EmptyState
        icon="list"
        title="This list is empty"
        action={
          <Link to={paths.revealed()} className={buttonClass('primary')}>
            Choose contacts
          </Link>
        }
      >
        Select revealed contacts, here or on the contacts page, and add them to the list.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="revealed"
      title="What you reveal is kept here"
      action={
        <Link to={paths.contacts()} className={buttonClass('primary')}>
          Find contacts
        </Link>
      }
    >
      Every contact that this account has revealed, with all channels, to copy and to export. Opening one again costs
      nothing.
    </EmptyState>
  )
}

/** A list that was deleted, or was never shared, leads back to everything. */
function LookFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'resource_not_found') {
    return (
      <EmptyState
        icon="list"
        title="This list is not there any more"
        action={
          <Link to={paths.revealed()} className={buttonClass('primary')}>
            Show everything revealed
          </Link>
        }
      >
        Its maker has deleted it, or shares it no longer.
      </EmptyState>
    )
  }
  return <SearchFailed error={error} onRetry={onRetry} />
}
